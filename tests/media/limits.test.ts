import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { engines } from '../storage/databases.ts';
import { fails } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import { startObjectStore, type ObjectStore } from '../support/object-store.ts';
import { blackPng } from '../support/png.ts';
import { product } from '../support/products.ts';
import { originalsOf, photograph } from './originals.ts';

const [engine = 'sqlite'] = engines;
const LIMIT = 100_000;

describe.each(['folder', 'object store'])('pictures in a %s of a limited size', (kind) => {
  let objects: ObjectStore | undefined;
  let here: Here;
  const { put, made } = originalsOf(() => here.souk.files);
  beforeAll(async () => {
    objects = kind === 'folder' ? undefined : await startObjectStore();
    for (const [name, value] of Object.entries(objects?.env ?? {})) vi.stubEnv(name, value);
    here = await startHere(engine, { env: { SOUK_MEDIA_URL: objects?.url, SOUK_MEDIA_CACHE: String(LIMIT) } });
  });
  afterAll(async () => {
    await here?.stop();
    await objects?.remove();
    vi.unstubAllEnvs();
  });

  it('stay within it: those that were made first go', async () => {
    const originals = await Promise.all(
      [1, 2, 3, 4].map(async (seed) => await put(await photograph(500, 500, 'jpeg', seed), 'jpg')),
    );
    const sizes: number[] = [];
    for (const original of originals)
      for (let width = 420; width <= 500; width += 20) {
        const response = await fetch(
          `${here.base}/media/catalog/product${original}?width=${width}&format=webp&quality=90`,
        );
        expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
        sizes.push((await response.arrayBuffer()).byteLength);
      }
    expect(sizes.reduce((a, b) => a + b)).toBeGreaterThan(2 * LIMIT);
    const total = async () => (await made()).reduce((sum, { size }) => sum + size, 0);
    await expect.poll(total).toBeLessThanOrEqual(LIMIT);
    expect(await total()).toBeGreaterThan(LIMIT / 4);
    // A picture that was removed is made again.
    const again = await fetch(`${here.base}/media/catalog/product${originals[0]}?width=420&format=webp&quality=90`);
    expect((await again.arrayBuffer()).byteLength).toBe(sizes[0]);
  });
});

describe('the work for pictures', () => {
  let here: Here;
  const { put, made } = originalsOf(() => here.souk.files);
  beforeAll(async () => {
    here = await startHere(engine);
  });
  afterAll(() => here?.stop());

  const get = (path: string) => fetch(`${here.base}/media/catalog/product${path}`);

  it('does not keep other requests waiting', async () => {
    const original = await put(await photograph(2000, 2000, 'png'), 'png');
    const order: string[] = [];
    const note = (name: string) => (): void => void order.push(name);
    const large = get(`${original}?width=1800&format=avif`).then(note('picture'));
    for (let n = 0; n < 5; n++) await fetch(`${here.base}/health/live`).then(note('health'));
    await large;
    expect(order).toEqual(['health', 'health', 'health', 'health', 'health', 'picture']);
  });

  it('has an end: originals stand in for a short time, and pictures follow', async () => {
    const originals = await Promise.all(
      [1, 2, 3].map(async (seed) => await put(await photograph(900, 900, 'png', seed), 'png')),
    );
    const paths = originals.flatMap((original) =>
      Array.from({ length: 40 }, (_, n) => `${original}?width=${(n + 1) * 20}&format=webp`),
    );
    const responses = await Promise.all(paths.map(get));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    const substitutes = responses.filter(({ headers }) => headers.get('content-type') === 'image/png');
    expect(substitutes.length).toBeGreaterThan(0);
    for (const { headers } of substitutes) expect(headers.get('cache-control')).toBe('public, max-age=60');
    for (const response of responses) await response.arrayBuffer();
    expect(responses.length - substitutes.length).toBeGreaterThan(20);
  });

  it('is spent on no image bomb', async () => {
    const content = blackPng(30_000);
    expect(content.length).toBeLessThan(200_000);
    const original = await put(content, 'png');
    const response = await get(`${original}?width=100`);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(content);
    const marker = (await made()).find(({ size }) => size === 1);
    expect(marker).toBeDefined();
  });

  it('D343: an image bomb is no picture of a product or wrapping', async () => {
    const data = blackPng(30_000).toString('base64');
    const entry = {
      media_type: 'image',
      label: 'Bomb',
      types: [],
      content: { base64_encoded_data: data, type: 'image/png', name: 'bomb.png' },
    };
    const message = 'The image has more than %1 pixels.';
    const sent = product({ media_gallery_entries: [entry] });
    const refused = await here.admin.post('/V1/products', { product: sent });
    expect(refused.body).toMatchObject({ message, parameters: [64_000_000] });
    fails(refused, 400);
    fails(await here.admin.get(`/V1/products/${sent.sku}`), 404);
    const design = { design: 'B', status: 1, base_price: 1, image_name: 'b.png', image_base64_content: data };
    const wrapping = await here.admin.post('/V1/gift-wrappings', { data: design });
    expect([wrapping.status, wrapping.body.message]).toEqual([400, message]);
  });

  it('D344: a picture with both sides and no fit is not distorted', async () => {
    const original = await put(await photograph(600, 300, 'jpeg', 9), 'jpg');
    const picture = await (await get(`${original}?width=200&height=200`)).arrayBuffer();
    const { width, height } = await sharp(Buffer.from(picture)).metadata();
    expect([width, height]).toEqual([200, 100]);
  });
});

describe('SOUK_MEDIA_CACHE=0', () => {
  it('makes no pictures', async () => {
    const here = await startHere(engine, { env: { SOUK_MEDIA_CACHE: '0' } });
    const { put, made } = originalsOf(() => here.souk.files);
    const content = await photograph(100, 100);
    const response = await fetch(`${here.base}/media/catalog/product${await put(content, 'jpg')}?width=10&auto=webp`);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(content);
    expect(await made()).toEqual([]);
    await here.stop();
  });
});
