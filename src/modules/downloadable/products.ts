import type { StoredProduct } from '../catalog/service.ts';
import { downloadableErrors } from './errors.ts';
import { DOWNLOADABLE } from './types.ts';

/** Throws 400 for a product that nothing can be downloaded of. */
export function requireDownloadable(product: StoredProduct): void {
  if (product.type_id !== DOWNLOADABLE) throw downloadableErrors.notDownloadable();
}
