import { prepared, type Params } from '../../../storage/prepared.ts';
import { inIds } from '../../../storage/sql.ts';
import type { Call } from '../../../kernel/call.ts';

/** A numeric value of a product's attribute in scope 0, such as the option of a select. */
interface IndexedNumber {
  readonly product_id: number;
  readonly attribute_id: number;
  readonly number_value: number | null;
}

const numbers = prepared((db, p: Params<{ products: readonly number[]; attributes: readonly number[] }>) =>
  db
    .selectFrom('catalog_product_index')
    .select(['product_id', 'attribute_id', 'number_value'])
    .where(inIds('product_id', p.products))
    .where(inIds('attribute_id', p.attributes))
    .where('store_id', '=', 0),
);

/** The numeric values of attributes that products have in scope 0, in one query and without reading the products. */
export async function indexedNumbers(
  call: Call,
  productIds: readonly number[],
  attributeIds: readonly number[],
): Promise<readonly IndexedNumber[]> {
  if (productIds.length === 0 || attributeIds.length === 0) return [];
  return await numbers(call.db, { products: productIds, attributes: attributeIds });
}
