import type { Call } from '../../../kernel/call.ts';
import type { PlatformError } from '../../../kernel/errors.ts';
import { catalogErrors } from '../errors.ts';
import { findBySku } from './load.ts';
import type { StoredProduct } from './product.ts';
import { touchProducts } from './rows.ts';

/** The error for a product that is not there, or has been deleted meanwhile: 404. */
export function productNotFound(): PlatformError {
  return catalogErrors.productNotFound();
}

/** The product with a SKU, as a store view has it. Throws 404 when there is none. */
export async function requireProduct(call: Call, sku: string, storeId: number): Promise<StoredProduct> {
  const product = await findBySku(call, sku, storeId);
  if (!product) throw productNotFound();
  return product;
}

/** Counts up a product's version and notes when it changed. Throws 404 when it has been deleted meanwhile. */
export async function touchSaved(call: Call, productId: number): Promise<void> {
  if ((await touchProducts(call, [productId], { saved: true })) === 0) throw productNotFound();
}
