import type { Call } from '../../kernel/call.ts';
import type { Setting } from '../../kernel/settings.ts';
import { baseUrls, currencySettings, shopLocale, shopTimeZone } from '../../kernel/shop-settings.ts';
import type { Out } from '../../kernel/types.ts';
import { usesStoreInUrls, weightUnit } from './configuration.ts';
import type { StoredStoreView } from './stores.ts';
import type { StoreConfig } from './types.ts';

/** Version in the path of static files; it stands for the files that this build serves. */
const STATIC_VERSION = 1;

/** The configuration of a store view for storefronts, computed from the settings of its scope. */
export function storeConfig(call: Call, view: StoredStoreView): Out<typeof StoreConfig> {
  const scope = { storeId: view.id };
  return {
    id: view.id,
    code: view.code,
    website_id: view.website_id,
    locale: call.config.of(shopLocale, scope),
    // The website's own currency, also where prices are global and it takes no effect on them.
    base_currency_code: call.config.of(currencySettings.base, { websiteId: view.website_id }),
    default_display_currency_code: call.config.of(currencySettings.display, scope),
    timezone: call.config.of(shopTimeZone, scope),
    weight_unit: call.config.of(weightUnit, scope),
    ...addressesOf(call, view),
  };
}

/** The address of the media folder, in the call's store view unless another one is named; it ends in a slash. */
export function mediaUrl(call: Call, storeId: number = call.scope.storeId): string {
  return mediaBase(call, storeId, 'unsecure');
}

function mediaBase({ config }: Call, storeId: number, section: keyof typeof baseUrls): string {
  const { media, base } = baseUrls[section];
  return config.of(media, { storeId }) ?? `${config.of(base, { storeId })}media/`;
}

type BaseUrls = Pick<Out<typeof StoreConfig>, Extract<keyof Out<typeof StoreConfig>, `${string}base_${string}url`>>;

function addressesOf(call: Call, { id: storeId, code }: StoredStoreView): BaseUrls {
  const { config } = call;
  const read = (setting: Setting<string>): string => config.of(setting, { storeId });
  const { unsecure, secure } = baseUrls;
  const linkSuffix = config.of(usesStoreInUrls, { storeId }) ? `${code}/` : '';
  const staticBase = (section: typeof unsecure): string =>
    config.of(section.static, { storeId }) ?? `${read(section.base)}static/version${STATIC_VERSION}/`;
  return {
    base_url: read(unsecure.base),
    base_link_url: read(unsecure.link) + linkSuffix,
    base_static_url: staticBase(unsecure),
    base_media_url: mediaBase(call, storeId, 'unsecure'),
    secure_base_url: read(secure.base),
    secure_base_link_url: read(secure.link) + linkSuffix,
    secure_base_static_url: staticBase(secure),
    secure_base_media_url: mediaBase(call, storeId, 'secure'),
  };
}
