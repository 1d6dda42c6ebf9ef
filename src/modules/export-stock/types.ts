import * as t from '../../kernel/types.ts';
import { searchResults } from '../../search/criteria.ts';

const fields = { sku: t.string, qty: t.number, is_salable: t.boolean };

/** What a stock has of a product, ordered pieces included. */
export const ProductStockIndexData = t.object(
  'inventory-export-stock-api-data-product-stock-index-data-interface',
  fields,
);
/** As it is answered. */
export type StockedProduct = t.Out<typeof ProductStockIndexData>;

/** What a stock can still sell of products. The interface names no type of its own for them. */
export const SalableQuantities = searchResults(
  'inventory-export-stock-api-data-export-stock-salable-qty-search-result-interface',
  t.object('framework-extensible-data-interface', fields),
);
