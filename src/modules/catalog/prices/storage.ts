import type { Call } from '../../../kernel/call.ts';
import { slicesOf } from '../../../kernel/turns.ts';
import { findBySkus, foldSku } from '../products/load.ts';
import type { ProductValues, StoredProduct } from '../products/product.ts';
import { overridesByProduct, productsAtOnce } from './save-prices.ts';
import { priceErrors } from './errors.ts';

/** Product types with a price of their own. */
export const pricedTypes: ReadonlySet<string> = new Set(['simple', 'virtual', 'downloadable', 'bundle']);
/** Product types with a cost. */
export const costTypes: ReadonlySet<string> = new Set(['simple', 'virtual', 'downloadable']);

/** Products by folded SKU (see `foldSku`), with the values of the global scope; products of other types are skipped. */
export async function productsFor(
  call: Call,
  skus: readonly (string | null | undefined)[],
  types: ReadonlySet<string>,
): Promise<Map<string, StoredProduct>> {
  const keys = new Set(skus.flatMap((sku) => (sku ? [foldSku(sku)] : [])));
  const products = new Map<string, StoredProduct>();
  for await (const slice of slicesOf([...keys], productsAtOnce)) {
    for (const [sku, product] of await findBySkus(call, slice, 0)) {
      if (types.has(product.type_id)) products.set(sku, product);
    }
  }
  return products;
}

/** As `productsFor`, in the order of the list, each product once. */
export async function productsIn(
  call: Call,
  skus: readonly string[],
  types: ReadonlySet<string>,
): Promise<StoredProduct[]> {
  const products = await productsFor(call, skus, types);
  return [...new Set(skus.flatMap((sku) => products.get(foldSku(sku)) ?? []))];
}

/** Throws a 404 with the SKUs that were not found. */
export function requireAll(skus: readonly string[], found: ReadonlySet<string>): void {
  const missing = skus.filter((sku) => !found.has(foldSku(sku)));
  if (missing.length > 0) throw priceErrors.productsNotFound({ sku: missing.join(', ') });
}

/** The values of a product by scope: first those of scope 0, then the overrides of each store view. */
export async function valuesByStore(
  call: Call,
  products: readonly StoredProduct[],
): Promise<{ product: StoredProduct; storeId: number; values: ProductValues }[]> {
  const rows: { product: StoredProduct; storeId: number; values: ProductValues }[] = [];
  for await (const slice of slicesOf(products, productsAtOnce)) {
    const overrides = await overridesByProduct(
      call,
      slice.map((product) => product.id),
    );
    for (const product of slice) {
      rows.push({ product, storeId: 0, values: product.values });
      for (const [storeId, values] of overrides.get(product.id) ?? []) rows.push({ product, storeId, values });
    }
  }
  return rows;
}
