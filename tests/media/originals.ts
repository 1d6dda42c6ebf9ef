import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { Files } from '../../src/kernel/files.ts';

/** A photograph of `width` × `height` pixels: waves of colour with some noise, another for each `seed`. */
export async function photograph(
  width: number,
  height: number,
  format: 'jpeg' | 'png' | 'webp' | 'gif' = 'jpeg',
  seed = 1,
): Promise<Buffer> {
  const bytes = Buffer.alloc(width * height * 3);
  let noise = seed;
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3) {
      noise = (noise * 1_103_515_245 + 12_345) % 2_147_483_648;
      bytes[at] = 128 + 100 * Math.sin(x / 37 + seed) + (noise % 16);
      bytes[at + 1] = 128 + 100 * Math.sin(y / 53 + x / 211) + (noise % 8);
      bytes[at + 2] = (x + y + seed) % 256;
    }
  return await sharp(bytes, { raw: { width, height, channels: 3 } })
    .toFormat(format)
    .toBuffer();
}

/** A GIF of two frames. */
export async function animation(width: number, height: number): Promise<Buffer> {
  const frame = (background: string) =>
    sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer();
  const frames = await Promise.all([frame('#a00000'), frame('#00a000')]);
  return await sharp(frames, { join: { animated: true } })
    .gif({ loop: 0, delay: [100, 100] })
    .toBuffer();
}

/** Makes two functions: one puts an original below `media/catalog/product` and returns its path, the other lists pictures made of any. */
export function originalsOf(files: () => Files) {
  return {
    async put(content: Buffer, extension: string): Promise<string> {
      const name = createHash('sha256').update(content).digest('hex').slice(0, 12);
      const path = `/${name[0]}/${name[1]}/${name}.${extension}`;
      await files().store.write(`media/catalog/product${path}`, content);
      return path;
    },
    made: async () => await Array.fromAsync(files().store.list('cache/pictures')),
  };
}
