import type { Call } from '../../../kernel/call.ts';
import { valueTypes, type GraphQLTypes, type ValueTypesOf } from '../../../kernel/graphql.ts';
import type { ProductSource } from '../../catalog/graphql/types.ts';
import type { LoadedProduct } from '../../catalog/service.ts';
import { withMedia } from './read.ts';

const values = valueTypes({
  ProductViewImage: { label: 'String', roles: '[String]', url: 'String!' },
  ProductViewVideo: { description: 'String', preview: 'ProductViewImage', title: 'String', url: 'String!' },
});

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values> {}
}

type Image = GraphQLTypes['ProductViewImage'];
type Entry = NonNullable<LoadedProduct['media']>[number];

/** The role of pictures that product pages leave out. */
const HIDDEN = 'hide_from_pdp';

function imageOf(call: Call, { file, label, roles, disabled }: Entry, { values: { name } }: ProductSource): Image {
  return {
    label: label || String(name ?? ''),
    roles: disabled ? [...roles, HIDDEN] : roles,
    url: call.services.storefront.imageUrl(call, file),
  };
}

/** The pictures of a product in their order, those of its pages first. */
export async function imagesOf(call: Call, source: ProductSource): Promise<Image[]> {
  const { media = [] } = await withMedia(call, source);
  const pictures = media.filter(({ video }) => !video);
  const shown = [...pictures.filter(({ disabled }) => !disabled), ...pictures.filter(({ disabled }) => disabled)];
  return shown.map((entry) => imageOf(call, entry, source));
}

/** The videos of a product in their order. */
export async function videosOf(call: Call, source: ProductSource): Promise<GraphQLTypes['ProductViewVideo'][]> {
  const { media = [] } = await withMedia(call, source);
  return media.flatMap((entry) => {
    const url = entry.video?.video_url;
    if (!url || entry.disabled) return [];
    const { video_title: title, video_description: description } = entry.video;
    return [{ url, title, description, preview: imageOf(call, entry, source) }];
  });
}

/** Pictures and videos of product views. */
export const mediaDeclarations = [values];
