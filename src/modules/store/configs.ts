import type { Call } from '../../kernel/call.ts';
import type { Out } from '../../kernel/types.ts';
import type { StoredStoreView } from './stores.ts';
import type { StoreConfig } from './types.ts';

/** Version in the path of static files; it stands for the files that this build serves. */
const STATIC_VERSION = 1;

/** What a storefront has to know of a store view, computed from the settings of its scope. */
export function storeConfig(call: Call, view: StoredStoreView): Out<typeof StoreConfig> {
  const get = (path: string): string => call.config.get(path, { storeId: view.id }) ?? '';
  return {
    id: view.id,
    code: view.code,
    website_id: view.website_id,
    locale: get('general/locale/code'),
    // The website's own currency, also where prices are global and it takes no effect on them.
    base_currency_code: call.config.get('currency/options/base', { websiteId: view.website_id })!,
    default_display_currency_code: get('currency/options/default'),
    timezone: get('general/locale/timezone'),
    weight_unit: get('general/locale/weight_unit'),
    ...baseUrls(get, view.code),
  };
}

/** The address of the media folder, in the call's store view unless another one is named; it ends in a slash. */
export function mediaUrl(call: Call, storeId: number = call.scope.storeId): string {
  const get = (path: string): string => call.config.get(`web/unsecure/${path}`, { storeId }) ?? '';
  return get('base_media_url') || `${get('base_url')}media/`;
}

type BaseUrls = Pick<Out<typeof StoreConfig>, Extract<keyof Out<typeof StoreConfig>, `${string}base_${string}url`>>;

function baseUrls(get: (path: string) => string, storeCode: string): BaseUrls {
  const linkSuffix = get('web/url/use_store') === '1' ? `${storeCode}/` : '';
  const of = (section: 'unsecure' | 'secure', kind: 'static' | 'media', folder: string): string =>
    get(`web/${section}/base_${kind}_url`) || `${get(`web/${section}/base_url`)}${folder}/`;
  const staticFolder = `static/version${STATIC_VERSION}`;
  return {
    base_url: get('web/unsecure/base_url'),
    base_link_url: get('web/unsecure/base_link_url') + linkSuffix,
    base_static_url: of('unsecure', 'static', staticFolder),
    base_media_url: of('unsecure', 'media', 'media'),
    secure_base_url: get('web/secure/base_url'),
    secure_base_link_url: get('web/secure/base_link_url') + linkSuffix,
    secure_base_static_url: of('secure', 'static', staticFolder),
    secure_base_media_url: of('secure', 'media', 'media'),
  };
}
