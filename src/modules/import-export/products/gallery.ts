import { createHash } from 'node:crypto';
import { imageFacts } from '../../../kernel/image.ts';
import { errorMessage } from '../../../kernel/thrown.ts';
import type { In } from '../../../kernel/types.ts';
import type { MediaGalleryEntry } from '../../catalog/products/types.ts';
import type { LoadedProduct } from '../../catalog/service.ts';
import { CellFault, type Cell } from '../../../platform/row-import/rows.ts';
import { imageColumns } from './columns.ts';
import { partsOf, placesOf } from './lists.ts';
import type { ProductImportOptions } from './settings.ts';
import { textOf } from '../../../platform/row-import/values.ts';

type EntryInput = In<typeof MediaGalleryEntry>;
type Cells = ReadonlyMap<string, Cell>;

/** An image that a row names. */
interface NamedImage {
  readonly column: string;
  readonly roles: string[];
  label: string | undefined;
}

/**
 * The gallery of a product after a row: the images it has, and those that the row names. An image with the path of an existing
 * one is that one, as is a new file with the content of one. Undefined if the row names no images. Throws for images that
 * cannot be found or read.
 */
export async function galleryOf(
  cells: Cells,
  before: LoadedProduct | undefined,
  options: ProductImportOptions,
): Promise<EntryInput[] | undefined> {
  const named = namedImages(cells, options.valueSeparator);
  const hidden = hiddenFiles(cells, options.valueSeparator);
  if (named.size === 0 && !hidden) return undefined;
  const gallery = existingEntries(before, named, hidden);
  for (const [path, image] of named) await addImage(gallery, path, image, options);
  if (hidden) for (const path of hidden) hide(gallery, path);
  return gallery.entries;
}

/** Entries of a gallery, and those of existing files by path and by content. */
interface Gallery {
  readonly entries: EntryInput[];
  readonly byFile: Map<string, EntryInput>;
  readonly byHash: Map<string, EntryInput>;
}

/** The entries that a product has, without the roles that a row gives to others. */
function existingEntries(
  before: LoadedProduct | undefined,
  named: ReadonlyMap<string, NamedImage>,
  hidden: ReadonlySet<string> | undefined,
): Gallery {
  const taken = new Set([...named.values()].flatMap(({ roles }) => roles));
  const gallery: Gallery = { entries: [], byFile: new Map(), byHash: new Map() };
  for (const { id, roles, file, hash, media_type } of before?.media ?? []) {
    const entry: EntryInput = { id, media_type, types: roles.filter((role) => !taken.has(role)) };
    if (hidden) entry.disabled = false;
    gallery.entries.push(entry);
    gallery.byFile.set(file, entry);
    gallery.byHash.set(hash, entry);
  }
  return gallery;
}

/** Adds a named image to a gallery, or its roles and label to the entry of the same file. */
async function addImage(
  { entries, byFile, byHash }: Gallery,
  path: string,
  image: NamedImage,
  options: ProductImportOptions,
): Promise<void> {
  let entry = byFile.get(path) ?? byFile.get(`/${path}`);
  if (!entry) {
    const content = await contentOf(path, image, options);
    const hash = hashOf(content);
    entry = byHash.get(hash);
    if (!entry) {
      entry = newEntry(path, image, content);
      entries.push(entry);
    }
    byHash.set(hash, entry);
    byFile.set(path, entry);
  }
  entry.types = [...(entry.types ?? []), ...image.roles];
  if (image.label !== undefined) entry.label = image.label;
}

/** Hides an image from the product page. Throws for one that the product does not have. */
function hide({ byFile }: Gallery, path: string): void {
  const entry = byFile.get(path) ?? byFile.get(`/${path}`);
  if (!entry) throw new CellFault('hide_from_product_page', `the product has no image "${path}"`);
  entry.disabled = true;
}

/**
 * The images of a row in the order of `additional_images`; those that it does not name come first. A label of `additional_image_labels`
 * is that of the image, before the label of a role.
 */
export function namedImages(cells: Cells, separator: string): Map<string, NamedImage> {
  const additional = additionalImages(cells, separator);
  const withRole = imagesWithRole(cells);
  const images = new Map([...withRole].filter(([path]) => !additional.has(path)));
  for (const [path, label] of additional) {
    const image = withRole.get(path) ?? { column: 'additional_images', roles: [], label: undefined };
    images.set(path, { ...image, label: label || image.label });
  }
  return images;
}

function imagesWithRole(cells: Cells): Map<string, NamedImage> {
  const images = new Map<string, NamedImage>();
  for (const [column, role] of Object.entries(imageColumns)) {
    const cell = cells.get(column);
    const path = cell === undefined ? 'no_selection' : textOf(column, cell);
    if (path === 'no_selection') continue;
    const label = cells.get(`${column}_label`);
    const image = images.get(path) ?? { column, roles: [], label: undefined };
    image.roles.push(role);
    image.label ??= label === undefined ? undefined : textOf(column, label);
    images.set(path, image);
  }
  return images;
}

/** The labels of further images by their paths; empty for an image without a label. */
function additionalImages(cells: Cells, separator: string): Map<string, string> {
  const paths = cells.get('additional_images');
  const labelCell = cells.get('additional_image_labels');
  if (paths === undefined) return new Map();
  const labels = labelCell === undefined ? [] : placesOf('additional_image_labels', labelCell, separator);
  return new Map(partsOf('additional_images', paths, separator).map((path, i) => [path, labels[i] ?? '']));
}

function hiddenFiles(cells: Cells, separator: string): Set<string> | undefined {
  const cell = cells.get('hide_from_product_page');
  return cell === undefined ? undefined : new Set(partsOf('hide_from_product_page', cell, separator));
}

/** The content of a named image. Throws if it cannot be found or read. */
async function contentOf(path: string, { column }: NamedImage, { media }: ProductImportOptions): Promise<Buffer> {
  const content = await media?.read(path).catch((error: unknown) => {
    throw new CellFault(column, `${path}: ${errorMessage(error)}`);
  });
  if (content) return content;
  const remedy = media ? '' : '; name their folder with --images';
  throw new CellFault(column, `there is no image "${path}"${remedy}`);
}

function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function newEntry(path: string, { column }: NamedImage, content: Buffer): EntryInput {
  const facts = imageFacts(content);
  if (!facts) throw new CellFault(column, `"${path}" is not a PNG, JPEG or GIF`);
  const plain = path.replace(/[?#].*$/, '');
  const name = plain.slice(plain.lastIndexOf('/') + 1) || 'image';
  return {
    media_type: 'image',
    types: [],
    content: { base64_encoded_data: content.toString('base64'), type: facts.mime, name },
  };
}
