import type { Call } from '../../../kernel/call.ts';
import {
  deprecated,
  extendType,
  interfaceType,
  objectType,
  valueTypes,
  type ValueTypesOf,
} from '../../../kernel/graphql.ts';
import { uidOf } from '../../../kernel/uids.ts';
import { NO_SELECTION, type GalleryEntry } from '../media/entry.ts';
import type { ImageRole } from '../media/placeholder.ts';
import { imageUrl, isImageFile, roleImageUrl } from '../media/urls.ts';
import { addedLoader } from './products.ts';
import type { ProductSource } from './types.ts';

/** A picture or video on the pages of a product. */
interface MediaSource {
  readonly url: string;
  readonly label: string | null;
  readonly position: number | null;
  readonly disabled: boolean | null;
  readonly entry?: GalleryEntry;
}

const values = valueTypes({
  ProductMediaGalleryEntriesContent: { base64_encoded_data: 'String', name: 'String', type: 'String' },
  ProductMediaGalleryEntriesVideoContent: {
    media_type: 'String',
    video_description: 'String',
    video_metadata: 'String',
    video_provider: 'String',
    video_title: 'String',
    video_url: 'String',
  },
});

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values> {
    MediaGalleryEntry: GalleryEntry;
    MediaGalleryInterface: MediaSource;
    ProductImage: MediaSource;
    ProductVideo: MediaSource;
  }
}

const mediaInterface = interfaceType(
  'MediaGalleryInterface',
  () => ({ disabled: 'Boolean', label: 'String', position: 'Int', url: 'String' }),
  ({ entry }) => (entry?.video ? 'ProductVideo' : 'ProductImage'),
);
const image = objectType('ProductImage', () => ({}), ['MediaGalleryInterface']);
const video = objectType(
  'ProductVideo',
  (t) => ({
    video_content: t.field('ProductMediaGalleryEntriesVideoContent', ({ entry }) => entry?.video),
  }),
  ['MediaGalleryInterface'],
);

const galleryEntry = objectType('MediaGalleryEntry', (t) => ({
  content: t.field('ProductMediaGalleryEntriesContent', () => null),
  disabled: 'Boolean',
  file: 'String',
  id: deprecated('Use `uid`.', 'Int'),
  label: 'String',
  media_type: 'String',
  position: 'Int',
  types: t.field('[String]', ({ roles }) => roles),
  uid: t.field('ID!', ({ id }) => uidOf(id)),
  video_content: t.field('ProductMediaGalleryEntriesVideoContent', ({ video }) => video),
}));

const withMedia = addedLoader({ fields: ['media'], places: false });

/** The picture that a product has in a role; without one, the placeholder and the name of the product. */
async function imageOf(call: Call, source: ProductSource, role: ImageRole): Promise<MediaSource> {
  const { values } = source;
  const name = String(values[`${role}_label`] ?? values.name ?? '');
  const file = values[role];
  const url = roleImageUrl(call, role, file);
  // A role has no place in the gallery, even where its picture does.
  const image = { url, label: name, position: null, disabled: null };
  if (!isImageFile(file)) return image;
  const { media = [] } = await withMedia(call, source);
  return { ...image, label: media.find((one) => one.file === file)?.label || name };
}

/** The pictures and videos on the pages of a product, in their order. */
export async function galleryShown(call: Call, source: ProductSource): Promise<MediaSource[]> {
  const { media = [] } = await withMedia(call, source);
  return media
    .filter(({ disabled }) => !disabled)
    .map((entry) => ({
      url: imageUrl(call, entry.file),
      label: entry.label || String(source.values.name ?? ''),
      position: entry.position,
      disabled: entry.disabled,
      entry,
    }));
}

const pictureFields = extendType('ProductInterface', (t) => {
  const picture = (role: ImageRole) => t.field('ProductImage', (source, _, call) => imageOf(call, source, role));
  return {
    image: picture('image'),
    media_gallery: t.field('[MediaGalleryInterface]', (source, _, call) => galleryShown(call, source)),
    media_gallery_entries: deprecated(
      'Use `media_gallery`.',
      t.field('[MediaGalleryEntry]', async (source, _, call) => (await withMedia(call, source)).media ?? []),
    ),
    small_image: picture('small_image'),
    swatch_image: t.field('String', ({ values: { swatch_image: file } }) => (file === NO_SELECTION ? null : file)),
    thumbnail: picture('thumbnail'),
  };
});

/** Pictures and videos of products. */
export const mediaDeclarations = [values, mediaInterface, image, video, galleryEntry, pictureFields];
