import type { Out } from '../../../kernel/types.ts';
import type { Attribute } from '../../eav/service.ts';
import { effectiveValues, type ProductMetadata, type StoredProduct } from '../products/product.ts';
import type { MediaGalleryEntry, VideoContent } from '../products/types.ts';

/** What store views can have of their own. */
export interface ScopedEntry {
  readonly label: string | null;
  readonly position: number;
  readonly disabled: boolean;
}

/** The document of an entry. */
export interface MediaDocument extends ScopedEntry {
  /** `image` or `external-video`. */
  readonly media_type: string;
  readonly video: Out<typeof VideoContent> | null;
  /** What store views override, by store id. */
  readonly stores: Readonly<Record<string, Partial<ScopedEntry>>>;
}

/** An image or video of a product. */
export interface StoredEntry extends MediaDocument {
  readonly id: number;
  readonly product_id: number;
  readonly file: string;
  readonly hash: string;
}

/** Value of a role that no image has. */
export const NO_SELECTION = 'no_selection';

/** What a store view shows of an entry. */
export function scopedEntry({ label, position, disabled, stores }: MediaDocument, storeId: number): ScopedEntry {
  return { label, position, disabled, ...stores[storeId] };
}

/** The roles that images of products of a set can have: attributes whose value is a file, in order of their ids. */
export function mediaAttributes({ attributes }: ProductMetadata, setId: number): Attribute[] {
  return [...attributes.inSet(setId).values()]
    .filter((attribute) => attribute.frontendInput === 'media_image')
    .sort((a, b) => a.id - b.id);
}

/** Codes of the attributes that hold the labels of images in a role; those of a set. */
export function labelAttributes({ attributes }: ProductMetadata, setId: number): string[] {
  const inSet = attributes.inSet(setId);
  return ['image_label', 'small_image_label', 'thumbnail_label'].filter((code) => inSet.has(code));
}

/** The roles that a file has for a product, in the store view it was read for. */
export function rolesOf(metadata: ProductMetadata, product: StoredProduct, file: string): string[] {
  const values = effectiveValues(product, metadata);
  return mediaAttributes(metadata, product.attribute_set_id)
    .map((attribute) => attribute.code)
    .filter((code) => values[code] === file);
}

/** The gallery of a product as the store view shows it that it was read for: by position. */
export function presentGallery(
  metadata: ProductMetadata,
  product: StoredProduct,
  entries: readonly StoredEntry[],
): Out<typeof MediaGalleryEntry>[] {
  return entries
    .map((entry) => ({
      id: entry.id,
      media_type: entry.media_type,
      ...scopedEntry(entry, product.store_id),
      types: rolesOf(metadata, product, entry.file),
      file: entry.file,
      extension_attributes: entry.video ? { video_content: entry.video } : undefined,
    }))
    .sort((a, b) => a.position - b.position || a.id - b.id);
}
