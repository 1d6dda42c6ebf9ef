import * as t from '../../kernel/types.ts';
import { searchResults } from '../../storage/criteria/criteria.ts';

const SourceCarrierLink = t.object('inventory-api-data-source-carrier-link-interface', {
  carrier_code: t.optional(t.string),
  position: t.optional(t.integer),
  extension_attributes: t.optional(t.extension('inventory-api-data-source-carrier-link-extension-interface', {})),
});

/** A place that stores products: a warehouse or a shop. Coordinates in degrees. */
export const Source = t.object('inventory-api-data-source-interface', {
  source_code: t.optional(t.string),
  name: t.optional(t.string),
  email: t.optional(t.string),
  contact_name: t.optional(t.string),
  enabled: t.optional(t.boolean),
  description: t.optional(t.string),
  latitude: t.optional(t.number),
  longitude: t.optional(t.number),
  country_id: t.optional(t.string),
  region_id: t.optional(t.integer),
  region: t.optional(t.string),
  city: t.optional(t.string),
  street: t.optional(t.string),
  postcode: t.optional(t.string),
  phone: t.optional(t.string),
  fax: t.optional(t.string),
  use_default_carrier_config: t.optional(t.boolean),
  carrier_links: t.optional(t.array(SourceCarrierLink)),
  extension_attributes: t.optional(
    t.extension('inventory-api-data-source-extension-interface', {
      is_pickup_location_active: t.optional(t.boolean),
      frontend_name: t.optional(t.string),
      frontend_description: t.optional(t.string),
    }),
  ),
});
/** A source in a request. */
export type SourceInput = t.In<typeof Source>;
/** A source in a response. */
export type SourceOutput = t.Out<typeof Source>;

/** A page of sources. */
export const SourceSearchResults = searchResults('inventory-api-data-source-search-results-interface', Source);

const SalesChannel = t.object('inventory-sales-api-data-sales-channel-interface', {
  type: t.optional(t.string),
  code: t.optional(t.string),
  extension_attributes: t.optional(t.extension('inventory-sales-api-data-sales-channel-extension-interface', {})),
});
/** A sales channel in a request. */
export type SalesChannelInput = t.In<typeof SalesChannel>;

/** Sources that sell together, with their sales channels. */
export const Stock = t.object('inventory-api-data-stock-interface', {
  stock_id: t.optional(t.integer),
  name: t.optional(t.string),
  extension_attributes: t.optional(
    t.extension('inventory-api-data-stock-extension-interface', { sales_channels: t.optional(t.array(SalesChannel)) }),
  ),
});
/** A stock in a request. */
export type StockInput = t.In<typeof Stock>;
/** A stock in a response. */
export type StockOutput = t.Out<typeof Stock>;

/** A page of stocks. */
export const StockSearchResults = searchResults('inventory-api-data-stock-search-results-interface', Stock);

/** A source in a stock; the lowest priority comes first. */
export const StockSourceLink = t.object('inventory-api-data-stock-source-link-interface', {
  stock_id: t.optional(t.integer),
  source_code: t.optional(t.string),
  priority: t.optional(t.integer),
  extension_attributes: t.optional(
    t.extension('inventory-api-data-stock-source-link-extension-interface', { source_name: t.optional(t.string) }),
  ),
});
/** A link in a request. */
export type StockSourceLinkInput = t.In<typeof StockSourceLink>;

/** A page of links. */
export const StockSourceLinkSearchResults = searchResults(
  'inventory-api-data-stock-source-link-search-results-interface',
  StockSourceLink,
);

/** A source's item of a product; `status`: 1 in stock, 0 out of stock. */
export const SourceItem = t.object('inventory-api-data-source-item-interface', {
  sku: t.optional(t.string),
  source_code: t.optional(t.string),
  quantity: t.optional(t.number),
  status: t.optional(t.integer),
  extension_attributes: t.optional(t.extension('inventory-api-data-source-item-extension-interface', {})),
});
/** A source item in a request. */
export type SourceItemInput = t.In<typeof SourceItem>;

/** A page of source items. */
export const SourceItemSearchResults = searchResults(
  'inventory-api-data-source-item-search-results-interface',
  SourceItem,
);

const SalabilityError = t.object('inventory-sales-api-data-product-salability-error-interface', {
  code: t.string,
  message: t.string,
  extension_attributes: t.optional(
    t.extension('inventory-sales-api-data-product-salability-error-extension-interface', {}),
  ),
});

/** Whether a quantity can be sold, and why not. */
export const ProductSalableResult = t.object('inventory-sales-api-data-product-salable-result-interface', {
  salable: t.boolean,
  errors: t.array(SalabilityError),
  extension_attributes: t.optional(
    t.extension('inventory-sales-api-data-product-salable-result-extension-interface', {}),
  ),
});
/** The result in a response. */
export type SalableResult = t.Out<typeof ProductSalableResult>;

/** Whether a product can be sold. */
export const IsProductSalableResult = t.object('inventory-sales-api-data-is-product-salable-result-interface', {
  sku: t.string,
  stock_id: t.integer,
  salable: t.boolean,
  extension_attributes: t.optional(
    t.extension('inventory-sales-api-data-is-product-salable-result-extension-interface', {}),
  ),
});

/** Whether a quantity of a product can be sold, and why not. */
export const IsProductSalableForQtyResult = t.object(
  'inventory-sales-api-data-is-product-salable-for-requested-qty-result-interface',
  {
    sku: t.string,
    stock_id: t.integer,
    salable: t.boolean,
    errors: t.array(SalabilityError),
    extension_attributes: t.optional(
      t.extension('inventory-sales-api-data-is-product-salable-for-requested-qty-result-extension-interface', {}),
    ),
  },
);

/** A product and a quantity of it. */
export const SkuRequest = t.object('inventory-sales-api-data-is-product-salable-for-requested-qty-request-interface', {
  sku: t.string,
  qty: t.number,
  extension_attributes: t.optional(
    t.extension('inventory-sales-api-data-is-product-salable-for-requested-qty-request-extension-interface', {}),
  ),
});

/** A quantity of a product to transfer between sources. */
export const TransferItem = t.object('inventory-catalog-api-data-partial-inventory-transfer-item-interface', {
  sku: t.string,
  qty: t.number,
});
