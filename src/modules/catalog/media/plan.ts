import { writeStoreId, type Call } from '../../../kernel/call.ts';
import { platformErrors } from '../../../kernel/errors.ts';
import type { In } from '../../../kernel/types.ts';
import { productMetadata, type StoredProduct } from '../products/product.ts';
import type { MediaGalleryEntry, ProductInput, VideoContent } from '../products/types.ts';
import {
  labelAttributes,
  mediaAttributes,
  NO_SELECTION,
  rolesIn,
  scopedEntry,
  type MediaDocument,
  type ScopedEntry,
  type StoredEntry,
} from './entry.ts';
import { mediaErrors } from './errors.ts';
import { entriesOf, freeFile } from './rows.ts';
import { readUpload, type ImageUpload } from './upload.ts';

/** The input of a product's image or video. */
export type EntryInput = In<typeof MediaGalleryEntry>;

/** An entry after the save. */
export interface PlannedEntry extends MediaDocument {
  readonly file: string;
  readonly hash: string;
  /** Undefined for a new one. */
  readonly existing: StoredEntry | undefined;
  /** Its new file. */
  readonly upload: ImageUpload | undefined;
  readonly roles: readonly string[];
}

/** The changes that a save makes to a product's gallery. */
export interface GalleryPlan {
  /** The store view that is written; 0: all of them. */
  readonly storeId: number;
  readonly entries: readonly PlannedEntry[];
  /** Entries that are removed. */
  readonly removed: readonly StoredEntry[];
}

/**
 * The gallery after a save with these entries: entries with a known id are changed, entries without an id are new, the
 * others are removed. Missing fields stay unchanged. Throws 400 for a new entry without an image, and for content that
 * is not an image.
 */
// oxlint-disable-next-line complexity -- `??` and `?:` for each part of an entry, which is new or changed
export async function planGallery(
  call: Call,
  entryInputs: readonly EntryInput[],
  before: StoredProduct | undefined,
): Promise<GalleryPlan> {
  const stored = before ? ((await entriesOf(call, [before])).get(before.id) ?? []) : [];
  const left = new Map(stored.map((entry) => [entry.id, entry]));
  const metadata = await productMetadata(call);
  // The values of a new product's entries apply to all store views.
  const storeId = before ? writeStoreId(call.scope, true) : 0;
  call.written.storeId ??= storeId;
  const reserved = new Set<string>();
  const entries: PlannedEntry[] = [];
  let position = Math.max(0, ...stored.map((entry) => entry.position));
  for (const input of entryInputs) {
    checkMediaType(input);
    const existing = input.id ? left.get(input.id) : undefined;
    // As in the interface, an entry with an unknown id is ignored.
    if (input.id && !existing && !input.content) continue;
    if (existing) left.delete(existing.id);
    const upload = input.content ? readUpload(input.content) : undefined;
    const image = upload ? { file: await freeFile(call, upload.name, reserved), hash: upload.hash } : existing;
    if (!image) throw mediaErrors.invalidContent();
    const { file, hash } = image;
    reserved.add(file);
    if (!existing) position += 1;
    entries.push({
      ...(existing ? changed(existing, input, storeId) : fresh(input, storeId, position)),
      file,
      hash,
      existing,
      upload,
      roles: input.types ?? (existing && before ? rolesIn(metadata, before)(existing.file) : []),
    });
  }
  return { storeId, entries, removed: [...left.values()] };
}

const mediaTypes = new Set(['image', 'external-video']);

/** Throws 400 for an entry that is neither an image nor a video. */
function checkMediaType({ media_type }: EntryInput): void {
  if (media_type && !mediaTypes.has(media_type)) {
    throw platformErrors.invalidValue({ value: media_type, fieldName: 'media_type' });
  }
}

function fresh(input: EntryInput, storeId: number, next: number): MediaDocument {
  const label = input.label ?? null;
  return {
    media_type: input.media_type || 'image',
    label: storeId === 0 ? label : null,
    position: input.position ?? next,
    disabled: input.disabled ?? false,
    video: readVideo(input) ?? null,
    stores: storeId === 0 || label === null ? {} : { [storeId]: { label } },
  };
}

/**
 * A stored entry with the input values; the written store view overrides only values that differ from its current ones.
 */
function changed(existing: StoredEntry, input: EntryInput, storeId: number): MediaDocument {
  const scoped = scopedEntry(existing, storeId);
  const entryFields: ScopedEntry = {
    label: input.label === undefined ? scoped.label : input.label,
    position: input.position ?? scoped.position,
    disabled: input.disabled ?? scoped.disabled,
  };
  const { label, position, disabled } = storeId === 0 ? entryFields : existing;
  const own: Partial<ScopedEntry> = {
    ...existing.stores[storeId],
    ...(entryFields.label === scoped.label ? {} : { label: entryFields.label }),
    ...(entryFields.position === scoped.position ? {} : { position: entryFields.position }),
    ...(entryFields.disabled === scoped.disabled ? {} : { disabled: entryFields.disabled }),
  };
  return {
    media_type: input.media_type || existing.media_type,
    label,
    position,
    disabled,
    video: readVideo(input) ?? existing.video,
    stores: storeId === 0 ? existing.stores : { ...existing.stores, [storeId]: own },
  };
}

function readVideo({ extension_attributes }: EntryInput): MediaDocument['video'] | undefined {
  const video: In<typeof VideoContent> | null | undefined = extension_attributes?.video_content;
  if (!video) return undefined;
  return {
    media_type: video.media_type ?? 'external-video',
    video_provider: video.video_provider ?? null,
    video_url: video.video_url ?? null,
    video_title: video.video_title ?? null,
    video_description: video.video_description ?? null,
    video_metadata: video.video_metadata ?? null,
  };
}

/** The label of an entry in a store view; null: no entry, or no label. */
function labelIn(entry: MediaDocument | undefined, storeId: number): string | null {
  return (entry && scopedEntry(entry, storeId).label) || null;
}

/**
 * The product with the roles of its images, and their labels, as values of attributes: a role goes to the last entry of
 * the input with it; a role without an entry is set to none. Recorded behaviour: an image without a label does not
 * change a label that the input sets as an attribute, and a save for all store views only changes labels that exist.
 */
export async function withRoles(
  call: Call,
  input: ProductInput,
  { storeId, entries }: GalleryPlan,
  before: StoredProduct | undefined,
): Promise<ProductInput> {
  const setId = input.attribute_set_id || before?.attribute_set_id || 0;
  const metadata = await productMetadata(call);
  const isGlobal = writeStoreId(call.scope, true) === 0;
  const labelCodes = labelAttributes(metadata, setId);
  const attributes = input.custom_attributes ?? [];
  const values = new Map<string, unknown>();
  for (const { code } of mediaAttributes(metadata, setId)) {
    const entry = entries.findLast(({ roles }) => roles.includes(code));
    values.set(code, entry?.file ?? NO_SELECTION);
    const labelCode = `${code}_label`;
    if (!labelCodes.includes(labelCode) || (isGlobal && before?.values[labelCode] === undefined)) continue;
    const label = labelIn(entry, storeId);
    const isOwn = !before || attributes.some((one) => one.attribute_code === labelCode);
    if (label !== null || !isOwn) values.set(labelCode, label);
  }
  const others = attributes.filter(({ attribute_code }) => !values.has(attribute_code));
  const own = [...values].map(([attribute_code, value]) => ({ attribute_code, value }));
  return { ...input, custom_attributes: [...others, ...own] };
}
