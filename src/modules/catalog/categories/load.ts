import { sql, type Selectable } from 'kysely';
import type { Call, Database } from '../../../kernel/call.ts';
import { platformErrors } from '../../../kernel/errors.ts';
import { decodeDocument } from '../../../storage/documents.ts';
import { prepared, preparedFirst, type Params } from '../../../storage/prepared.ts';
import { inIds } from '../../../storage/sql.ts';
import type { SeenCondition } from '../assortments/assortment.ts';
import {
  ROOT_LEVEL,
  categoryValues,
  type CategoryPlace,
  type CategoryReads,
  type CategoryValues,
  type StoredCategory,
} from './category.ts';
import { activeChildren, urlPath } from './sql.ts';
import type { CategoryTable } from './tables.ts';

type CategoryRow = Selectable<CategoryTable> & {
  override: string | null;
  children: string | null;
  url_path: string | null;
};

/** Reads all fields of a category. */
const whole: CategoryReads = { children: true, urlPath: true };

/** Categories with their response fields in one store view: one query for any number. */
function selectCategories(db: Database, storeId: number, { children, urlPath: isPathRead }: CategoryReads) {
  return db
    .selectFrom('category as c')
    .selectAll('c')
    .select((eb) =>
      eb
        .selectFrom('category_store as o')
        .select('o.document')
        .whereRef('o.category_id', '=', 'c.id')
        .where('o.store_id', '=', storeId)
        .as('override'),
    )
    .select([
      (children ? activeChildren(storeId) : nothing).as('children'),
      (isPathRead ? urlPath(storeId) : nothing).as('url_path'),
    ]);
}

function selectChildren(db: Database, storeId: number, reads: CategoryReads, parentIds: readonly number[]) {
  return selectCategories(db, storeId, reads)
    .where(inIds('c.parent_id', parentIds))
    .orderBy('c.position')
    .orderBy('c.id');
}

const nothing = sql<string | null>`null`;

/** One query for each combination of reads. */
function forReads<Q>(make: (reads: CategoryReads) => Q): (reads: CategoryReads) => Q {
  const forChildren = (children: boolean) => ({
    withPath: make({ children, urlPath: true }),
    withoutPath: make({ children, urlPath: false }),
  });
  const queries = { withChildren: forChildren(true), withoutChildren: forChildren(false) };
  return ({ children, urlPath }) => {
    const { withPath, withoutPath } = children ? queries.withChildren : queries.withoutChildren;
    return urlPath ? withPath : withoutPath;
  };
}

const byId = forReads((reads) =>
  preparedFirst((db, p: Params<{ id: number; storeId: number }>) =>
    selectCategories(db, p.storeId, reads).where('c.id', '=', p.id),
  ),
);
const byIds = forReads((reads) =>
  prepared((db, p: Params<{ ids: readonly number[]; storeId: number }>) =>
    selectCategories(db, p.storeId, reads).where(inIds('c.id', p.ids)),
  ),
);
const byParents = forReads((reads) =>
  prepared((db, p: Params<{ parentIds: readonly number[]; storeId: number }>) =>
    selectChildren(db, p.storeId, reads, p.parentIds),
  ),
);
const placeById = preparedFirst((db, p: Params<{ id: number }>) =>
  db
    .selectFrom('category')
    .select(['id', 'parent_id', 'path', 'level', 'position', 'children_count'])
    .where('id', '=', p.id),
);
const storeRows = prepared((db, p: Params<{ id: number }>) =>
  db.selectFrom('category_store').select(['store_id', 'document']).where('category_id', '=', p.id),
);

/** The error for a category that does not exist. */
export function noCategory(id: number | string): Error {
  return platformErrors.noSuchEntity({ fieldName: 'id', fieldValue: id });
}

/** A category with the values of a store view. Throws 404 for an unknown one. */
export async function getCategory(
  call: Call,
  id: number,
  storeId: number,
  reads: CategoryReads = whole,
): Promise<StoredCategory> {
  const row = await byId(reads)(call.db, { id, storeId });
  if (!row) throw noCategory(id);
  return readRow(row, storeId);
}

/** Categories by id; unknown ids are skipped. `seen`: only those that meet it. */
export async function findCategories(
  call: Call,
  ids: readonly number[],
  storeId: number,
  reads: CategoryReads,
  seen?: SeenCondition,
): Promise<Map<number, StoredCategory>> {
  const select: SelectRows = (db, own) => selectCategories(db, storeId, reads).where(inIds('c.id', own));
  const rows = seen
    ? await seenRows(call, ids, seen, { shape: shapeOf('by id', storeId, reads), select })
    : await byIds(reads)(call.db, { ids, storeId });
  return new Map(rows.map((row) => [row.id, readRow(row, storeId)]));
}

/** Throws 404 for the first unknown category. */
export async function requireCategories(call: Call, ids: readonly number[]): Promise<void> {
  const rows = await call.db
    .selectFrom('category')
    .select('id')
    .where(inIds('id', ids.filter(Number.isSafeInteger)))
    .execute();
  const known = new Set(rows.map(({ id }) => id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw noCategory(unknown);
}

/** The children of categories, in order of their places. `seen`: as of `findCategories`. */
export async function findChildren(
  call: Call,
  parentIds: readonly number[],
  storeId: number,
  reads: CategoryReads,
  seen?: SeenCondition,
): Promise<StoredCategory[]> {
  const select: SelectRows = (db, ids) => selectChildren(db, storeId, reads, ids);
  const rows = seen
    ? await seenRows(call, parentIds, seen, { shape: shapeOf('by parent', storeId, reads), select })
    : await byParents(reads)(call.db, { parentIds, storeId });
  return rows.map((row) => readRow(row, storeId));
}

type SelectRows = (db: Database, ids: readonly number[]) => ReturnType<typeof selectCategories>;

/** The inputs of a query besides ids and what its caller sees. */
function shapeOf(kind: string, storeId: number, { children, urlPath: isPathRead }: CategoryReads): string {
  return `categories ${kind} ${storeId} ${children} ${isPathRead}`;
}

/** The rows of a query that meet a condition. The statement is built once for each shape. */
async function seenRows(
  call: Call,
  ids: readonly number[],
  seen: SeenCondition,
  { shape, select }: { readonly shape: string; readonly select: SelectRows },
): Promise<CategoryRow[]> {
  const query = (own: readonly number[]) => select(call.db, own).where(seen.test());
  // A transaction may see settings of its own.
  if (call.inTransaction) return await query(ids).execute();
  const { cachedStatements } = call.services.listing;
  const rows = await cachedStatements.rows(
    call.db,
    `${shape} ${seen.shape}`,
    { ids },
    (p: Params<{ ids: readonly number[] }>) => query(p.ids).compile(),
  );
  return rows ?? (await query(ids).execute());
}

/** The place of a category in the tree; undefined when it does not exist. */
export function findPlace(call: Call, id: number): Promise<CategoryPlace | undefined> {
  return placeById(call.db, { id });
}

/** As `findPlace`. Throws 404 when it does not exist. */
export async function getPlace(call: Call, id: number): Promise<CategoryPlace> {
  const place = await findPlace(call, id);
  if (!place) throw noCategory(id);
  return place;
}

/** Whether stores can have a category as their root. */
export async function isRootCategory(call: Call, id: number): Promise<boolean> {
  return (await findPlace(call, id))?.level === ROOT_LEVEL;
}

/** The values that each store view overrides in a category, by store id. */
export async function allCategoryOverrides(call: Call, id: number): Promise<Map<number, CategoryValues>> {
  const rows = await storeRows(call.db, { id });
  return new Map(rows.map((row) => [row.store_id, decodeDocument<CategoryValues>(row.document)]));
}

function readRow(row: CategoryRow, storeId: number): StoredCategory {
  const { id, parent_id, path, level, position, children_count, created_at, updated_at, version } = row;
  return {
    id,
    parent_id,
    path,
    level,
    position,
    children_count,
    created_at,
    updated_at,
    version,
    store_id: storeId,
    values: categoryValues(row, decodeDocument<CategoryValues>(row.document)),
    overrides: row.override === null ? {} : decodeDocument<CategoryValues>(row.override),
    children: row.children ?? '',
    url_path: row.url_path,
  };
}
