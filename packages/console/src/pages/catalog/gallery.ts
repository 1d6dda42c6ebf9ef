import type { Client } from '../../../../client/src/index.ts';
import type { ProductRecord } from './product.tsx';
import { t } from '../../texts/text.ts';

/** A picture or video of a product. */
export type Picture = NonNullable<ProductRecord['media_gallery_entries']>[number];

/** A role of a picture: the code of its attribute, and its title. */
export type PictureRole = readonly [code: string, title: string];

/** The roles of the attribute sets of a new shop. */
export const usualRoles: readonly PictureRole[] = [
  ['image', t('Base [picture]')],
  ['small_image', t('Small [picture]')],
  ['thumbnail', t('Thumbnail [picture]')],
  ['swatch_image', t('Swatch [picture]')],
];

/** The fields of a picture that the gallery changes. */
interface PictureFields {
  readonly label: string;
  readonly types: readonly string[];
  readonly disabled: boolean;
}

/** Changes of a gallery that are not saved: the order of the pictures, and their changed fields by id. */
export interface GalleryDraft {
  readonly order?: readonly number[];
  readonly fields: Readonly<Record<number, Partial<PictureFields>>>;
}

/** A picture as the gallery shows it. */
export interface ShownPicture extends PictureFields {
  readonly id: number;
  readonly file: string;
  readonly isVideo: boolean;
  readonly position: number;
}

/** The pictures of a product in their order, with the changes of a draft. */
export function picturesOf({ media_gallery_entries: entries }: ProductRecord, draft: GalleryDraft): ShownPicture[] {
  const pictures = (entries ?? [])
    .map((entry): ShownPicture => Object.assign(storedPicture(entry), draft.fields[entry.id ?? 0]))
    .toSorted((a, b) => a.position - b.position || a.id - b.id);
  const { order } = draft;
  // A picture that was added since is the last one.
  const placeOf = ({ id }: ShownPicture): number => (order?.includes(id) ? order.indexOf(id) : pictures.length);
  return order ? pictures.toSorted((a, b) => placeOf(a) - placeOf(b)) : pictures;
}

function storedPicture(entry: Picture): ShownPicture {
  return {
    id: entry.id ?? 0,
    file: entry.file ?? '',
    isVideo: entry.media_type === 'external-video',
    position: entry.position ?? 0,
    label: entry.label ?? '',
    types: entry.types ?? [],
    disabled: entry.disabled === true,
  };
}

/** The draft with changed fields of a picture; fields with their stored values are no changes. */
export function withFields(
  product: ProductRecord,
  draft: GalleryDraft,
  id: number,
  next: Partial<PictureFields>,
): GalleryDraft {
  const entry = product.media_gallery_entries?.find((one) => one.id === id);
  if (!entry) return draft;
  const stored = storedPicture(entry);
  const { label, types, disabled } = { ...stored, ...draft.fields[id], ...next };
  const fields: Partial<PictureFields> = {
    ...(label !== stored.label && { label }),
    ...(!isSameSet(types, stored.types) && { types }),
    ...(disabled !== stored.disabled && { disabled }),
  };
  const others = withoutPicture(draft, id).fields;
  return { ...draft, fields: Object.keys(fields).length > 0 ? { ...others, [id]: fields } : others };
}

/** The draft without the changes of a picture. */
export function withoutPicture({ order, fields }: GalleryDraft, id: number): GalleryDraft {
  return {
    ...(order && { order: order.filter((one) => one !== id) }),
    fields: Object.fromEntries(Object.entries(fields).filter(([one]) => one !== String(id))),
  };
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item) => other.includes(item));
}

/** The draft in which a picture has a role, or has it no more. A role belongs to one picture. */
export function withRole(
  product: ProductRecord,
  draft: GalleryDraft,
  id: number,
  role: string,
  hasRole: boolean,
): GalleryDraft {
  return picturesOf(product, draft).reduce((before, { id: one, types }) => {
    const isWith = one === id ? hasRole : types.includes(role) && !hasRole;
    if (isWith === types.includes(role)) return before;
    const others = types.filter((type) => type !== role);
    return withFields(product, before, one, { types: isWith ? [...others, role] : others });
  }, draft);
}

/** The draft in which a picture is in another place, from 0. */
export function movedTo(product: ProductRecord, draft: GalleryDraft, id: number, place: number): GalleryDraft {
  const ids = picturesOf(product, draft).map((one) => one.id);
  const order = ids.filter((one) => one !== id).toSpliced(place, 0, id);
  const stored = picturesOf(product, { fields: {} }).map((one) => one.id);
  const { order: _, ...others } = draft;
  return order.every((one, i) => one === stored[i]) ? others : { ...others, order };
}

/** Saves the changed fields of the changed pictures, one call each. */
export async function saveGallery(
  client: Client,
  product: ProductRecord,
  draft: GalleryDraft,
  store: string,
): Promise<void> {
  const sku = product.sku ?? '';
  const stored = new Map((product.media_gallery_entries ?? []).map(({ id, position }) => [id, position]));
  for (const [i, { id }] of picturesOf(product, draft).entries()) {
    const isMoved = draft.order !== undefined && stored.get(id) !== i + 1;
    const entry = { ...draft.fields[id], ...(isMoved && { position: i + 1 }) };
    if (Object.keys(entry).length === 0) continue;
    await client
      .with({ store })
      .request('PUT /V1/products/:sku/media/:entryId', { sku, entryId: id, entry: { id, ...entry } });
  }
}
