import type { Call, Database } from '../../../kernel/call.ts';
import { platformErrors } from '../../../kernel/errors.ts';
import { formatTime } from '../../../kernel/time.ts';
import { encodeDocument } from '../../../storage/documents.ts';
import { preparedFirst, preparedWrite, type Params } from '../../../storage/prepared.ts';
import { inIds } from '../../../storage/sql.ts';
import { columnsOf, TREE_ROOT, type CategoryPlace, type CategoryValues } from './category.ts';
import type { CategoryTable } from './tables.ts';

const holdRoot = preparedWrite((db, p: Params<{ id: number }>) =>
  db
    .updateTable('category')
    .set((eb) => ({ children_count: eb.ref('children_count') }))
    .where('id', '=', p.id),
);

/**
 * Locks the tree and all URL keys: until this transaction ends, no other one changes them. Later reads of the tree stay
 * valid.
 */
export async function lockTree(call: Call): Promise<void> {
  await holdRoot(call.db, { id: TREE_ROOT });
}

const lastPosition = preparedFirst((db, p: Params<{ parentId: number; exceptId: number }>) =>
  db
    .selectFrom('category')
    .select((eb) => eb.fn.max<number | null>('position').as('position'))
    .where('parent_id', '=', p.parentId)
    .where('id', '<>', p.exceptId),
);

/** The greatest position among the children of a category, without the child `exceptId`; 0 when it has none. */
export async function lastPositionIn(db: Database, parentId: number, exceptId = 0): Promise<number> {
  return (await lastPosition(db, { parentId, exceptId }))?.position ?? 0;
}

const insertRow = preparedWrite((db, p: Params<Omit<CategoryTable, 'version' | 'children_count'>>) =>
  db.insertInto('category').values({
    id: p.id,
    parent_id: p.parent_id,
    path: p.path,
    level: p.level,
    position: p.position,
    name: p.name,
    is_active: p.is_active,
    is_anchor: p.is_anchor,
    url_key: p.url_key,
    created_at: p.created_at,
    updated_at: p.updated_at,
    document: p.document,
    children_count: 0,
    version: 1,
  }),
);

/** A category that is about to be inserted. */
interface NewCategory extends Omit<CategoryPlace, 'children_count'> {
  readonly created_at: string;
  readonly updated_at: string;
  readonly values: CategoryValues;
}

/** Inserts a category without children; the caller updates the counts of the categories above it. */
export async function insertCategory(db: Database, { values, ...place }: NewCategory): Promise<void> {
  await insertRow(db, { ...place, ...columnsOf(values) });
}

const addToCounts = preparedWrite((db, p: Params<{ ids: readonly number[]; difference: number; now: string }>) =>
  db
    .updateTable('category')
    .set((eb) => ({ children_count: eb('children_count', '+', p.difference), updated_at: p.now }))
    .where(inIds('id', p.ids)),
);

/** Adds a difference to the number of categories below these, which are changed `now`. */
export async function countBelow(
  call: Call,
  ids: readonly number[],
  difference: number,
  now = formatTime(call.clock.now()),
): Promise<void> {
  if (ids.length > 0) await addToCounts(call.db, { ids, difference, now });
}

const updateRow = preparedWrite((db, p: Params<Omit<UpdatedCategory, 'values'> & ReturnType<typeof columnsOf>>) =>
  db
    .updateTable('category')
    .set((eb) => ({
      position: eb.fn.coalesce(eb.val(p.position), 'position'),
      updated_at: p.updated_at,
      name: p.name,
      is_active: p.is_active,
      is_anchor: p.is_anchor,
      url_key: p.url_key,
      document: p.document,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', p.id)
    .where('version', '=', p.version),
);

interface UpdatedCategory {
  readonly id: number;
  /** The version at which it was read. */
  readonly version: number;
  /** Null: unchanged, even if somebody else has changed it. */
  readonly position: number | null;
  readonly updated_at: string;
  readonly values: CategoryValues;
}

/**
 * Writes a category's values of scope 0. Throws the retriable "stale" error when somebody else has written it since it was read.
 */
export async function updateCategoryRow(db: Database, { values, ...row }: UpdatedCategory): Promise<void> {
  if ((await updateRow(db, { ...row, ...columnsOf(values) })) === 0) throw platformErrors.stale();
}

const putOverrides = preparedWrite((db, p: Params<{ category_id: number; store_id: number; document: string }>) =>
  db
    .insertInto('category_store')
    .values({ category_id: p.category_id, store_id: p.store_id, document: p.document })
    .onConflict((conflict) =>
      conflict.columns(['category_id', 'store_id']).doUpdateSet((eb) => ({ document: eb.ref('excluded.document') })),
    ),
);
const dropOverrides = preparedWrite((db, p: Params<{ category_id: number; store_id: number }>) =>
  db.deleteFrom('category_store').where('category_id', '=', p.category_id).where('store_id', '=', p.store_id),
);

/** Writes the values that a store view overrides in a category; undefined: none. */
export async function writeCategoryOverrides(
  db: Database,
  categoryId: number,
  storeId: number,
  values: CategoryValues | undefined,
): Promise<void> {
  const key = { category_id: categoryId, store_id: storeId };
  if (values) await putOverrides(db, { ...key, document: encodeDocument(values) });
  else await dropOverrides(db, key);
}
