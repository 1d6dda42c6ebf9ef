import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { photograph } from '../media/originals.ts';
import { startProcess, until } from '../support/souk.ts';

/** How often the process is killed. */
const ROUNDS = 4;

test('a process that is killed while it makes pictures leaves no half one', async () => {
  const souk = await startProcess();
  try {
    const folder = join(souk.env.SOUK_VAR!, 'cache/pictures');
    mkdirSync(folder, { recursive: true });
    const pictures = (): string[] =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name));
    const media = join(souk.env.SOUK_VAR!, 'media');
    mkdirSync(media, { recursive: true });
    writeFileSync(join(media, 'photo.jpg'), await photograph(600, 600));
    let number = 0;
    const work = async ({ signal }: AbortController): Promise<void> => {
      while (!signal.aborted) {
        const query = `width=${20 * (1 + (number % 40))}&quality=${10 + (number % 90)}&format=webp`;
        number += 1;
        const refused = (): void => {};
        await fetch(`${souk.base}/media/photo.jpg?${query}`).then((response) => response.arrayBuffer(), refused);
        await pause(1);
      }
    };
    for (let round = 0; round < ROUNDS; round++) {
      const over = new AbortController();
      const working = [work(over), work(over), work(over)].map((one) => one.catch(() => {}));
      const before = pictures().length;
      await until(async () => pictures().length >= before + 4);
      await souk.kill();
      over.abort();
      await Promise.all(working);
      await souk.restart();
    }
    const files = pictures();
    expect(files.length).toBeGreaterThanOrEqual(4 * ROUNDS);
    for (const file of files) {
      // Half a file has a header, and no end.
      const { info } = await sharp(readFileSync(file)).raw().toBuffer({ resolveWithObject: true });
      expect(info.width).toBeGreaterThan(0);
    }
    const response = await fetch(`${souk.base}/media/photo.jpg?width=100&format=webp`);
    expect(response.headers.get('content-type')).toBe('image/webp');
  } finally {
    await souk.stop();
  }
});
