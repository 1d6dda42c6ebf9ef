import * as t from '../../kernel/types.ts';
import { AnyRecord, searchResults } from '../../storage/criteria/criteria.ts';

const fields = { sku: t.string, qty: t.number, is_salable: t.boolean };

/** The stock of a product, including ordered units. */
export const ProductStockIndexData = t.object(
  'inventory-export-stock-api-data-product-stock-index-data-interface',
  fields,
);
/** The stock in a response. */
export type StockedProduct = t.Out<typeof ProductStockIndexData>;

/** The fields of a stock where the interface has no type of its own for it. */
export const salableQuantityFields = {
  sku: t.optional(t.string),
  qty: t.optional(t.number),
  is_salable: t.optional(t.boolean),
};

/** Salable quantities of products. */
export const SalableQuantities = searchResults(
  'inventory-export-stock-api-data-export-stock-salable-qty-search-result-interface',
  AnyRecord,
);
