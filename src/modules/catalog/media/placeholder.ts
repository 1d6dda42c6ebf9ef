import { createHash } from 'node:crypto';
import type { BuiltInFile } from '../../../kernel/files.ts';
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
const draw = (): Promise<Buffer> => (picture ??= drawSvg(PLACEHOLDER));

/** The placeholders of products without an image, by their path in the media folder. */
export function placeholderFiles(): Map<string, BuiltInFile> {
  const file: BuiltInFile = {
    content: draw,
    facts: async () => {
      const content = await draw();
      return {
        size: content.length,
        etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`,
      };
    },
  };
  return new Map(roles.map((role) => [`catalog/product/placeholder/${placeholderFile(role)}`, file]));
}
