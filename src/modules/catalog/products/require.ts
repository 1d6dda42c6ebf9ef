import type { Call } from '../../../kernel/call.ts';
import type { PlatformError } from '../../../kernel/errors.ts';
import { catalogErrors } from '../errors.ts';
import { findBySku } from './load.ts';
import type { StoredProduct } from './product.ts';
import { touchProducts } from './rows.ts';

/** The error for a product that does not exist, or was deleted meanwhile: 404. */
export function productNotFound(): PlatformError {
  return catalogErrors.productNotFound();
}

/** The product with a SKU, in a store view. Throws 404 when it does not exist. */
export async function requireProduct(call: Call, sku: string, storeId: number): Promise<StoredProduct> {
  const product = await findBySku(call, sku, storeId);
  if (!product) throw productNotFound();
  return product;
}

/** Increases a product's version and sets its time of change. Throws 404 when it was deleted meanwhile. */
export async function touchSaved(call: Call, productId: number): Promise<void> {
  if ((await touchProducts(call, [productId], { saved: true })) === 0) throw productNotFound();
}
