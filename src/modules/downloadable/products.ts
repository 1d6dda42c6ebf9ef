import type { StoredProduct } from '../catalog/service.ts';
import { downloadableErrors } from './errors.ts';
import { DOWNLOADABLE } from './types.ts';

/** Throws 400 for a product that is not downloadable. */
export function requireDownloadable(product: StoredProduct): void {
  if (product.type_id !== DOWNLOADABLE) throw downloadableErrors.notDownloadable();
}
