import * as t from '../../../kernel/types.ts';

/** A row that a price storage rejected, with the reason; the other rows are saved. */
export const PriceUpdateResult = t.object('catalog-data-price-update-result-interface', {
  message: t.string,
  parameters: t.array(t.string),
  extension_attributes: t.optional(t.extension('catalog-data-price-update-result-extension-interface', {})),
});

/** The price of a product in a store view; 0: the inherited price of all. */
export const BasePrice = t.object('catalog-data-base-price-interface', {
  price: t.number,
  store_id: t.integer,
  sku: t.string,
  extension_attributes: t.optional(t.extension('catalog-data-base-price-extension-interface', {})),
});

/** The merchant's cost of a product. */
export const Cost = t.object('catalog-data-cost-interface', {
  cost: t.number,
  store_id: t.integer,
  sku: t.string,
  extension_attributes: t.optional(t.extension('catalog-data-cost-extension-interface', {})),
});

/** A price that replaces the regular one for some time; times are `YYYY-MM-DD HH:MM:SS`. */
export const SpecialPrice = t.object('catalog-data-special-price-interface', {
  price: t.number,
  store_id: t.integer,
  sku: t.string,
  price_from: t.string,
  price_to: t.string,
  extension_attributes: t.optional(t.extension('catalog-data-special-price-extension-interface', {})),
});

/** A price for a quantity and more, in the form of the tier price storage: with the customer group's name. */
export const StorageTierPrice = t.object('catalog-data-tier-price-interface', {
  price: t.number,
  price_type: t.string,
  website_id: t.integer,
  sku: t.string,
  customer_group: t.string,
  quantity: t.number,
  extension_attributes: t.optional(t.extension('catalog-data-tier-price-extension-interface', {})),
});
