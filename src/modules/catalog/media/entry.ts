import type { Out } from '../../../kernel/types.ts';
import type { Attribute } from '../../eav/service.ts';
import { effectiveValues, type ProductMetadata, type StoredProduct } from '../products/product.ts';
import type { VideoContent } from '../products/types.ts';

/** Values of an entry that store views can override. */
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
  /** Values that store views override, by store id. */
  readonly stores: Readonly<Record<string, Partial<ScopedEntry>>>;
}

/** An image or video of a product. */
export interface StoredEntry extends MediaDocument {
  readonly id: number;
  readonly product_id: number;
  readonly file: string;
  readonly hash: string;
}

/** The value of a role that no image has. */
export const NO_SELECTION = 'no_selection';

/** The values of an entry in a store view. */
export function scopedEntry({ label, position, disabled, stores }: MediaDocument, storeId: number): ScopedEntry {
  return { label, position, disabled, ...stores[storeId] };
}

/** The roles that images of products of a set can have: attributes whose value is a file, sorted by id. */
export function mediaAttributes({ attributes }: ProductMetadata, setId: number): Attribute[] {
  return [...attributes.inSet(setId).values()]
    .filter((attribute) => attribute.frontendInput === 'media_image')
    .sort((a, b) => a.id - b.id);
}

/** Codes of a set's attributes that hold the labels of images in a role. */
export function labelAttributes({ attributes }: ProductMetadata, setId: number): string[] {
  const inSet = attributes.inSet(setId);
  return ['image_label', 'small_image_label', 'thumbnail_label'].filter((code) => inSet.has(code));
}

/** An image or video of a product in one store view. */
export interface GalleryEntry extends ScopedEntry {
  readonly id: number;
  /** `image` or `external-video`. */
  readonly media_type: string;
  readonly file: string;
  /** SHA-256 of the file, as hexadecimal digits. */
  readonly hash: string;
  /** Codes of the roles that it has for the product. */
  readonly roles: readonly string[];
  readonly video: Out<typeof VideoContent> | null;
}

declare module '../products/added-fields.ts' {
  interface ProductFields {
    /** The images and videos of the product, sorted by position. */
    media?: readonly GalleryEntry[];
  }
}

/** Returns a function that lists a file's roles for a product, in the store view for which the product was read. */
export function rolesIn(metadata: ProductMetadata, product: StoredProduct): (file: string) => string[] {
  const values = effectiveValues(product, metadata);
  const codes = mediaAttributes(metadata, product.attribute_set_id).map(({ code }) => code);
  return (file) => codes.filter((code) => values[code] === file);
}

/** The gallery of a product in the store view for which it was read, sorted by position. */
export function galleryOf(
  metadata: ProductMetadata,
  product: StoredProduct,
  entries: readonly StoredEntry[],
): GalleryEntry[] {
  const rolesOf = rolesIn(metadata, product);
  return entries
    .map((entry) => ({
      id: entry.id,
      media_type: entry.media_type,
      ...scopedEntry(entry, product.store_id),
      file: entry.file,
      hash: entry.hash,
      roles: rolesOf(entry.file),
      video: entry.video,
    }))
    .sort((a, b) => a.position - b.position || a.id - b.id);
}
