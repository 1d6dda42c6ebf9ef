import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FileStore } from '../../src/kernel/files.ts';
import { readSettings } from '../../src/program/environment/settings.ts';
import { openFiles } from '../../src/storage/files/files.ts';
import { startObjectStore, type ObjectStore } from '../support/object-store.ts';

const bytes = (text: string): Buffer => Buffer.from(text);

describe.each(['folder', 'object store'])('files in a %s', (kind) => {
  let objects: ObjectStore | undefined;
  let folder: string;
  let store: FileStore;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'souk-files-'));
    objects = kind === 'folder' ? undefined : await startObjectStore();
    for (const [name, value] of Object.entries(objects?.env ?? {})) vi.stubEnv(name, value);
    const { objectStore } = readSettings({ SOUK_VAR: folder, SOUK_MEDIA_URL: objects?.url });
    store = openFiles(objectStore, folder).store;
  });
  afterAll(async () => {
    store.close();
    await objects?.remove();
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });

  const text = async (path: string): Promise<string | undefined> => (await store.read(path))?.toString();

  it('are read as they were written, and replaced whole', async () => {
    expect(await text('media/a/ü b.png')).toBeUndefined();
    await store.write('media/a/ü b.png', bytes('one'));
    await store.write('media/a/ü b.png', bytes('another'));
    expect(await text('media/a/ü b.png')).toBe('another');
    const opened = await store.open('media/a/ü b.png');
    expect(opened?.size).toBe(7);
    expect((await buffer(opened!.content)).toString()).toBe('another');
    expect(await store.open('media/a/other.png')).toBeUndefined();
  });

  it('are written once where the name has to be free', async () => {
    expect(await store.writeNew('downloadable/links/s/o/song.ogg', bytes('first'))).toBe(true);
    expect(await store.writeNew('downloadable/links/s/o/song.ogg', bytes('second'))).toBe(false);
    expect(await text('downloadable/links/s/o/song.ogg')).toBe('first');
  });

  it('are moved once, however often that is said, and share what a twin has', async () => {
    await store.write('tmp/media/one', bytes('same'));
    await store.write('tmp/media/two', bytes('same'));
    await store.move('tmp/media/one', 'media/m/one.png');
    await store.move('tmp/media/one', 'media/m/one.png');
    await store.move('tmp/media/two', 'media/m/two ö.png', 'media/m/one.png');
    await store.write('media/m/one.png', bytes('changed'));
    await store.move('tmp/media/two', 'media/m/two ö.png', 'media/m/one.png');
    expect(await text('media/m/one.png')).toBe('changed');
    expect(await text('media/m/two ö.png')).toBe('same');
    expect(await store.exists('tmp/media/one')).toBe(false);
    expect(await store.exists('tmp/media/two')).toBe(false);
  });

  it('are removed, also when they are not there', async () => {
    await store.write('media/r.png', bytes('r'));
    await store.remove('media/r.png');
    await store.remove('media/r.png');
    expect(await store.exists('media/r.png')).toBe(false);
  });

  it('are removed by age', async () => {
    await store.write('tmp/old/a', bytes('a'));
    await store.write('tmp/old/b', bytes('b'));
    await store.removeOlder('tmp/old', new Date(Date.now() - 60_000));
    expect(await text('tmp/old/a')).toBe('a');
    await store.removeOlder('tmp/old', new Date(Date.now() + 60_000));
    expect(await store.exists('tmp/old/a')).toBe(false);
    expect(await store.exists('tmp/old/b')).toBe(false);
  });
});

describe('SOUK_MEDIA_URL', () => {
  it.each([
    ['http://shop.example/files', 'is no address of a bucket'],
    ['s3://', 'is no address of a bucket'],
    ['s3://shop/files?zone=1', 'has "zone"'],
    ['s3://shop?endpoint=minio', 'has an endpoint that is no address'],
  ])('%s is refused', (url, why) => {
    expect(() => readSettings({ SOUK_MEDIA_URL: url })).toThrow(why);
  });

  it('says bucket, prefix, region and endpoint', () => {
    const { objectStore } = readSettings({ SOUK_MEDIA_URL: 's3://shop/a%20b/c/?region=eu&endpoint=http://minio:9000' });
    expect(objectStore).toEqual({ bucket: 'shop', prefix: 'a b/c/', region: 'eu', endpoint: 'http://minio:9000' });
    expect(readSettings({ SOUK_MEDIA_URL: 's3://shop' }).objectStore).toEqual({
      bucket: 'shop',
      prefix: '',
      region: 'us-east-1',
      endpoint: undefined,
    });
  });
});
