import type { Insertable, Kysely, Updateable } from 'kysely';
import type { Database, Tables } from '../kernel/call.ts';
import { platformErrors } from '../kernel/errors.ts';
import { plainParameter } from './parameters.ts';

/** Tables of aggregates: an id, columns that are searched, a document with everything else, and a version. */
type DocumentTable = {
  [T in keyof Tables]: Tables[T] extends { id: unknown; document: unknown; version: unknown } ? T : never;
}[keyof Tables] &
  string;

/** The columns that `insertDocument` and `updateDocument` use; the table's own columns are checked at the call. */
interface AnyDocumentRow {
  id: number;
  document: string;
  version: number;
}
type AnyDocumentDatabase = Kysely<Record<string, AnyDocumentRow>>;

type Columns<T extends DocumentTable> = Omit<Insertable<Tables[T]>, 'document' | 'version'>;
type Changes<T extends DocumentTable> = Omit<Updateable<Tables[T]>, 'id' | 'document' | 'version'>;

/** Inserts an aggregate with version 1; gives its id. */
export async function insertDocument<T extends DocumentTable>(
  db: Database,
  table: T,
  columns: Columns<T>,
  document: object,
): Promise<number> {
  const row = await (db as unknown as AnyDocumentDatabase)
    .insertInto(table as string)
    .values({ ...(columns as unknown as AnyDocumentRow), document: encodeDocument(document), version: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/**
 * Writes an aggregate that was read with `version`; gives its new version. Throws the retriable "stale" error when it was changed
 * or deleted since.
 */
export async function updateDocument<T extends DocumentTable>(
  db: Database,
  table: T,
  read: { readonly id: number; readonly version: number },
  columns: Changes<T>,
  document: object,
): Promise<number> {
  const version = read.version + 1;
  const result = await (db as unknown as AnyDocumentDatabase)
    .updateTable(table as string)
    .set({ ...(columns as Partial<AnyDocumentRow>), document: encodeDocument(document), version })
    .where('id', '=', read.id)
    .where('version', '=', read.version)
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n) throw platformErrors.stale();
  return version;
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
export function decodeDocument<D>(text: string): D {
  return JSON.parse(text) as D;
}
