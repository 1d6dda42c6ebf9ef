import type { Face } from '../../../kernel/faces.ts';
import { drawSvg } from '../../../storage/files/draw-svg.ts';

/** Roles of images that have an address in all responses with products. */
export type ImageRole = 'image' | 'small_image' | 'thumbnail';

/** Edge in pixels. */
const SIZE = 480;
const roles: readonly ImageRole[] = ['image', 'small_image', 'thumbnail'];

/** The file of our own placeholder, below `catalog/product/placeholder` in the media folder. */
export function placeholderFile(role: ImageRole): string {
  return `souk/${role}.png`;
}

/** A pale frame with a sun and two mountains. */
const PLACEHOLDER = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" fill="#c8c8c8">
<rect width="100%" height="100%" fill="#f4f4f4"/>
<rect x="120" y="144" width="240" height="192" fill="none" stroke="#c8c8c8" stroke-width="12"/>
<circle cx="180" cy="200" r="22"/>
<path d="M138 318l66-68 36 36 48-64 54 68v28z"/>
</svg>`;

let picture: Promise<Buffer> | undefined;

/** Serves the placeholders of products without an image. They have one size: storefronts scale images. */
export const placeholderPages: Face = async (app) => {
  for (const role of roles) {
    app.route({
      method: 'GET',
      url: `/media/catalog/product/placeholder/${placeholderFile(role)}`,
      config: { isFile: true },
      handler: async (_, reply) =>
        reply
          .type('image/png')
          .header('cache-control', 'public, max-age=86400')
          .send(await (picture ??= drawSvg(PLACEHOLDER))),
    });
  }
};
