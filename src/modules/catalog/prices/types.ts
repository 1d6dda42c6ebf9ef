import * as t from '../../../kernel/types.ts';

/** A row that a price storage has refused, and why; the others are saved. */
export const PriceUpdateResult = t.object('catalog-data-price-update-result-interface', {
  message: t.string,
  parameters: t.array(t.string),
  extension_attributes: t.optional(t.extension('catalog-data-price-update-result-extension-interface', {})),
});

/** The price of a product in a store view; 0: the one that all inherit. */
export const BasePrice = t.object('catalog-data-base-price-interface', {
  price: t.number,
  store_id: t.integer,
  sku: t.string,
  extension_attributes: t.optional(t.extension('catalog-data-base-price-extension-interface', {})),
});

/** What a product costs the merchant. */
export const Cost = t.object('catalog-data-cost-interface', {
  cost: t.number,
  store_id: t.integer,
  sku: t.string,
  extension_attributes: t.optional(t.extension('catalog-data-cost-extension-interface', {})),
});

/** A price that replaces the usual one for a time; the times are `YYYY-MM-DD HH:MM:SS`. */
export const SpecialPrice = t.object('catalog-data-special-price-interface', {
  price: t.number,
  store_id: t.integer,
  sku: t.string,
  price_from: t.string,
  price_to: t.string,
  extension_attributes: t.optional(t.extension('catalog-data-special-price-extension-interface', {})),
});

/** A price from a quantity on, as the tier price storage has it: the customer group by name. */
export const StorageTierPrice = t.object('catalog-data-tier-price-interface', {
  price: t.number,
  price_type: t.string,
  website_id: t.integer,
  sku: t.string,
  customer_group: t.string,
  quantity: t.number,
  extension_attributes: t.optional(t.extension('catalog-data-tier-price-extension-interface', {})),
});
