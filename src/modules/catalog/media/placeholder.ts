import type { Face } from '../../../kernel/faces.ts';

/** Roles of images that have an address in all responses with products. */
export type ImageRole = 'image' | 'small_image' | 'thumbnail';

/** Edge in pixels. */
const SIZE = 480;
const roles: readonly ImageRole[] = ['image', 'small_image', 'thumbnail'];

/** The file of our own placeholder, below `catalog/product/placeholder` in the media folder. */
export function placeholderFile(role: ImageRole): string {
  return `souk/${role}.png`;
}

/** Draws a pale frame with a sun and two mountains, as a PNG. */
async function drawPlaceholder(): Promise<Buffer> {
  // Loaded where it is needed: it takes memory.
  const { createCanvas } = await import('@napi-rs/canvas');
  const canvas = createCanvas(SIZE, SIZE);
  const paint = canvas.getContext('2d');
  paint.fillStyle = '#f4f4f4';
  paint.fillRect(0, 0, SIZE, SIZE);
  paint.fillStyle = paint.strokeStyle = '#c8c8c8';
  paint.lineWidth = 12;
  paint.strokeRect(120, 144, 240, 192);
  paint.beginPath();
  paint.arc(180, 200, 22, 0, 2 * Math.PI);
  paint.fill();
  paint.beginPath();
  for (const [x, y] of [
    [138, 318],
    [204, 250],
    [240, 286],
    [288, 222],
    [342, 290],
    [342, 318],
  ] as const)
    paint.lineTo(x, y);
  paint.fill();
  return canvas.encode('png');
}

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
          .send(await (picture ??= drawPlaceholder())),
    });
  }
};
