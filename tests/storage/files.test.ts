import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FileConditions, FileStore } from '../../src/kernel/files.ts';
import { readSettings } from '../../src/program/environment/settings.ts';
import { openFiles } from '../../src/storage/files/files.ts';
import { startObjectStore, type ObjectStore } from '../support/object-store.ts';

const bytes = (text: string): Buffer => Buffer.from(text);

/** The object store of the tests reads these as the first bytes. */
const suffixRanges: Record<'folder' | 'object store', [string, number, string, string][]> = {
  folder: [
    ['bytes=-2', 206, 'ij', 'bytes 8-9/10'],
    ['bytes=-99', 206, 'abcdefghij', 'bytes 0-9/10'],
  ],
  'object store': [],
};

describe.each(['folder', 'object store'] as const)('files in a %s', (kind) => {
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

  it('have an entity tag that a use leaves as it is, and a change does not', async () => {
    expect(await store.facts('media/tag.png')).toBeUndefined();
    await store.touch('media/tag.png');
    await store.write('media/tag.png', bytes('first'));
    const first = (await store.facts('media/tag.png'))!;
    expect(first).toEqual({ size: 5, etag: expect.stringMatching(/^"[\w-]+"$/) });
    await store.touch('media/tag.png');
    expect(await store.facts('media/tag.png')).toEqual(first);
    expect((await store.respond('GET', 'media/tag.png', {})).headers.etag).toBe(first.etag);
    await store.write('media/tag.png', bytes('other'));
    expect((await store.facts('media/tag.png'))!.etag).not.toBe(first.etag);
  });

  it('are listed with their size and the time of their last use', async () => {
    const before = Date.now();
    await store.write('cache/a/one', bytes('one'));
    await store.write('cache/b/three', bytes('three'));
    const list = async () => (await Array.fromAsync(store.list('cache'))).sort((a, b) => a.size - b.size);
    const listed = await list();
    expect(listed.map(({ path, size }) => [path, size])).toEqual([
      ['cache/a/one', 3],
      ['cache/b/three', 5],
    ]);
    // Object stores and file systems round times.
    for (const { usedAt } of listed) expect(usedAt).toBeGreaterThan(before - 2000);
    // The object store of the tests leaves the time of an object that is copied onto itself.
    if (kind === 'folder') {
      await store.touch('cache/a/one');
      await vi.waitUntil(() => Date.now() > listed[0]!.usedAt);
      await store.touch('cache/a/one');
      expect((await list())[0]!.usedAt).toBeGreaterThan(listed[0]!.usedAt);
    }
    expect(await Array.fromAsync(store.list('none'))).toEqual([]);
  });

  const part = async (conditions: FileConditions, method = 'GET') => {
    const { status, headers, content } = await store.respond(method, 'media/parts.txt', conditions);
    const text =
      content === undefined ? '' : Buffer.isBuffer(content) ? String(content) : String(await buffer(content));
    return [status, text, headers['content-range']];
  };

  it.each([
    ['bytes=2-4', 206, 'cde', 'bytes 2-4/10'],
    ['bytes=7-', 206, 'hij', 'bytes 7-9/10'],
    ['bytes=5-99', 206, 'fghij', 'bytes 5-9/10'],
    ...suffixRanges[kind],
  ])('give the range %s', async (range, ...expected) => {
    await store.write('media/parts.txt', bytes('abcdefghij'));
    expect(await part({ range })).toEqual(expected);
  });

  it('give a range of the version that the client has, or else the whole', async () => {
    await store.write('media/parts.txt', bytes('abcdefghij'));
    const { headers } = await store.respond('HEAD', 'media/parts.txt', {});
    expect(await part({ range: 'bytes=0-1', ifRange: headers.etag })).toEqual([206, 'ab', 'bytes 0-1/10']);
    expect(await part({ range: 'bytes=0-1', ifRange: headers['last-modified'] })).toEqual([206, 'ab', 'bytes 0-1/10']);
    expect(await part({ range: 'bytes=0-1', ifRange: '"another"' })).toEqual([200, 'abcdefghij', undefined]);
    expect((await part({ range: 'bytes=10-' }))[0]).toBe(416);
    expect(await part({ ifNoneMatch: headers.etag, range: 'bytes=0-1' })).toEqual([304, '', undefined]);
    expect(await part({ ifModifiedSince: headers['last-modified'] })).toEqual([304, '', undefined]);
    expect((await part({ ifModifiedSince: 'Mon, 01 Jan 2001 00:00:00 GMT' }))[0]).toBe(200);
    expect(await part({}, 'HEAD')).toEqual([200, '', undefined]);
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
