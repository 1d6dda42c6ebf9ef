import { basename } from 'node:path';
import { anyText } from '../../../kernel/any-text.ts';
import { isPlainObject, objectOf, objectsOf } from '../../../kernel/plain-objects.ts';
import type { Saving } from '../kind.ts';
import type { SourceRecord } from '../source/record.ts';
import type { MigrationRun } from '../migration-run.ts';
import { SourceRefusal, SourceUnavailable } from '../source/errors.ts';
import { fieldsOf, textIn } from '../wire.ts';

const types: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
};

/** A picture of a product: its content, or the reason why there is none; undefined content: it was moved before. */
interface MovingPicture {
  readonly content?: object | undefined;
  readonly problem?: string;
  /** Whether the next run may read it. */
  readonly isPending?: boolean;
}

/** Key of a picture in the journal. */
function pictureKey(productId: string, file: string): string {
  return `${productId}:${file}`;
}

/** Downloads the pictures of a product that were not moved before; by their files. */
export async function readPictures(run: MigrationRun, product: SourceRecord): Promise<Record<string, MovingPicture>> {
  const id = textIn(product, 'id');
  const files = objectsOf(product['media_gallery_entries']).map(({ file }) => anyText(file));
  const moved = await run.journal.moved(
    run.call.db,
    'pictures',
    files.map((file) => pictureKey(id, file)),
  );
  const pictures: Record<string, MovingPicture> = {};
  if (run.options.isTrial) return pictures;
  for (const file of files) pictures[file] = moved.has(pictureKey(id, file)) ? {} : await download(run, file);
  return pictures;
}

async function download({ client, configs }: MigrationRun, file: string): Promise<MovingPicture> {
  const base = anyText(configs[0]?.['secure_base_media_url'] ?? `${client.address}/media/`);
  try {
    const { content } = await client.download(`${base}catalog/product${file}`);
    const name = basename(file);
    const type = types[name.split('.').at(-1)?.toLowerCase() ?? ''];
    if (type === undefined) return { problem: `${file} is no PNG, JPEG or GIF` };
    return { content: { base64_encoded_data: content.toString('base64'), type, name } };
  } catch (error) {
    // One picture, or its whole host, does not stop the products.
    if (error instanceof SourceUnavailable) return { problem: error.message, isPending: true };
    if (!(error instanceof SourceRefusal)) throw error;
    return { problem: error.message };
  }
}

/** An entry of a gallery, here. */
export interface TargetPicture {
  readonly id?: number;
  readonly file?: string | null;
}

/** The gallery of a product for its save: pictures that were moved before by their ids here, the others with their content. */
export async function galleryHere(
  saving: Saving,
  product: SourceRecord,
  before: readonly TargetPicture[],
): Promise<SourceRecord[]> {
  const { run, call } = saving;
  const gallery = [];
  for (const entry of objectsOf(product['media_gallery_entries'])) {
    const file = anyText(entry['file']);
    const key = pictureKey(textIn(product, 'id'), file);
    const moved = (await run.journal.moved(call.db, 'pictures', [key])).get(key);
    const here = moved && before.find((one) => one.file === moved.targetKey);
    const { content, problem, isPending } = objectOf(objectOf(product['pictures'])[file]);
    const fields = fieldsOf({ label: '', ...entry }, ['id', 'file', 'content']);
    if (here) gallery.push({ ...fields, id: here.id, file: here.file });
    else if (isPlainObject(content)) gallery.push({ ...fields, content });
    else {
      const reason = `its picture ${file} could not be read${problem ? `: ${anyText(problem)}` : ''}`;
      if (isPending === true) saving.postpone(reason);
      else saving.lose(reason);
    }
  }
  return gallery;
}

/** Enters the new pictures of a saved product: they follow those that it had before, in the order of the request. */
export async function enterPictures(
  { enter }: Saving,
  product: SourceRecord,
  sent: readonly SourceRecord[],
  before: readonly TargetPicture[],
  after: readonly TargetPicture[],
): Promise<void> {
  const known = new Set(before.map(({ id }) => id));
  const added = after.filter(({ id }) => !known.has(id)).sort((a, b) => (a.id ?? 0) - (b.id ?? 0));
  const names = sent
    .filter(({ content }) => content !== undefined)
    .map((one) => textIn(objectOf(one['content']), 'name'));
  const files = objectsOf(product['media_gallery_entries']).map(({ file }) => anyText(file));
  for (const [at, name] of names.entries()) {
    const file = files.find((one) => basename(one) === name);
    const { file: here } = added[at] ?? {};
    if (file !== undefined && here) await enter('pictures', pictureKey(textIn(product, 'id'), file), here);
  }
}
