import type { LoadedProduct, ProductOption } from '../../../catalog/service.ts';
import type { StockItemOutput } from '../../../inventory/types.ts';

/** A product as carts need it: in one store view, with its options, its stock and its composition. */
export interface ItemProduct extends LoadedProduct {
  readonly options: readonly ProductOption[];
  /**
   * Salable stock: excludes units that are ordered and not yet shipped. Undefined for a product without a stock item.
   */
  readonly stock: StockItemOutput | undefined;
}

/** Products by id. */
export type ItemProducts = ReadonlyMap<number, ItemProduct>;

/** The name of a product; its SKU if it has none. */
export function nameOf({ values, product }: ItemProduct): string {
  return String(values.name ?? product.sku);
}

/** Whether a product is enabled and belongs to a website. */
export function isOffered({ product, values }: ItemProduct, websiteId: number): boolean {
  return Number(values.status ?? 1) === 1 && product.website_ids.includes(websiteId);
}

/** Whether a product with this stock can be put into a cart at all. */
export function isInStock({ stock }: ItemProduct): boolean {
  return stock !== undefined && (!stock.manage_stock || stock.is_in_stock === true);
}

/** The weight that a product has by itself. */
export function ownWeight({ values: { weight } }: ItemProduct): number | undefined {
  return weight === undefined || weight === '' ? undefined : Number(weight);
}
