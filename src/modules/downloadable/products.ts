import type { Call } from '../../kernel/call.ts';
import { catalogErrors } from '../catalog/errors.ts';
import type { StoredProduct } from '../catalog/service.ts';
import { downloadableErrors } from './errors.ts';
import { DOWNLOADABLE } from './types.ts';

/** The product with a SKU. Throws 404 when there is none. */
export async function requireProduct(call: Call, sku: string): Promise<StoredProduct> {
  const product = await call.services.catalog.productBySku(call, sku, 0);
  if (!product) throw catalogErrors.productNotFound();
  return product;
}

/** Throws 400 for a product that nothing can be downloaded of. */
export function requireDownloadable(product: StoredProduct): void {
  if (product.type_id !== DOWNLOADABLE) throw downloadableErrors.notDownloadable();
}

/** Counts up a product's version and notes when it changed. Throws 404 when it has been deleted meanwhile. */
export async function touch(call: Call, productId: number): Promise<void> {
  if ((await call.services.catalog.touchProducts(call, [productId], { saved: true })) === 0) {
    throw catalogErrors.productNotFound();
  }
}
