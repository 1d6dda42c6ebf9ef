import * as t from '../../kernel/types.ts';
import { searchResults } from '../../storage/criteria/criteria.ts';

const fields = { sku: t.string, qty: t.number, is_salable: t.boolean };

/** The stock of a product, including ordered units. */
export const ProductStockIndexData = t.object(
  'inventory-export-stock-api-data-product-stock-index-data-interface',
  fields,
);
/** The stock in a response. */
export type StockedProduct = t.Out<typeof ProductStockIndexData>;

/** Salable quantities of products. The interface has no type of its own for them. */
export const SalableQuantities = searchResults(
  'inventory-export-stock-api-data-export-stock-salable-qty-search-result-interface',
  t.object('framework-extensible-data-interface', fields),
);
