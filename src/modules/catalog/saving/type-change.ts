import { sql } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import { catalogErrors } from '../errors.ts';
import type { ProductHead } from '../products/extensions.ts';
import { wholesOf } from '../products/compositions.ts';
import { productType } from '../products/product-types.ts';

/**
 * Throws 400 when a product cannot change its type: data that only its present type has would be lost (the interface drops or
 * hides it silently), or it is a component of other products and the new type is composite.
 */
export async function checkTypeChange(call: Call, product: ProductHead, typeId: string): Promise<void> {
  const { id, sku, type_id } = product;
  if (typeId === type_id) return;
  const { ownData } = productType(call, type_id) ?? {};
  if (ownData) {
    const { rows } = await sql`select 1 from catalog_product p where p.id = ${id} and ${ownData}`.execute(call.db);
    if (rows.length > 0) throw catalogErrors.typeChangeLoses([sku, typeId, type_id]);
  }
  if (productType(call, typeId)?.isComposite && (await wholesOf(call, [id])).length > 0) {
    throw catalogErrors.typeChangeOfComponent([sku, typeId]);
  }
}
