import {
  choice,
  installationSetting,
  listOfTexts,
  seconds,
  setting,
  settings,
  text,
  webAddress,
} from '../../kernel/settings.ts';

/** An HTTP cache in front of the shop: whether there is one, and for how long it stores responses. */
export const pageCacheSettings = {
  application: setting(
    'system/full_page_cache/caching_application',
    choice({ none: '1', http: '2' }),
    'none',
    'Whether an HTTP cache in front of the shop (2) may store responses to guests; 1: there is none',
    installationSetting,
  ),
  lifetime: setting(
    'system/full_page_cache/ttl',
    seconds(1),
    86_400,
    'How long HTTP caches may store responses; they end with the day of the store view at the latest',
    installationSetting,
  ),
  browserLifetime: setting(
    'souk/page_cache/browser_lifetime',
    seconds(0),
    0,
    'How long browsers may use stored responses, which nothing can purge, without asking again',
    installationSetting,
  ),
  purgeUrls: setting(
    'souk/page_cache/purge_urls',
    listOfTexts((item) => webAddress.read(item) !== undefined, 'addresses such as http://varnish:6081/'),
    [],
    'Addresses of HTTP caches that are told to purge changed content',
    installationSetting,
  ),
  secondPurge: setting(
    'souk/page_cache/second_purge',
    seconds(0.1),
    10,
    'Time after which content is purged once more: responses from before the change may be stored late',
    installationSetting,
  ),
  purgeToken: setting('souk/page_cache/purge_token', text, '', 'Bearer token of requests to purge content', {
    ...installationSetting,
    sealed: true,
  }),
};

/** Settings of the HTTP cache in front of the shop. */
export const pageCacheConfiguration = settings(Object.values(pageCacheSettings));
