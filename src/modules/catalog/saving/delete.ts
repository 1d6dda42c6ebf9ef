import type { Call } from '../../../kernel/call.ts';
import { noteDeletedProduct } from '../changes.ts';
import { catalogErrors } from '../errors.ts';
import type { ProductHead } from '../products/extensions.ts';
import { markWholes } from '../pricing/charged-price.ts';
import { findBySku } from '../products/load.ts';
import { productType } from '../products/product-types.ts';
import { deleteProductRow } from '../products/rows.ts';

/** Deletes the product with a SKU and all its data. Throws 404 when it does not exist. */
export async function deleteProduct(call: Call, sku: string): Promise<void> {
  const product = await findBySku(call, sku, 0);
  if (!product) throw catalogErrors.productNotFound();
  if (!(await removeProduct(call, product))) throw catalogErrors.productNotFound();
}

/** Deletes a product and all its data; false when somebody else has done so meanwhile. */
export async function removeProduct(call: Call, product: ProductHead): Promise<boolean> {
  if (productType(call, product.type_id)?.isComposite !== true) await markWholes(call, [product.id]);
  for (const field of call.contributions.productFields) await field.beforeRemove?.(call, product);
  if (!(await deleteProductRow(call.db, product.id))) return false;
  noteDeletedProduct(call, product);
  for (const extension of call.contributions.productExtensions) await extension.remove(call, product);
  await call.services.urlRewrite.forget(call, 'PRODUCT', [product.id]);
  return true;
}
