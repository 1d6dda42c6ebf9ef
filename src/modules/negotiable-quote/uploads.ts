import { randomBytes } from 'node:crypto';
import type { Call } from '../../kernel/call.ts';
import { baseUrls } from '../../kernel/shop-settings.ts';
import { formatTime } from '../../kernel/time.ts';
import { requireFormat, type DecodedFile } from './attachments.ts';
import { negotiationErrors } from './errors.ts';
import type { UploadRow } from './tables.ts';

/** Milliseconds in which a file has to be sent to its URL. */
const VALID = 15 * 60_000;
/** Milliseconds after which an upload that no comment took is removed. */
const KEPT = 24 * 60 * 60_000;
/** Greatest number of uploads of a customer that no comment took. */
const MOST_UPLOADS = 100;
/** Uploads of a turn of the removal. */
const UPLOADS = 100;
const PATH = 'negotiable_quote/upload/';

/** The path of an upload below the base URL, and of its file in the store. */
export const uploadPath = (key: string): string => `${PATH}${key}`;

/** Throws unless the caller is a user of a company who may write comments on quotes or on quote templates. */
async function requireCommenter(call: Call): Promise<void> {
  const { company } = call.services;
  const { id } = call.caller;
  const mayComment =
    (await company.mayUse(call, id, 'Magento_NegotiableQuote::manage')) ||
    (await company.mayUse(call, id, 'Magento_NegotiableQuoteTemplate::manage'));
  if (!mayComment) throw negotiationErrors.mayNotManage();
}

/** An upload that a client can send a file for. */
interface OpenUpload {
  readonly upload_url: string;
  readonly key: string;
  /** Seconds since 1970. */
  readonly expires_at: string;
}

/** Opens an upload of a file for a comment. Throws without the permission, and for a name that is not allowed. */
export async function openUpload(call: Call, fileName: string): Promise<OpenUpload> {
  await requireCommenter(call);
  if (/[\\/]/.test(fileName) || fileName.length > 255) throw negotiationErrors.fileName([fileName.slice(0, 255)]);
  const ending = requireFormat(call, fileName);
  await requireRoom(call);
  const stem = fileName.slice(0, -ending.length - 1).replace(/[^\w-]+/g, '_');
  // The random part is the secret of the URL.
  const key = `${stem.slice(0, 100)}_${randomBytes(16).toString('hex')}.${ending}`;
  const expires = new Date(call.clock.now().getTime() + VALID);
  await call.db
    .insertInto('negotiable_quote_upload')
    .values({
      upload_key: key,
      customer_id: call.caller.id,
      file_name: fileName,
      status: 'open',
      expires_at: formatTime(expires),
    })
    .execute();
  const base = call.config.of(baseUrls.secure.base, { storeId: call.scope.storeId });
  return {
    upload_url: base + uploadPath(key),
    key,
    expires_at: String(Math.floor(expires.getTime() / 1000)),
  };
}

/** Throws if a customer has too many uploads that no comment took: they fill the disk for a day. */
async function requireRoom(call: Call): Promise<void> {
  const { count } = await call.db
    .selectFrom('negotiable_quote_upload')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('customer_id', '=', call.caller.id)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MOST_UPLOADS) throw negotiationErrors.tooManyUploads([MOST_UPLOADS]);
}

/** The upload with a key that a file can be sent for now. */
export async function openUploadOf(call: Call, key: string): Promise<UploadRow | undefined> {
  return call.db
    .selectFrom('negotiable_quote_upload')
    .selectAll()
    .where('upload_key', '=', key)
    .where('status', 'in', ['open', 'received'])
    .where('expires_at', '>=', formatTime(call.clock.now()))
    .executeTakeFirst();
}

/** Stores the file of an upload. The store is written before the transaction, which would hold locks for as long. */
export async function receiveUpload(call: Call, key: string, content: Buffer): Promise<void> {
  await call.services.negotiableQuote.files.write(uploadPath(key), content);
  await call.transaction((inside) =>
    inside.db
      .updateTable('negotiable_quote_upload')
      .set({ status: 'received' })
      .where('upload_key', '=', key)
      .where('status', '=', 'open')
      .execute(),
  );
}

/** Confirms that the file of the caller's upload arrived; false if it did not. */
export async function finishUpload(call: Call, key: string): Promise<boolean> {
  await requireCommenter(call);
  const { numUpdatedRows } = await call.db
    .updateTable('negotiable_quote_upload')
    .set({ status: 'finished' })
    .where('upload_key', '=', key)
    .where('customer_id', '=', call.caller.id)
    .where('status', 'in', ['received', 'finished'])
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * Takes the files of the caller's finished uploads for a comment, each once; within a transaction. Throws for an upload that is not
 * finished or of somebody else.
 */
export async function takeUploads(call: Call, keys: readonly string[]): Promise<DecodedFile[]> {
  const files: DecodedFile[] = [];
  for (const key of new Set(keys)) {
    const row = await call.db
      .deleteFrom('negotiable_quote_upload')
      .where('upload_key', '=', key)
      .where('customer_id', '=', call.caller.id)
      .where('status', '=', 'finished')
      .returningAll()
      .executeTakeFirst();
    const { files: store } = call.services.negotiableQuote;
    const content = row && (await store.read(uploadPath(key)));
    if (!content) throw negotiationErrors.noUpload([key]);
    call.afterCommit(() => store.remove(uploadPath(key)));
    files.push({ name: row.file_name, type: '', content });
  }
  return files;
}

/** Removes uploads that no comment took within a day, with their files. */
export async function removeOldUploads(call: Call): Promise<'more' | void> {
  const before = formatTime(new Date(call.clock.now().getTime() - KEPT));
  const old = await call.db
    .selectFrom('negotiable_quote_upload')
    .select('upload_key')
    .where('expires_at', '<', before)
    .limit(UPLOADS)
    .execute();
  if (old.length === 0) return;
  const keys = old.map(({ upload_key }) => upload_key);
  for (const key of keys) await call.services.negotiableQuote.files.remove(uploadPath(key));
  await call.transaction((inside) =>
    inside.db.deleteFrom('negotiable_quote_upload').where('upload_key', 'in', keys).execute(),
  );
  return old.length === UPLOADS ? 'more' : undefined;
}
