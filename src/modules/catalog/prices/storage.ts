import type { Call } from '../../../kernel/call.ts';
import { findBySkus, foldSku } from '../products/load.ts';
import type { ProductValues, StoredProduct } from '../products/product.ts';
import { overridesByProduct } from '../products/save-prices.ts';
import { priceErrors } from './errors.ts';

/** Types of products that have a price of their own. */
export const pricedTypes: ReadonlySet<string> = new Set(['simple', 'virtual', 'downloadable', 'bundle']);
/** Types of products that the merchant buys as they are. */
export const costTypes: ReadonlySet<string> = new Set(['simple', 'virtual', 'downloadable']);

/** Products by SKU as `foldSku` gives it, as the global scope has them; those of other types are left out. */
export async function productsFor(
  call: Call,
  skus: readonly (string | null | undefined)[],
  types: ReadonlySet<string>,
): Promise<Map<string, StoredProduct>> {
  const wanted = new Set(skus.flatMap((sku) => (sku ? [foldSku(sku)] : [])));
  const products = await findBySkus(call, [...wanted], 0);
  for (const [sku, product] of products) if (!types.has(product.type_id)) products.delete(sku);
  return products;
}

/** As `productsFor`, each SKU of the list once and in its order. Throws 404 when one is missing. */
export async function requireProducts(
  call: Call,
  skus: readonly string[],
  types: ReadonlySet<string>,
): Promise<StoredProduct[]> {
  const products = await productsFor(call, skus, types);
  return [...new Set(skus.flatMap((sku) => products.get(foldSku(sku)) ?? []))];
}

/** Throws 404 for the SKUs that are not among the products that were found. */
export function requireAll(skus: readonly string[], found: ReadonlySet<string>): void {
  const missing = skus.filter((sku) => !found.has(foldSku(sku)));
  if (missing.length > 0) throw priceErrors.productsNotFound({ sku: missing.join(', ') });
}

/** The values of a product by scope: those of scope 0 first, then what each store view overrides. */
export async function valuesByStore(
  call: Call,
  products: readonly StoredProduct[],
): Promise<{ product: StoredProduct; storeId: number; values: ProductValues }[]> {
  const overrides = await overridesByProduct(
    call,
    products.map((product) => product.id),
  );
  return products.flatMap((product) => [
    { product, storeId: 0, values: product.values },
    ...[...(overrides.get(product.id) ?? [])].map(([storeId, values]) => ({ product, storeId, values })),
  ]);
}
