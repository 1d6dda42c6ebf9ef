import { randomBytes } from 'node:crypto';
import type { Call } from '../../kernel/call.ts';
import { baseUrls } from '../../kernel/shop-settings.ts';
import { formatTime } from '../../kernel/time.ts';
import { addressKey } from '../../platform/limits/address.ts';
import { uploadErrors } from './errors.ts';
import type { UploadKind, UploadPurpose } from './extensions.ts';

/** Milliseconds in which a file has to be sent to its URL. */
const VALID = 15 * 60_000;
/** Greatest number of unused uploads of a customer or a network, and of all guests: they fill the disk for a day. */
const MOST_UPLOADS = 100;
const MOST_OF_GUESTS = 1000;
/** The path of an upload below the base URL, and of its file in the store. */
const PATH = 'upload/';
export const uploadPath = (key: string): string => `${PATH}${key}`;

/** An upload that a client can send a file for. */
interface OpenUpload {
  readonly upload_url: string;
  readonly key: string;
  /** Seconds since 1970. */
  readonly expires_at: string;
}

/** A file that was uploaded. */
interface UploadedFile {
  /** The name that its owner gave. */
  readonly name: string;
  readonly content: Buffer;
}

/** The rules of a purpose. */
function kindOf(call: Call, purpose: UploadPurpose): UploadKind {
  const kind = call.contributions.uploadKinds.find((one) => one.purpose === purpose);
  if (!kind) throw new Error(`no module takes uploads of ${purpose}`);
  return kind;
}

function ownerOf({ caller }: Call): string {
  if (caller.type === 'customer') return `customer ${caller.id}`;
  return `guest ${caller.address ? addressKey(caller.address) : ''}`;
}

async function requireCaller(call: Call, kind: UploadKind): Promise<void> {
  if (call.caller.type !== 'customer' && !kind.isForGuests) throw uploadErrors.customersOnly();
  await kind.admit(call);
}

/** Opens an upload. Throws where the caller may not upload a file of this name for the purpose. */
export async function openUpload(call: Call, purpose: UploadPurpose, fileName: string): Promise<OpenUpload> {
  const kind = kindOf(call, purpose);
  await requireCaller(call, kind);
  if (/[\\/]/.test(fileName) || fileName.length > 255) throw uploadErrors.fileName([fileName.slice(0, 255)]);
  await kind.checkName(call, fileName);
  await requireRoom(call);
  const [, stem = '', ending = ''] = /^(.*?)(\.[a-z0-9]+)?$/i.exec(fileName.replace(/[^\w.-]+/g, '_')) ?? [];
  // The random part is the secret of the URL.
  const key = `${stem.slice(0, 100)}_${randomBytes(16).toString('hex')}${ending.toLowerCase().slice(0, 20)}`;
  const expires = new Date(call.clock.now().getTime() + VALID);
  await call.db
    .insertInto('upload')
    .values({
      upload_key: key,
      purpose,
      owner: ownerOf(call),
      file_name: fileName,
      status: 'open',
      expires_at: formatTime(expires),
    })
    .execute();
  const base = call.config.of(baseUrls.secure.base, { storeId: call.scope.storeId });
  return { upload_url: base + uploadPath(key), key, expires_at: String(Math.floor(expires.getTime() / 1000)) };
}

/** Throws if the caller, or guests together, have too many unused uploads. */
async function requireRoom(call: Call): Promise<void> {
  const counted = async (pattern: string): Promise<number> => {
    const uploads = call.db.selectFrom('upload').select((eb) => eb.fn.countAll<number | string>().as('count'));
    const isGuests = pattern.endsWith('%');
    const { count } = await uploads.where('owner', isGuests ? 'like' : '=', pattern).executeTakeFirstOrThrow();
    return Number(count);
  };
  if ((await counted(ownerOf(call))) >= MOST_UPLOADS) throw uploadErrors.tooMany([MOST_UPLOADS]);
  if (call.caller.type !== 'customer' && (await counted('guest %')) >= MOST_OF_GUESTS)
    throw uploadErrors.tooManyOfGuests();
}

/** The upload with a key that a file can be sent for now. */
export async function openUploadOf(call: Call, key: string) {
  return call.db
    .selectFrom('upload')
    .select(['purpose', 'file_name'])
    .where('upload_key', '=', key)
    .where('status', 'in', ['open', 'received'])
    .where('expires_at', '>=', formatTime(call.clock.now()))
    .executeTakeFirst();
}

/** Stores the file of an upload. The store is written before the transaction, which would hold locks for as long. */
export async function receiveUpload(call: Call, key: string, content: Buffer): Promise<void> {
  await call.services.upload.files.write(uploadPath(key), content);
  await call.transaction((inside) =>
    inside.db
      .updateTable('upload')
      .set({ status: 'received' })
      .where('upload_key', '=', key)
      .where('status', '=', 'open')
      .execute(),
  );
}

/** Confirms that the file of the caller's upload arrived; false if it did not. */
export async function finishUpload(call: Call, purpose: UploadPurpose, key: string): Promise<boolean> {
  await requireCaller(call, kindOf(call, purpose));
  const { numUpdatedRows } = await call.db
    .updateTable('upload')
    .set({ status: 'finished' })
    .where('upload_key', '=', key)
    .where('purpose', '=', purpose)
    .where('owner', '=', ownerOf(call))
    .where('status', 'in', ['received', 'finished'])
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * Takes the caller's finished uploads of a purpose, each once; within a transaction. Throws for an upload that is not finished, of
 * another purpose or of somebody else.
 */
export async function takeUploads(
  call: Call,
  purpose: UploadPurpose,
  keys: readonly string[],
): Promise<UploadedFile[]> {
  const { files: store } = call.services.upload;
  const files: UploadedFile[] = [];
  for (const key of new Set(keys)) {
    const row = await call.db
      .deleteFrom('upload')
      .where('upload_key', '=', key)
      .where('purpose', '=', purpose)
      .where('owner', '=', ownerOf(call))
      .where('status', '=', 'finished')
      .returning('file_name')
      .executeTakeFirst();
    const content = row && (await store.read(uploadPath(key)));
    if (!content) throw uploadErrors.notFinished([key.slice(0, 255)]);
    call.afterCommit(() => store.remove(uploadPath(key)));
    files.push({ name: row.file_name, content });
  }
  return files;
}
