import { sql, type Generated, type Insertable, type Kysely, type Updateable } from 'kysely';
import type { Database, Tables } from '../kernel/call.ts';
import { platformErrors } from '../kernel/errors.ts';
import { parseJson, type JsonText } from '../kernel/json-text.ts';
import { requireTransaction, type WithNext } from './connection.ts';
import { staleWhereNoneFound } from './errors.ts';
import { plainParameter } from './parameters.ts';
import { preparedOne, preparedWithNext, preparedWrite, type Params } from './prepared.ts';
import { advanceIds } from './rows.ts';
import { RecentMap } from './recent-map.ts';

/** Tables of aggregates: an id, columns that are searched, a document with everything else, and a version. */
type DocumentTable = {
  [T in keyof Tables]: Tables[T] extends { id: unknown; document: unknown; version: unknown } ? T : never;
}[keyof Tables] &
  string;

/** The columns that `insertDocument` and `updateDocument` use; the table's own columns are checked at the call. */
interface AnyDocumentRow {
  id: Generated<number>;
  document: string;
  version: number;
}
type AnyDocumentDatabase = Kysely<Record<string, AnyDocumentRow>>;

/** Compiles statements for any table of aggregates. */
function anyDocuments(db: Database): AnyDocumentDatabase {
  return db as unknown as AnyDocumentDatabase;
}

type Columns<T extends DocumentTable> = Omit<Insertable<Tables[T]>, 'document' | 'version'>;
type Changes<T extends DocumentTable> = Omit<Updateable<Tables[T]>, 'id' | 'document' | 'version'>;

/** Inserts an aggregate with version 1, with the id of the columns if they have one; gives its id. */
export async function insertDocument<T extends DocumentTable>(
  db: Database,
  table: T,
  columns: Columns<T>,
  document: object,
): Promise<number> {
  const { id } = await insertOf(table, givenIn(columns))(db, { ...columns, document: encodeDocument(document) });
  if (Object.hasOwn(columns, 'id')) await advanceIds(db, table, id);
  return id;
}

/**
 * As `insertDocument`, for an id of `nextIdsWithRow`: the insert is sent with the next statement, so that it is not waited for. `errorOf`
 * makes the error to throw in place of its own.
 */
export async function insertWithId<T extends DocumentTable>(
  db: Database,
  table: T,
  drawnId: number | undefined,
  columns: Columns<T>,
  document: object,
  errorOf: ErrorOf = (error) => error,
): Promise<number> {
  const row = { ...columns, document: encodeDocument(document) };
  if (drawnId === undefined) {
    const insert = insertOf(table, givenIn(columns))(db, row);
    return await insert.then(
      ({ id }) => id,
      (error: unknown) => Promise.reject(errorOf(error)),
    );
  }
  await insertWithIdOf(table, givenIn(columns))(db, { ...row, id: drawnId }, errorOf);
  return drawnId;
}

type ErrorOf = (error: unknown) => unknown;

type Values = Readonly<Record<string, unknown>>;
/** The values of an insert by their columns. */
interface NewRow extends Values {
  readonly document: string;
}
/** The values of an update by their columns; `version` is the one that was read. */
interface ChangedRow extends NewRow {
  readonly id: number;
}
interface ReadRow extends ChangedRow {
  readonly version: number;
}
type Insert = (db: Database, row: NewRow) => Promise<{ id: number }>;
type Update = (db: Database, row: ReadRow, withNext?: WithNext) => Promise<number>;
type Overwrite = (db: Database, row: ChangedRow, withNext?: WithNext) => Promise<number>;

/** Statements by their table and columns, which are the same each time that code comes by. */
const inserts = new RecentMap<Insert>(500);
const insertsWithId = new RecentMap<Overwrite>(500);
const updates = new RecentMap<Update>(500);
const findingUpdates = new RecentMap<Update>(500);
const overwrites = new RecentMap<Overwrite>(500);

function insertOf(table: string, columns: readonly string[]): Insert {
  return cachedStatement(inserts, table, columns, () =>
    preparedOne((db: Database, p: Params<NewRow>) =>
      anyDocuments(db)
        .insertInto(table)
        .values({ ...parametersOf(p, columns), document: p.document, version: 1 })
        .returning('id'),
    ),
  );
}

function insertWithIdOf(table: string, columns: readonly string[]): Overwrite {
  return cachedStatement(insertsWithId, table, columns, () =>
    preparedWithNext((db: Database, p: Params<ChangedRow>) =>
      anyDocuments(db)
        .insertInto(table)
        .values({ ...parametersOf(p, columns), id: p.id, document: p.document, version: 1 }),
    ),
  );
}

function updateOf(table: string, columns: readonly string[]): Update {
  return cachedStatement(updates, table, columns, () =>
    preparedWrite((db: Database, p: Params<ReadRow>) => updateQuery(anyDocuments(db), table, columns, p)),
  );
}

/**
 * An update for PostgreSQL that fails there when it finds no row. Its caller does not wait for the number of rows, and the commit
 * may already be on its way behind it.
 */
function findingUpdateOf(table: string, columns: readonly string[]): Update {
  return cachedStatement(findingUpdates, table, columns, () =>
    preparedWithNext((db: Database, p: Params<ReadRow>) =>
      anyDocuments(db)
        .with('written', () => updateQuery(anyDocuments(db), table, columns, p).returning('id'))
        .selectFrom('written')
        .select(sql<number>`1 / count(*)`.as('found')),
    ),
  );
}

function updateQuery(db: AnyDocumentDatabase, table: string, columns: readonly string[], p: Params<ReadRow>) {
  return db
    .updateTable(table)
    .set((eb) => ({ ...parametersOf(p, columns), document: p.document, version: eb('version', '+', 1) }))
    .where('id', '=', p.id)
    .where('version', '=', p.version);
}

function overwriteOf(table: string, columns: readonly string[]): Overwrite {
  return cachedStatement(overwrites, table, columns, () =>
    preparedWithNext((db: Database, p: Params<ChangedRow>) =>
      anyDocuments(db)
        .updateTable(table)
        .set({ ...parametersOf(p, columns), document: p.document })
        .where('id', '=', p.id),
    ),
  );
}

/** The columns that have a value: others keep theirs, or get their default. */
function givenIn(columns: object): string[] {
  return Object.keys(columns).filter((column) => (columns as Values)[column] !== undefined);
}

/** The table's own columns, each with its parameter. */
function parametersOf(p: Params<Values>, columns: readonly string[]): object {
  return Object.fromEntries(columns.map((column) => [column, p[column]]));
}

function cachedStatement<S>(cache: RecentMap<S>, table: string, columns: readonly string[], make: () => S): S {
  const shape = `${table};${columns.join()}`;
  let statement = cache.get(shape);
  if (!statement) cache.set(shape, (statement = make()));
  return statement;
}

/**
 * Writes an aggregate that was read with `version`; gives its new version. Throws the retriable "stale" error when it was changed
 * or deleted since. `withNext`: sends the update with the next statement, which throws that error then.
 */
export async function updateDocument<T extends DocumentTable>(
  db: Database,
  table: T,
  read: { readonly id: number; readonly version: number },
  columns: Changes<T>,
  document: object,
  { withNext = false }: { readonly withNext?: boolean } = {},
): Promise<number> {
  const { id, version } = read;
  const values = { ...columns, document: encodeDocument(document), id, version };
  if (withNext && requireTransaction(db).kind === 'postgres') {
    await findingUpdateOf(table, givenIn(columns))(db, values, staleWhereNoneFound);
    return version + 1;
  }
  const written = await updateOf(table, givenIn(columns))(db, values);
  if (written === 0) throw platformErrors.stale();
  return version + 1;
}

/**
 * Writes an aggregate that this transaction has inserted or locked; that gave it its version, which stays. Columns that are left out
 * keep their values. `withNext`: see `Connection.query`.
 */
export async function overwriteDocument<T extends DocumentTable>(
  db: Database,
  table: T,
  id: number,
  columns: Changes<T>,
  document: object,
  withNext?: WithNext,
): Promise<void> {
  await overwriteOf(table, givenIn(columns))(db, { ...columns, document: encodeDocument(document), id }, withNext);
}

/**
 * A document as it is stored. Half of a surrogate pair, which PostgreSQL cannot store, becomes the replacement character; a NUL
 * is an input error, as in a column.
 */
export function encodeDocument(document: unknown): string {
  const text = JSON.stringify(document);
  if (!/\\u(?:0000|d[89a-f])/.test(text)) return text;
  return JSON.stringify(document, (_, value: unknown) =>
    typeof value === 'string' ? (plainParameter(value) as string).toWellFormed() : value,
  );
}

/** Reads a stored document. */
export function decodeDocument<D>(text: JsonText<D>): D {
  return parseJson(text);
}
