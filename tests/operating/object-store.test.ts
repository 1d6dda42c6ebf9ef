import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fails, ok, until } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import { startObjectStore, type ObjectStore } from '../support/object-store.ts';
import { png } from '../support/png.ts';

let objects: ObjectStore;
/** Two machines without a common folder. */
let one: Here;
let other: Here;
beforeAll(async () => {
  objects = await startObjectStore();
  for (const [name, value] of Object.entries(objects.env)) vi.stubEnv(name, value);
  const env = { SOUK_MEDIA_URL: objects.url, SOUK_SECRET_KEY: 'one key for both' };
  one = await startHere('sqlite', { env });
  other = await startHere('sqlite', { env: { ...env, DATABASE_URL: one.souk.platform.settings.databaseUrl } });
});
afterAll(async () => {
  await other?.stop();
  await one?.stop();
  await objects?.remove();
  vi.unstubAllEnvs();
});

const content = (name: string, picture: Buffer) => ({
  base64_encoded_data: picture.toString('base64'),
  type: 'image/png',
  name,
});
const entry = (name: string, picture: Buffer) => ({
  media_type: 'image',
  label: name,
  position: 1,
  disabled: false,
  types: ['image'],
  content: content(name, picture),
});
const make = (sku: string, name: string, picture: Buffer, here = one) =>
  here.admin.post('/V1/products', {
    product: { sku, name: sku, price: 1, attribute_set_id: 4, media_gallery_entries: [entry(name, picture)] },
  });
const at = (here: Here, file: string): string => `${here.base}/media/catalog/product${file}`;
/** Has a worker look at once at what is left to do. */
const due = (): Promise<unknown> =>
  one.souk.storage.transaction((db) => db.updateTable('outbox').set({ available_at: 0 }).execute());
const left = async (): Promise<number> =>
  (await one.souk.storage.reader.selectFrom('outbox').select('id').where('topic', '=', 'files').execute()).length;

describe('pictures in an object store', () => {
  const picture = png([10, 20, 30], 32);

  it('are served by every machine, in parts, and not again to who has them', async () => {
    const made = ok(await make('mug', 'mug.png', picture));
    expect(made.media_gallery_entries[0].file).toBe('/m/u/mug.png');
    expect(objects.keys()).toEqual(['media/catalog/product/m/u/mug.png']);
    const served = await fetch(at(other, '/m/u/mug.png'));
    expect(served.status).toBe(200);
    expect(Buffer.from(await served.arrayBuffer())).toEqual(picture);
    expect(Object.fromEntries(served.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(picture.length),
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=86400',
    });
    const etag = served.headers.get('etag')!;
    const again = await fetch(at(one, '/m/u/mug.png'), { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const part = await fetch(at(one, '/m/u/mug.png'), { headers: { range: 'bytes=1-3' } });
    expect([part.status, await part.text()]).toEqual([206, 'PNG']);
    expect(part.headers.get('content-range')).toBe(`bytes 1-3/${picture.length}`);
    const beyond = await fetch(at(one, '/m/u/mug.png'), { headers: { range: 'bytes=99999999-' } });
    expect(beyond.status).toBe(416);
    const head = await fetch(at(one, '/m/u/mug.png'), { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      String(picture.length),
      '',
    ]);
    const gallery = ok(await other.admin.get('/V1/products/mug/media'));
    expect(gallery[0].content.base64_encoded_data).toBe(picture.toString('base64'));
  });

  it.each([
    '/n/o/none.png',
    '/../../../tmp/media/x',
    '/%2e%2e/%2e%2e/%2e%2e/downloadable/links/s/o/song.ogg',
    '/',
    '//a',
  ])('%s is not found', async (path) => {
    expect((await fetch(at(one, path))).status).toBe(404);
  });

  it('are gone with their product, after the commit', async () => {
    ok(await make('jug', 'jug.png', png([1, 2, 3], 16)));
    expect(objects.keys()).toContain('media/catalog/product/j/u/jug.png');
    ok(await other.admin.delete('/V1/products/jug'));
    expect(objects.keys()).not.toContain('media/catalog/product/j/u/jug.png');
  });

  it('of what is refused are seen by nobody', async () => {
    const before = objects.keys().filter((key) => key.startsWith('media/'));
    const custom_attributes = [{ attribute_code: 'url_key', value: 'mug' }];
    const sent = { sku: 'bowl', name: 'B', price: 1, attribute_set_id: 4, custom_attributes };
    const media_gallery_entries = [entry('bowl.png', png([7, 7, 7], 16))];
    expect((await one.admin.post('/V1/products', { product: { ...sent, media_gallery_entries } })).status).toBe(400);
    expect(objects.keys().filter((key) => key.startsWith('media/'))).toEqual(before);
    fails(await one.admin.get('/V1/products/bowl'), 404);
  });

  it('are placed by a worker when the store fails after the commit', async () => {
    const refused = objects.stop;
    // The upload goes through, and then the store is away.
    const write = one.souk.files.store.write;
    Object.assign(one.souk.files.store, {
      write: async (path: string, bytes: Buffer) => {
        await write(path, bytes);
        await refused();
      },
    });
    const made = ok(await make('pot', 'pot.png', picture));
    Object.assign(one.souk.files.store, { write });
    const { file } = made.media_gallery_entries[0];
    expect((await fetch(at(other, file))).status).toBe(503);
    fails(await make('pan', 'pan.png', picture), 503);
    fails(await one.admin.get('/V1/products/pan'), 404);
    await objects.start();
    expect((await fetch(at(other, file))).status).toBe(404);
    await due();
    await until(async () => (await fetch(at(other, file))).status === 200);
    await until(async () => (await left()) === 0);
    expect(objects.keys().filter((key) => key.startsWith('tmp/'))).toEqual([]);
  });
});

describe('files of downloads in an object store', () => {
  it('are written once by name, and handed out by every machine', async () => {
    const product = { sku: 'album', name: 'Album', price: 1, attribute_set_id: 4, type_id: 'downloadable', status: 1 };
    ok(await one.admin.post('/V1/products', { product }));
    const link = {
      title: 'Song',
      sort_order: 1,
      price: 0,
      number_of_downloads: 0,
      is_shareable: 1,
      link_type: 'file',
      link_file_content: { name: 'song.ogg', file_data: Buffer.from('the song').toString('base64') },
      sample_type: 'file',
      sample_file_content: { name: 'sample.ogg', file_data: Buffer.from('a sample').toString('base64') },
    };
    const id = ok(await one.admin.post('/V1/products/album/downloadable-links', { link }));
    ok(await other.admin.post('/V1/products/album/downloadable-links', { link: { ...link, title: 'Again' } }));
    expect(objects.keys().filter((key) => key.startsWith('downloadable/'))).toEqual([
      'downloadable/link_samples/s/a/sample.ogg',
      'downloadable/link_samples/s/a/sample_1.ogg',
      'downloadable/links/s/o/song.ogg',
      'downloadable/links/s/o/song_1.ogg',
    ]);
    const sample = await fetch(`${other.base}/downloadable/download/linkSample/link_id/${id}`);
    expect(await sample.text()).toBe('a sample');
    expect(sample.headers.get('content-length')).toBe('8');
    await objects.stop();
    expect((await fetch(`${other.base}/downloadable/download/linkSample/link_id/${id}`)).status).toBe(503);
    await objects.start();
  });
});
