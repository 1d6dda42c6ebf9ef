import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startObjectStore, type ObjectStore } from '../support/object-store.ts';
import { png } from '../support/png.ts';
import { startProcess, until, type SoukProcess } from '../support/souk.ts';
import { changeStored, storedValues } from '../support/stored.ts';

/** How often the process is killed. */
const ROUNDS = 4;

describe.each(['folder', 'object store'])('a process is killed while pictures come and go, in a %s', (kind) => {
  let objects: ObjectStore | undefined;
  let souk: SoukProcess;
  beforeAll(async () => {
    objects = kind === 'folder' ? undefined : await startObjectStore();
    souk = await startProcess(objects && { env: { ...objects.env, SOUK_MEDIA_URL: objects.url } });
  });
  afterAll(async () => {
    await souk?.stop();
    await objects?.remove();
  });

  const keys = (): string[] => {
    if (objects) return objects.keys();
    const root = souk.env.SOUK_VAR!;
    return readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile() && existsSync(join(one.parentPath, one.name)))
      .map((one) => relative(root, join(one.parentPath, one.name)));
  };

  test('every picture that a product has is there, and no other', async () => {
    let number = 0;
    const work = async ({ signal }: AbortController): Promise<void> => {
      while (!signal.aborted) {
        const sku = `p${(number += 1)}`;
        const picture = png([number % 256, (number >> 8) % 256, 9], 16).toString('base64');
        const content = { base64_encoded_data: picture, type: 'image/png', name: `${sku}.png` };
        const entry = { media_type: 'image', label: sku, position: 1, disabled: false, types: [], content };
        const product = { sku, name: sku, price: 1, attribute_set_id: 4, media_gallery_entries: [entry] };
        const refused = (): void => {};
        await souk.admin.post('/V1/products', { product }).catch(refused);
        if (number % 3 === 0) await souk.admin.delete(`/V1/products/${sku}`).catch(refused);
        await pause(1);
      }
    };
    for (let round = 0; round < ROUNDS; round++) {
      const over = new AbortController();
      const working = [work(over), work(over), work(over)];
      await pause(700 + 90 * round);
      await souk.kill();
      over.abort();
      await Promise.all(working);
      await souk.restart();
    }
    await changeStored(souk, "update outbox set available_at = 0 where topic = 'files'");
    await until(async () => (await storedValues(souk, "select id from outbox where topic = 'files'")).length === 0);
    const files = await storedValues(souk, 'select file from catalog_product_media');
    expect(files.length).toBeGreaterThan(3);
    const wanted = files.map((file) => `media/catalog/product${file}`).sort();
    expect(
      keys()
        .filter((key) => key.startsWith('media/'))
        .sort(),
    ).toEqual(wanted);
    for (const file of files.slice(0, 5))
      expect((await fetch(`${souk.base}/media/catalog/product${file}`)).status).toBe(200);
  });
});
