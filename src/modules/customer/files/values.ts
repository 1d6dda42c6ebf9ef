import { randomBytes } from 'node:crypto';
import { anyText } from '../../../kernel/any-text.ts';
import type { Call } from '../../../kernel/call.ts';
import { decodeBase64 } from '../../../kernel/image.ts';
import { baseUrls } from '../../../kernel/shop-settings.ts';
import { inTexts } from '../../../storage/sql.ts';
import { isAllowed } from '../../../platform/access/check.ts';
import { acl } from '../../../kernel/route.ts';
import type { Attribute, StoredValue } from '../../eav/service.ts';
import type { UploadPurpose } from '../../upload/extensions.ts';
import type { CustomValues } from '../custom-values.ts';
import { customerErrors } from '../errors.ts';
import type { FormEntity } from '../metadata/metadata.ts';
import { checkFile, endingOf, holdsFile, type AttributeFile } from './rules.ts';

/** The folder of the files, in the store and in URLs. */
export const FILES = 'customer_file';
/** Files of a statement at most. */
const BATCH = 500;
const manage = acl('Magento_Customer::manage');

/** The purposes of uploads, by entity and kind of input. */
export const purposes = {
  customer: { file: 'CUSTOMER_ATTRIBUTE_FILE', image: 'CUSTOMER_ATTRIBUTE_IMAGE' },
  customer_address: { file: 'CUSTOMER_ATTRIBUTE_ADDRESS_FILE', image: 'CUSTOMER_ATTRIBUTE_ADDRESS_IMAGE' },
} as const satisfies Record<FormEntity, Record<'file' | 'image', UploadPurpose>>;

/** The input of a value of an attribute that holds files. */
interface FileInput {
  readonly entity: FormEntity;
  readonly attribute: Attribute;
  readonly value: unknown;
  readonly before: StoredValue | undefined;
}

/**
 * The stored value of an attribute that holds files: the path of its file. The input is a finished upload's key, an encoded file,
 * the path of a file, or empty. Throws 400 for a file that the attribute does not allow. Outside a transaction, input is checked
 * ahead of one: nothing is stored, and keys of uploads pass.
 */
export async function readFileValue(call: Call, input: FileInput): Promise<StoredValue> {
  const { entity, attribute, value, before } = input;
  if (value === null || value === undefined || value === '') return null;
  if (before !== undefined && value === before) return before;
  if (typeof value !== 'object' && !call.inTransaction) return anyText(value);
  const file = typeof value === 'object' ? decodedFile(value, attribute) : await namedFile(call, input, anyText(value));
  if (typeof file === 'string') return file;
  checkFile(call, attribute, file, call.scope.storeId);
  if (!call.inTransaction) return file.name;
  const { files } = call.services.customer;
  const safe = file.name.replace(/\.[^.]*$/, '').replace(/[^\w-]+/g, '_');
  const stem = safe.slice(0, 90).padEnd(2, '_');
  // The random part is the secret of the URL.
  const name = `${stem}_${randomBytes(16).toString('hex')}.${endingOf(file.name) ?? ''}`;
  const path = `/${stem.charAt(0).toLowerCase()}/${stem.charAt(1).toLowerCase()}/${name}`;
  await call.db
    .insertInto('customer_file')
    .values({ path, entity, attribute_code: attribute.code, file_name: file.name.slice(0, 255) })
    .execute();
  await files.place(call, await files.stage(file.content), path, undefined);
  return path;
}

/** The file of an encoded image or file of REST. */
function decodedFile(value: object, { code }: Attribute): AttributeFile {
  const data: unknown = Reflect.get(value, 'base64_encoded_data');
  const name: unknown = Reflect.get(value, 'name');
  const content = typeof data === 'string' ? decodeBase64(data) : undefined;
  if (!content || typeof name !== 'string' || /[\\/]/.test(name)) throw customerErrors.fileContent([code]);
  return { name, content };
}

/** The file of an upload's key, or a copy of that of another value; a path of another shop as it is, for who manages customers. */
async function namedFile(call: Call, { entity, attribute }: FileInput, key: string): Promise<AttributeFile | string> {
  const stored = key.startsWith('/') ? await storedFile(call, key) : undefined;
  if (stored) return stored;
  if (key.startsWith('/') && key.length <= 255 && isAllowed(call.caller, manage)) return key;
  const purpose = purposes[entity][attribute.frontendInput === 'image' ? 'image' : 'file'];
  const [file] = await call.services.upload.take(call, purpose, [key]);
  if (!file) throw customerErrors.fileContent([attribute.code]);
  return file;
}

/** The file at a path, with the name that its owner gave. Paths are secrets. */
export async function storedFile(call: Call, path: string): Promise<AttributeFile | undefined> {
  const row = await call.db.selectFrom('customer_file').select('file_name').where('path', '=', path).executeTakeFirst();
  const content = row && (await call.services.customer.files.read(path));
  return content && { name: row.file_name, content };
}

/** Whether a value refers to a file. */
export async function isCustomerFile(call: Call, path: string): Promise<boolean> {
  return Boolean(await call.db.selectFrom('customer_file').select('path').where('path', '=', path).executeTakeFirst());
}

/** Removes the files of values that are replaced or deleted; within a transaction. */
export async function removeFiles(call: Call, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  const removed = await call.db.deleteFrom('customer_file').where(inTexts('path', paths)).returning('path').execute();
  const files = removed.map(({ path }) => path);
  await call.services.customer.files.remove(call, files);
}

/** As `removeFiles`, for all values of deleted customers or addresses. */
export async function removeFilesOf(call: Call, entity: FormEntity, all: readonly CustomValues[]): Promise<void> {
  const { byCode } = await call.services.eav.entity(call, entity);
  const held = [...byCode.values()].filter(holdsFile);
  const paths = all.flatMap((values) => held.flatMap(({ code }) => values[code] ?? []));
  await removeFiles(call, paths.map(String));
}

/** As `removeFiles`, for all values of a deleted attribute. */
export async function removeFilesOfAttribute(call: Call, { entity, code }: Attribute): Promise<void> {
  for (;;) {
    const found = await call.db
      .selectFrom('customer_file')
      .select('path')
      .where('entity', '=', entity)
      .where('attribute_code', '=', code)
      .limit(BATCH)
      .execute();
    await removeFiles(
      call,
      found.map(({ path }) => path),
    );
    if (found.length < BATCH) return;
  }
}

/** The URL of the file at a path. */
export function fileUrl(call: Call, path: string): string {
  return `${call.config.of(baseUrls.secure.base, { storeId: call.scope.storeId })}${FILES}${path}`;
}
