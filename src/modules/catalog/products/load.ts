import { foldText } from '../../../kernel/fold.ts';
import { sql, type RawBuilder, type Selectable, type SqlBool } from 'kysely';
import type { Call, Database } from '../../../kernel/call.ts';
import { isConcurrent, together } from '../../../storage/concurrent-work.ts';
import { perDialect } from '../../../storage/dialects.ts';
import { decodeDocument } from '../../../storage/documents.ts';
import { prepared, preparedFirst, type Params } from '../../../storage/prepared.ts';
import { fold, inIds, inTexts, unseenId } from '../../../storage/sql.ts';
import type { NestedColumns } from './added-fields.ts';
import { rowAlone, type ProductSelection } from './selection.ts';
import {
  columnAttributes,
  type AssignedCategory,
  type ProductDocument,
  type ProductValue,
  type ProductValues,
  type StoredProduct,
} from './product.ts';
import type { ProductTable } from './tables.ts';

type ProductRow = Selectable<ProductTable> & {
  override: string | null;
  /** `1,2` */
  websites?: string | null;
  /** `3:5,4:1`: category and position */
  categories?: string | null;
};

const websites = perDialect<string | null>({
  sqlite: sql`(select group_concat(w.website_id) from catalog_product_website w where w.product_id = p.id)`,
  postgres: sql`(select string_agg(w.website_id::text, ',') from catalog_product_website w where w.product_id = p.id)`,
});
const categories = perDialect<string | null>({
  sqlite: sql`(select group_concat(c.category_id || ':' || c.position) from category_product c where c.product_id = p.id)`,
  postgres: sql`(select string_agg(c.category_id || ':' || c.position, ',') from category_product c where c.product_id = p.id)`,
});

/** Prefix of the modules' columns in a query. */
const NESTED = 'nested:';

/**
 * Products for one store view, with the data of the catalogue's own tables and of modules: one query for any number.
 * Each part is a subquery, which SQLite runs several times faster than an outer join.
 */
function selectProducts(db: Database, storeId: number, added: NestedColumns, withPlaces: boolean) {
  return db
    .selectFrom('catalog_product as p')
    .selectAll('p')
    .select((eb) =>
      eb
        .selectFrom('catalog_product_store as o')
        .select('o.document')
        .whereRef('o.product_id', '=', 'p.id')
        .where('o.store_id', '=', unseenId(storeId))
        .as('override'),
    )
    .$if(withPlaces, (query) => query.select([websites.as('websites'), categories.as('categories')]))
    .select(Object.entries(added).map(([name, column]) => sql<string | null>`${column}`.as(`${NESTED}${name}`)));
}

/** A query for the ids of products on PostgreSQL, with one parameter, as part of another query. */
export interface ProductIdsQuery {
  of(parameter: string | number): RawBuilder<unknown>;
}

function queriesWith({ nested, places }: ProductSelection) {
  const select = (db: Database, storeId: number) => selectProducts(db, storeId, nested(storeId), places);
  return {
    /** The columns of modules, by their own names and by those in the query. */
    added: Object.keys(nested(0)).map((name) => [name, `${NESTED}${name}`] as const),
    bySku: preparedFirst((db, p: Params<{ sku: string; storeId: number }>) =>
      select(db, p.storeId).where(fold('p.sku'), '=', p.sku),
    ),
    byId: preparedFirst((db, p: Params<{ id: number; storeId: number }>) =>
      select(db, p.storeId).where('p.id', '=', p.id),
    ),
    byIds: prepared((db, p: Params<{ ids: readonly number[]; storeId: number }>) =>
      select(db, p.storeId).where(inIds('p.id', p.ids)),
    ),
    bySkus: prepared((db, p: Params<{ skus: readonly string[]; storeId: number }>) =>
      select(db, p.storeId).where(inTexts(fold('p.sku'), p.skus)),
    ),
    /** Statements by the query that finds the ids. */
    byIdsOf: byQuery((ids) =>
      prepared((db, p: Params<{ parameter: string | number; storeId: number }>) =>
        select(db, p.storeId).where(sql<SqlBool>`p.id = any(array(${ids.of(p.parameter)}))`),
      ),
    ),
  };
}

/** Makes each statement once. */
function byQuery<S>(make: (ids: ProductIdsQuery) => S): (ids: ProductIdsQuery) => S {
  const statements = new WeakMap<ProductIdsQuery, S>();
  return (ids) => {
    let statement = statements.get(ids);
    if (!statement) statements.set(ids, (statement = make(ids)));
    return statement;
  };
}

type Queries = ReturnType<typeof queriesWith>;

const queriesBySelection = new WeakMap<ProductSelection, Queries>();

function queriesOf(selection: ProductSelection): Queries {
  let queries = queriesBySelection.get(selection);
  if (!queries) queriesBySelection.set(selection, (queries = queriesWith(selection)));
  return queries;
}

const storeRows = prepared((db, p: Params<{ id: number }>) =>
  db.selectFrom('catalog_product_store').select(['store_id', 'document']).where('product_id', '=', p.id),
);
const versionBySku = preparedFirst((db, p: Params<{ sku: string }>) =>
  db.selectFrom('catalog_product').select(['id', 'version']).where(fold('sku'), '=', p.sku),
);

/** A SKU for comparison: without case, accents and blanks around it. */
export function foldSku(sku: string): string {
  return foldText(sku.trim());
}

/** Whether two SKUs are the same one. */
export function isSameSku(one: string, other: string): boolean {
  return foldSku(one) === foldSku(other);
}

/** The product with a SKU; undefined for an unknown one. */
export async function findBySku(
  call: Call,
  sku: string,
  storeId: number,
  selection: ProductSelection = rowAlone,
): Promise<StoredProduct | undefined> {
  const queries = queriesOf(selection);
  const row = await queries.bySku(call.db, { sku: foldSku(sku), storeId });
  return row && readRow(row, storeId, queries);
}

/** As `findBySku`; saves that run at the same time read their products by one statement. */
export async function findToSave(
  call: Call,
  sku: string,
  storeId: number,
  selection: ProductSelection,
): Promise<StoredProduct | undefined> {
  if (!isConcurrent(call.db)) return await findBySku(call, sku, storeId, selection);
  const found = await together(call.db, `products to save in ${storeId}`, [sku], (skus) =>
    findBySkus(call, skus, storeId, selection),
  );
  return found.get(foldSku(sku));
}

/** The product with an id; undefined when it does not exist. */
export async function findById(
  call: Call,
  id: number,
  storeId: number,
  selection: ProductSelection = rowAlone,
): Promise<StoredProduct | undefined> {
  const queries = queriesOf(selection);
  const row = await queries.byId(call.db, { id, storeId });
  return row && readRow(row, storeId, queries);
}

/** Products by id; unknown ids are skipped. */
export async function findByIds(
  call: Call,
  ids: readonly number[],
  storeId: number,
  selection: ProductSelection = rowAlone,
): Promise<Map<number, StoredProduct>> {
  const queries = queriesOf(selection);
  const rows = await queries.byIds(call.db, { ids, storeId });
  return new Map(rows.map((row) => [row.id, readRow(row, storeId, queries)]));
}

/** Products by id, for the ids that another query finds with this parameter; in one query, on PostgreSQL alone. */
export async function findByIdsOf(
  call: Call,
  ids: ProductIdsQuery,
  parameter: string | number,
  storeId: number,
  selection: ProductSelection = rowAlone,
): Promise<Map<number, StoredProduct>> {
  const queries = queriesOf(selection);
  const rows = await queries.byIdsOf(ids)(call.db, { parameter, storeId });
  return new Map(rows.map((row) => [row.id, readRow(row, storeId, queries)]));
}

/** Products by folded SKU (see `foldSku`); unknown SKUs are skipped. */
export async function findBySkus(
  call: Call,
  skus: readonly string[],
  storeId: number,
  selection: ProductSelection = rowAlone,
): Promise<Map<string, StoredProduct>> {
  const queries = queriesOf(selection);
  const rows = await queries.bySkus(call.db, { skus: skus.map(foldSku), storeId });
  return new Map(rows.map((row) => [foldSku(row.sku), readRow(row, storeId, queries)]));
}

const idsBehind = prepared((db, p: Params<{ sku: string; most: number; since: string }>) =>
  db
    .selectFrom('catalog_product')
    .select('id')
    .where(fold('sku'), '>', p.sku)
    .where('updated_at', '>=', p.since)
    .orderBy(fold('sku'))
    .limit(p.most),
);

/**
 * Ids of the products behind a folded SKU, in order of folded SKUs, so many at most: to go through all of them. `since`: only those
 * that were changed then or later.
 */
export async function productIdsAfter(call: Call, sku: string, most: number, since = ''): Promise<number[]> {
  return (await idsBehind(call.db, { sku, most, since })).map(({ id }) => id);
}

/** The values that each store view overrides in a product, by store id. */
export async function allOverrides(call: Call, id: number): Promise<Map<number, ProductValues>> {
  const rows = await storeRows(call.db, { id });
  return new Map(rows.map((row) => [row.store_id, decodeDocument<ProductValues>(row.document)]));
}

/** Id and version of the product with a SKU. */
export function findVersion(call: Call, sku: string): Promise<{ id: number; version: number } | undefined> {
  return versionBySku(call.db, { sku: foldSku(sku) });
}

function readRow(row: ProductRow, storeId: number, { added }: Queries): StoredProduct {
  const document = decodeDocument<ProductDocument>(row.document);
  // Nobody else has the document.
  const values: Record<string, ProductValue> = document.values;
  for (const code of columnAttributes) {
    const value = row[code];
    if (value !== null) values[code] = value;
  }
  return {
    id: row.id,
    sku: row.sku,
    type_id: row.type_id,
    attribute_set_id: row.attribute_set_id,
    has_options: row.has_options,
    required_options: row.required_options,
    created_at: row.created_at,
    updated_at: row.updated_at,
    version: row.version,
    store_id: storeId,
    values,
    overrides: row.override === null ? {} : decodeDocument<ProductValues>(row.override),
    website_ids: readList(row.websites)
      .map(Number)
      .sort((a, b) => a - b),
    category_places: readList(row.categories)
      .map(readPlace)
      .sort((a, b) => a.category_id - b.category_id),
    tier_prices: document.tier_prices ?? [],
    nested: nestedColumns(row as unknown as NestedColumnValues, added),
  };
}

type NestedColumnValues = Readonly<Record<string, string | null>>;

/** The columns of modules, by their own names. */
function nestedColumns(row: NestedColumnValues, added: Queries['added']): NestedColumnValues {
  const found: Record<string, string | null> = {};
  for (const [name, column] of added) found[name] = row[column]!;
  return found;
}

function readList(text: string | null | undefined): string[] {
  return text === null || text === undefined ? [] : text.split(',');
}

function readPlace(text: string): AssignedCategory {
  const [category_id = 0, position = 0] = text.split(':').map(Number);
  return { category_id, position };
}
