import type { Call } from '../../kernel/call.ts';
import { missingArguments, platformErrors } from '../../kernel/errors.ts';
import { decodeBase64, imageFacts, imageFileName, isImageName, requireDrawable } from '../../kernel/image.ts';
import { toWire } from '../../kernel/money.ts';
import { isUniqueViolation } from '../../storage/errors.ts';
import { checkLengths, fitAmount } from '../../storage/fit.ts';
import { freeName } from '../../storage/files/media.ts';
import { insertRows } from '../../storage/rows.ts';
import { requireDesign, type Design } from './designs.ts';
import { wrappingErrors } from './errors.ts';
import { takenImages } from './pictures.ts';
import type { WrappingRow } from './tables.ts';
import type { SentWrapping } from './types.ts';

/** A validated picture. */
interface Picture {
  readonly name: string;
  readonly content: Buffer;
}

/**
 * Creates a design, or changes the one with the given id: missing or null fields stay unchanged. `storeId`: the store
 * view of the name; 0: the default name. Throws 404, and 400 before any change.
 */
export async function saveDesign(call: Call, input: SentWrapping, storeId: number): Promise<Design> {
  const before = input.wrapping_id ? await requireDesign(call, input.wrapping_id, storeId) : undefined;
  checkDesign(call, input, before);
  const picture = readPicture(input);
  const image = picture ? await placePicture(call, picture, before?.image ?? null) : undefined;
  const values = {
    ...(typeof input.status === 'number' ? { status: input.status } : {}),
    ...(typeof input.base_price === 'number' ? { base_price: toWire(fitAmount(input.base_price)) } : {}),
    ...(image === undefined ? {} : { image }),
  };
  const id = before ? await changeRow(call, before.wrapping_id, values) : await insertRow(call, values);
  if (typeof input.design === 'string') await writeText(call, id, input.design, before ? [storeId] : [0, storeId]);
  if (input.website_ids) await writeWebsites(call, id, input.website_ids);
  return requireDesign(call, id, storeId);
}

/** Deletes a design with its picture. Throws 404. */
export async function deleteDesign(call: Call, id: number): Promise<void> {
  const { image } = await requireDesign(call, id, 0);
  await call.db.deleteFrom('magento_giftwrapping').where('wrapping_id', '=', id).execute();
  await removeImage(call, image);
}

function checkDesign(call: Call, input: SentWrapping, before: Design | undefined): void {
  const missing = missingArguments(missingFields(input, before));
  if (missing) throw missing;
  checkLengths(input, { design: 255 });
  const { status, base_price, base_currency_code, website_ids } = input;
  if (typeof status === 'number' && status !== 0 && status !== 1) refuse('status', status);
  if (typeof base_price === 'number' && base_price < 0) refuse('base_price', base_price);
  const unknown = website_ids?.find((id) => id === 0 || !call.services.store.website(id));
  if (unknown !== undefined) refuse('website_ids', unknown);
  const currency = call.services.store.baseCurrency(call, call.scope.storeId);
  if (base_currency_code && base_currency_code !== currency) throw wrappingErrors.otherCurrency([currency]);
}

function missingFields(input: SentWrapping, before: Design | undefined): string[] {
  const required = before ? [] : (['design', 'status', 'base_price'] as const);
  return [
    ...required.filter((name) => input[name] === undefined || input[name] === null),
    ...(input.design?.trim() === '' ? ['design'] : []),
    ...(input.image_base64_content && !input.image_name ? ['image_name'] : []),
  ];
}

function refuse(fieldName: string, value: number): never {
  throw platformErrors.invalidValue({ fieldName, value });
}

/** The uploaded picture; undefined if omitted. Throws 400 unless it is a picture. */
function readPicture({ image_base64_content: encoded, image_name: name }: SentWrapping): Picture | undefined {
  if (!encoded || !name) return undefined;
  const content = decodeBase64(encoded);
  const facts = content && imageFacts(content);
  if (!facts) throw wrappingErrors.noImage();
  requireDrawable(facts);
  if (!isImageName(name)) throw wrappingErrors.forbiddenName();
  return { content, name: imageFileName(name, facts) };
}

/** Writes a picture under an unused name, invisible until the commit; returns the name. */
async function placePicture(call: Call, { name, content }: Picture, before: string | null): Promise<string> {
  const { images } = call.services.giftWrapping;
  const image = await freeName(name, async (names) =>
    (await takenImages(call.db, { names })).flatMap((row) => row.image ?? []),
  );
  const staged = await images.stage(content);
  await images.place(call, staged, image, undefined);
  await removeImage(call, before);
  return image;
}

async function removeImage(call: Call, image: string | null): Promise<void> {
  if (image !== null) await call.services.giftWrapping.images.remove(call, [image]);
}

type Changes = Partial<Omit<WrappingRow, 'wrapping_id'>>;

async function insertRow(call: Call, values: Changes): Promise<number> {
  const row = await unlessTaken(
    call.db
      .insertInto('magento_giftwrapping')
      .values({ status: 0, base_price: 0, image: null, ...values })
      .returning('wrapping_id')
      .executeTakeFirstOrThrow(),
  );
  return row.wrapping_id;
}

async function changeRow(call: Call, id: number, values: Changes): Promise<number> {
  if (Object.keys(values).length > 0) {
    await unlessTaken(call.db.updateTable('magento_giftwrapping').set(values).where('wrapping_id', '=', id).execute());
  }
  return id;
}

/** A concurrent call may take the name of a picture; the call is then retried. */
async function unlessTaken<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw isUniqueViolation(error, 'image') ? platformErrors.stale(undefined, { cause: error }) : error;
  }
}

async function writeText(call: Call, wrapping_id: number, design: string, stores: readonly number[]): Promise<void> {
  const rows = [...new Set(stores)].map((store_id) => ({ wrapping_id, store_id, design }));
  const onConflict = { key: ['wrapping_id', 'store_id'], update: ['design'] } as const;
  await insertRows(call.db, 'magento_giftwrapping_store_attributes', rows, { onConflict });
}

async function writeWebsites(call: Call, wrapping_id: number, websiteIds: readonly number[]): Promise<void> {
  await call.db.deleteFrom('magento_giftwrapping_website').where('wrapping_id', '=', wrapping_id).execute();
  const rows = [...new Set(websiteIds)].map((website_id) => ({ wrapping_id, website_id }));
  await insertRows(call.db, 'magento_giftwrapping_website', rows);
}
