import type { Call } from '../../../kernel/call.ts';
import { platformErrors } from '../../../kernel/errors.ts';
import { isForeignKeyViolation } from '../../../storage/errors.ts';
import { prepared, type Params } from '../../../storage/prepared.ts';
import { insertRows } from '../../../storage/rows.ts';
import { inIds } from '../../../storage/sql.ts';
import { sentAttribute } from '../products/change.ts';
import type { AssignedCategory } from '../products/product.ts';
import type { ProductInput } from '../products/types.ts';

/**
 * The categories of a product after a save; undefined when they do not change. The custom attribute `category_ids`
 * replaces them, but an empty list is ignored. `category_links` add categories and change positions, and only an empty
 * list removes all. Unknown categories are ignored, and a category without a position in the input keeps its own.
 */
export async function readCategoryPlaces(
  call: Call,
  input: ProductInput,
  before: readonly AssignedCategory[],
): Promise<AssignedCategory[] | undefined> {
  const links = input.extension_attributes?.category_links;
  const ids = sentIds(input);
  if (!links && !ids) return undefined;
  if (links?.length === 0) return [];
  const positions = new Map(before.map((place) => [place.category_id, place.position]));
  const requestedPlaces = new Map<number, number | undefined>(
    (ids ?? [...positions.keys()]).map((id) => [id, undefined]),
  );
  for (const link of links ?? []) requestedPlaces.set(readId(link.category_id), link.position ?? undefined);
  const known = await knownCategories(call, [...requestedPlaces.keys()]);
  return [...requestedPlaces]
    .filter(([id]) => known.has(id))
    .map(([category_id, position]) => ({ category_id, position: position ?? positions.get(category_id) ?? 0 }))
    .sort((a, b) => a.category_id - b.category_id);
}

/** The ids in the custom attribute; undefined when it is to be ignored. */
function sentIds(input: ProductInput): readonly number[] | undefined {
  const ids = sentAttribute(input.custom_attributes, 'category_ids');
  return Array.isArray(ids) && ids.length > 0 ? ids.map(readId) : undefined;
}

/** A category id of the input; an invalid one becomes 0, which no category has. */
function readId(input: unknown): number {
  const id = Number(input);
  return Number.isSafeInteger(id) && id > 0 ? id : 0;
}

const categoriesAmong = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('category').select('id').where(inIds('id', p.ids)),
);

async function knownCategories(call: Call, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await categoriesAmong(call.db, { ids });
  return new Set(rows.map((row) => row.id));
}

/** Writes the categories of a product: the difference between `before` and `after`. */
export async function writeCategoryPlaces(
  call: Call,
  productId: number,
  before: readonly AssignedCategory[],
  after: readonly AssignedCategory[],
): Promise<void> {
  const positions = new Map(before.map((place) => [place.category_id, place.position]));
  const changed = after.filter((place) => positions.get(place.category_id) !== place.position);
  const rows = changed.map(({ category_id, position }) => ({ category_id, product_id: productId, position }));
  try {
    await insertRows(call.db, 'category_product', rows, {
      onConflict: { key: ['product_id', 'category_id'], update: ['position'] },
    });
  } catch (error) {
    // A category was deleted since it was looked up: the next attempt does not find it.
    if (isForeignKeyViolation(error)) throw platformErrors.stale();
    throw error;
  }
  const remainingIds = new Set(after.map((place) => place.category_id));
  const removed = before.map((place) => place.category_id).filter((id) => !remainingIds.has(id));
  if (removed.length === 0) return;
  await call.db
    .deleteFrom('category_product')
    .where('product_id', '=', productId)
    .where(inIds('category_id', removed))
    .execute();
}
