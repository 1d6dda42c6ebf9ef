import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { engines } from '../storage/databases.ts';
import { startHere, type Here } from '../support/here.ts';
import { startObjectStore, type ObjectStore } from '../support/object-store.ts';
import { animation, originalsOf, photograph } from './originals.ts';

const [engine = 'sqlite'] = engines;

describe.each(['folder', 'object store'])('pictures of originals in a %s', (kind) => {
  let objects: ObjectStore | undefined;
  let here: Here;
  const { put, made } = originalsOf(() => here.souk.files);
  /** 600 × 400 pixels. */
  let photo: Buffer;
  let path: string;
  beforeAll(async () => {
    objects = kind === 'folder' ? undefined : await startObjectStore();
    for (const [name, value] of Object.entries(objects?.env ?? {})) vi.stubEnv(name, value);
    here = await startHere(engine, { env: { SOUK_MEDIA_URL: objects?.url, SOUK_MEDIA_MAX_AGE: '3600' } });
    photo = await photograph(600, 400);
    path = await put(photo, 'jpg');
  });
  afterAll(async () => {
    await here?.stop();
    await objects?.remove();
    vi.unstubAllEnvs();
  });

  const at = (file: string): string => `${here.base}/media/catalog/product${file}`;
  const get = (file: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(at(file), { headers, method });
  const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());
  const shape = async (response: Response): Promise<[string | undefined, number, number]> => {
    const { format, width, height } = await sharp(await bytesOf(response)).metadata();
    return [format === 'heif' ? 'avif' : format, width, height];
  };

  it.each([
    ['width=300', ['jpeg', 300, 200]],
    ['height=200', ['jpeg', 300, 200]],
    ['width=300&height=300', ['jpeg', 300, 200]],
    ['width=300&height=300&fit=bounds', ['jpeg', 300, 200]],
    ['width=300&height=300&fit=cover', ['jpeg', 450, 300]],
    ['width=300&height=300&fit=crop', ['jpeg', 300, 300]],
    ['width=150&dpr=2', ['jpeg', 300, 200]],
    ['width=4000', ['jpeg', 600, 400]],
    ['width=900&height=900&fit=crop', ['jpeg', 400, 400]],
    ['width=1200&enable=upscale', ['jpeg', 1200, 800]],
    ['width=300&format=webp', ['webp', 300, 200]],
    ['width=300&format=avif', ['avif', 300, 200]],
    ['format=png', ['png', 600, 400]],
    ['width=300&format=pjpg&quality=40', ['jpeg', 300, 200]],
    // Sizes between those of the set are rounded up.
    ['width=281', ['jpeg', 300, 200]],
    ['width=299.5&crop=1&canvas=2', ['jpeg', 300, 200]],
  ])('have the size and format of ?%s', async (query, expected) => {
    const response = await get(`${path}?${query}`);
    expect(response.status).toBe(200);
    const [format] = expected;
    expect(response.headers.get('content-type')).toBe(`image/${format}`);
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await shape(response)).toEqual(expected);
  });

  it.each([
    '',
    '?',
    '?width=abc',
    '?width=0',
    '?width=-3&height=1e9',
    '?width=50p',
    '?format=bmp&fit=fill',
    '?v=2',
    '?dpr=2',
  ])('are the original for %j', async (query) => {
    const response = await get(path + query);
    expect(response.status).toBe(200);
    expect(await bytesOf(response)).toEqual(photo);
  });

  it('are in the format that the browser reads', async () => {
    const accept = (types: string) => get(`${path}?width=200&auto=webp&format=pjpg`, { accept: types });
    const [modern, old] = [await accept('image/avif,image/webp,*/*'), await accept('image/png,*/*')];
    expect([modern, old].map(({ headers }) => headers.get('content-type'))).toEqual(['image/webp', 'image/jpeg']);
    for (const { headers } of [modern, old]) expect(headers.get('vary')).toContain('Accept');
    expect((await get(`${path}?width=200`)).headers.get('vary') ?? '').not.toContain('Accept');
    const best = await get(`${path}?width=200&auto=avif,webp`, { accept: 'image/avif,image/webp,*/*' });
    expect(best.headers.get('content-type')).toBe('image/avif');
    const none = await get(`${path}?auto=webp`, { accept: 'image/png,*/*' });
    expect(none.headers.get('vary')).toContain('Accept');
    expect(await bytesOf(none)).toEqual(photo);
  });

  it('are smaller at a lower quality', async () => {
    const size = async (quality: number) => (await bytesOf(await get(`${path}?width=500&quality=${quality}`))).length;
    expect(await size(30)).toBeLessThan(await size(90));
  });

  it('have the address of the cache of a theme as well', async () => {
    const cached = `/cache/0a1b2c3d4e5f60718293a4b5c6d7e8f9${path}`;
    expect(await bytesOf(await get(cached))).toEqual(photo);
    expect(await shape(await get(`${cached}?width=100`))).toEqual(['jpeg', 100, 67]);
    for (const other of [
      `/cache/short${path}`,
      `/cache${path}`,
      '/cache/0a1b2c3d4e5f60718293a4b5c6d7e8f9/n/o/no.jpg',
    ]) {
      expect((await get(other)).status).toBe(404);
    }
  });

  it.each(['', '?width=320', '?width=320&format=webp'])('are sent once, and in parts, for %j', async (query) => {
    const whole = await get(path + query);
    const bytes = await bytesOf(whole);
    const etag = whole.headers.get('etag')!;
    expect(etag).toMatch(/^"[^"]+"$/);
    expect(whole.headers.get('content-length')).toBe(String(bytes.length));
    const again = await get(path + query, { 'if-none-match': etag });
    expect([again.status, again.headers.get('etag'), (await bytesOf(again)).length]).toEqual([304, etag, 0]);
    const head = await get(path + query, {}, 'HEAD');
    expect([head.status, head.headers.get('etag'), head.headers.get('content-length')]).toEqual([
      200,
      etag,
      String(bytes.length),
    ]);
    const range = await get(path + query, { range: 'bytes=10-19', 'if-range': etag });
    expect([range.status, range.headers.get('content-range')]).toEqual([206, `bytes 10-19/${bytes.length}`]);
    expect(await bytesOf(range)).toEqual(bytes.subarray(10, 20));
    const other = await get(path + query, { range: 'bytes=10-19', 'if-range': '"other"' });
    expect([other.status, await bytesOf(other)]).toEqual([200, bytes]);
    expect((await get(path + query, { range: `bytes=${bytes.length}-` })).status).toBe(416);
  });

  it('are parts of the original where that is the answer', async () => {
    const beyond = await get(`${path}?width=4000`, { range: 'bytes=0-3' });
    expect([beyond.status, await bytesOf(beyond)]).toEqual([206, photo.subarray(0, 4)]);
    const none = await get(`${path}?width=4000`, { range: 'bytes=9999999-' });
    expect(none.status).toBe(416);
  });

  it('stand in for a missing one', async () => {
    const placeholder = '/placeholder/souk/small_image.png';
    const whole = await get(placeholder);
    expect([whole.status, await shape(whole)]).toEqual([200, ['png', 480, 480]]);
    const small = await get(`${placeholder}?width=120&format=webp`);
    expect([small.status, await shape(small)]).toEqual([200, ['webp', 120, 120]]);
    const unchanged = await get(placeholder, { 'if-none-match': whole.headers.get('etag')! });
    expect(unchanged.status).toBe(304);
    const part = await get(placeholder, { range: 'bytes=1-3' });
    expect([part.status, await part.text()]).toEqual([206, 'PNG']);
  });

  it('change with their original, and go with it', async () => {
    const file = '/c/h/changing.jpg';
    const stored = `media/catalog/product${file}`;
    const { store } = here.souk.files;
    await store.write(stored, await photograph(200, 200, 'jpeg', 2));
    const first = await get(`${file}?width=100`);
    expect(await shape(first)).toEqual(['jpeg', 100, 100]);
    await store.write(stored, await photograph(200, 100, 'jpeg', 3));
    const second = await get(`${file}?width=100`, { 'if-none-match': first.headers.get('etag')! });
    expect([second.status, await shape(second)]).toEqual([200, ['jpeg', 100, 50]]);
    await store.remove(stored);
    expect((await get(`${file}?width=100`)).status).toBe(404);
    expect((await get(file)).status).toBe(404);
  });

  it('are made once for fifty who ask at once', async () => {
    const original = await put(await photograph(900, 900, 'png', 4), 'png');
    const before = (await made()).length;
    const { write } = here.souk.files.store;
    let writes = 0;
    Object.assign(here.souk.files.store, {
      write: (...args: Parameters<typeof write>) => ((writes += 1), write(...args)),
    });
    const responses = await Promise.all(Array.from({ length: 50 }, () => get(`${original}?width=450&format=webp`)));
    Object.assign(here.souk.files.store, { write });
    const shapes = await Promise.all(responses.map(shape));
    expect(new Set(shapes.map(String))).toEqual(new Set(['webp,450,450']));
    expect(writes).toBe(1);
    expect((await made()).length).toBe(before + 1);
  });

  it('are few for all the sizes that a stranger can ask for', async () => {
    const original = await put(await photograph(64, 64, 'png', 5), 'png');
    const before = (await made()).length;
    for (let width = 401; width <= 500; width++)
      expect((await get(`${original}?width=${width}&format=webp`)).status).toBe(200);
    expect((await made()).length - before).toBeLessThanOrEqual(4);
  });

  it('that move are sent as they are', async () => {
    const moving = await animation(80, 60);
    const original = await put(moving, 'gif');
    expect(await bytesOf(await get(`${original}?width=40&format=webp`))).toEqual(moving);
  });

  test.each([
    ['an SVG under the name of a PNG', 'png', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ['a damaged file', 'jpg', 'no picture'],
  ])('%s is sent as it is', async (_, extension, text) => {
    const original = await put(Buffer.from(text), extension);
    for (let n = 0; n < 2; n++) expect(await (await get(`${original}?width=40`)).text()).toBe(text);
  });

  it('are made of JPEGs the right way up', async () => {
    const turned = await sharp(await photograph(300, 200, 'jpeg', 6))
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const original = await put(turned, 'jpg');
    expect(await shape(await get(`${original}?width=100`))).toEqual(['jpeg', 100, 150]);
  });

  it.each([
    '/%2e%2e/%2e%2e/%2e%2e/souk.db?width=9',
    '/..%5c..%5csouk.db',
    '/a%00.png?width=9',
    '/.hidden.png',
    '//x.png?width=9',
  ])('%s is not found', async (bad) => expect((await get(bad)).status).toBe(404));
});
