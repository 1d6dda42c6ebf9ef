import * as t from '../../kernel/types.ts';

const WebsiteExtension = t.extension('store-data-website-extension-interface', {});
/** A website. */
export const Website = t.object('store-data-website-interface', {
  id: t.integer,
  code: t.string,
  name: t.string,
  default_group_id: t.integer,
  extension_attributes: t.optional(WebsiteExtension),
});

const StoreGroupExtension = t.extension('store-data-group-extension-interface', {});
/** A group of store views with a common root category. */
export const StoreGroup = t.object('store-data-group-interface', {
  id: t.integer,
  website_id: t.integer,
  root_category_id: t.integer,
  default_store_id: t.integer,
  name: t.string,
  code: t.string,
  extension_attributes: t.optional(StoreGroupExtension),
});

const StoreViewExtension = t.extension('store-data-store-extension-interface', {});
/** A store view. */
export const StoreView = t.object('store-data-store-interface', {
  id: t.integer,
  code: t.string,
  name: t.string,
  website_id: t.integer,
  store_group_id: t.integer,
  is_active: t.integer,
  extension_attributes: t.optional(StoreViewExtension),
});

const StoreConfigExtension = t.extension('store-data-store-config-extension-interface', {});
/** Settings of a store view that storefronts need. */
export const StoreConfig = t.object('store-data-store-config-interface', {
  id: t.integer,
  code: t.string,
  website_id: t.integer,
  locale: t.string,
  base_currency_code: t.string,
  default_display_currency_code: t.string,
  timezone: t.string,
  weight_unit: t.string,
  base_url: t.string,
  base_link_url: t.string,
  base_static_url: t.string,
  base_media_url: t.string,
  secure_base_url: t.string,
  secure_base_link_url: t.string,
  secure_base_static_url: t.string,
  secure_base_media_url: t.string,
  extension_attributes: t.optional(StoreConfigExtension),
});
