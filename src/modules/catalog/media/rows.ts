import { expressionBuilder, sql, type Selectable } from 'kysely';
import type { Call, Tables } from '../../../kernel/call.ts';
import { zip } from '../../../kernel/lists.ts';
import { platformErrors } from '../../../kernel/errors.ts';
import { decodeDocument, encodeDocument } from '../../../storage/documents.ts';
import { isUniqueViolation } from '../../../storage/errors.ts';
import { nestedDocument, nested } from '../../../storage/nested.ts';
import { prepared, preparedFirst, preparedWrite, type Params } from '../../../storage/prepared.ts';
import { freeName } from '../../../storage/files/media.ts';
import { insertRows, updateRows } from '../../../storage/rows.ts';
import { inIds, inTexts } from '../../../storage/sql.ts';
import { nestedRows } from '../products/extensions.ts';
import type { StoredProduct } from '../products/product.ts';
import type { MediaDocument, StoredEntry } from './entry.ts';
import type { ProductMediaTable } from './tables.ts';

const byProducts = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('catalog_product_media').selectAll().where(inIds('product_id', p.ids)).orderBy('id'),
);
const byHash = preparedFirst((db, p: Params<{ hash: string }>) =>
  db.selectFrom('catalog_product_media').select('file').where('hash', '=', p.hash).orderBy('id').limit(1),
);
const takenFiles = prepared((db, p: Params<{ files: readonly string[] }>) =>
  db.selectFrom('catalog_product_media').select('file').where(inTexts('file', p.files)),
);
const deleteEntries = preparedWrite((db, p: Params<{ ids: readonly number[] }>) =>
  db.deleteFrom('catalog_product_media').where(inIds('id', p.ids)),
);

/** The images and videos of product `p`. */
export const nestedEntries = nested(
  expressionBuilder<Tables>()
    .selectFrom('catalog_product_media as m')
    .select(['m.id', 'm.product_id', 'm.file', 'm.hash', nestedDocument('m.document').as('document')])
    .where('m.product_id', '=', sql.ref<number>('p.id'))
    .orderBy('m.id'),
);

/** The images and videos of products; by product id. */
export async function findEntries(call: Call, productIds: readonly number[]): Promise<Map<number, StoredEntry[]>> {
  const found = new Map<number, StoredEntry[]>();
  if (productIds.length === 0) return found;
  for (const row of await byProducts(call.db, { ids: productIds })) {
    const entries = found.get(row.product_id);
    if (entries) entries.push(readRow(row));
    else found.set(row.product_id, [readRow(row)]);
  }
  return found;
}

/** As `findEntries`; from the rows that were read with the products, if they were. */
export async function entriesOf(call: Call, products: readonly StoredProduct[]): Promise<Map<number, StoredEntry[]>> {
  const read = nestedRows<Selectable<ProductMediaTable>>(products, 'media');
  if (read) return new Map([...read].map(([id, rows]) => [id, rows.map(readRow)]));
  return await findEntries(
    call,
    products.map((product) => product.id),
  );
}

/** Whether an entry has a file. */
export async function isMediaFile(call: Call, file: string): Promise<boolean> {
  return (await takenFiles(call.db, { files: [file] })).length > 0;
}

/** The path of a file with this content; undefined when none exists. */
export async function findTwin(call: Call, hash: string): Promise<string | undefined> {
  return (await byHash(call.db, { hash }))?.file;
}

/**
 * A free path for a new file: `/t/i/tiny.png`, otherwise `/t/i/tiny_1.png` and so on. `reserved`: paths that are not written yet.
 */
export async function freeFile(call: Call, name: string, reserved: ReadonlySet<string>): Promise<string> {
  const signs = Array.from(name.slice(0, 2), (sign) => (sign === '.' ? '_' : sign.toLowerCase()));
  const folder = signs.map((sign) => `/${sign}`).join('');
  return freeName(`${folder}/${name}`, async (files) => [
    ...(await takenFiles(call.db, { files })).map((row) => row.file),
    ...reserved,
  ]);
}

function withId(entry: Omit<StoredEntry, 'id'>, id: number): StoredEntry {
  return { ...entry, id };
}

/** Inserts entries and returns them with their ids. */
export async function insertEntries(call: Call, entries: readonly Omit<StoredEntry, 'id'>[]): Promise<StoredEntry[]> {
  const ids = await writing(insertRows(call.db, 'catalog_product_media', entries.map(writeRow), { returning: ['id'] }));
  return zip(entries, ids).map(([entry, { id }]) => withId(entry, id));
}

/** Writes entries that exist. */
export async function updateEntries(call: Call, entries: readonly StoredEntry[]): Promise<void> {
  const rows = entries.map((entry) => ({ id: entry.id, ...writeRow(entry) }));
  await writing(updateRows(call.db, 'catalog_product_media', ['id'], rows));
}

/** Deletes entries. */
export async function removeEntries(call: Call, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await deleteEntries(call.db, { ids });
}

/** If somebody else takes the same path at the same time, the whole change is tried again. */
async function writing<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (isUniqueViolation(error, 'file')) throw platformErrors.stale();
    throw error;
  }
}

function writeRow(entry: Omit<StoredEntry, 'id'>) {
  const { product_id, file, hash, media_type, label, position, disabled, video, stores } = entry;
  const document: MediaDocument = { media_type, label, position, disabled, video, stores };
  return { product_id, file, hash, document: encodeDocument(document) };
}

function readRow({ document, ...row }: Selectable<ProductMediaTable>): StoredEntry {
  return { ...row, ...decodeDocument<MediaDocument>(document) };
}
