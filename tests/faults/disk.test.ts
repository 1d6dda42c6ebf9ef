import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../storage/databases.ts';
import { mountSmallDisk } from '../support/small-disk.ts';
import { fails, startProcess, unique, until, ok, type SoukProcess } from '../support/souk.ts';

const FULL = 'The disk is full: nothing was saved. Try again once there is room.';

// SQLite's, in the run that is about SQLite.
const disk = engines.includes('postgres') ? undefined : mountSmallDisk(64);
const why = engines.includes('postgres') ? 'see the run on SQLite' : 'this user may not mount a file system';

describe.skipIf(!disk)(`a full disk${disk ? '' : ` (skipped: ${why})`}`, () => {
  const { folder } = disk ?? { folder: '' };
  let souk: SoukProcess;
  beforeAll(async () => {
    souk = await startProcess({ env: { DATABASE_URL: `sqlite:${folder}/souk.db` } });
  });
  afterAll(async () => {
    await souk?.stop();
    disk?.remove();
  });

  const bulk = (mark: string, size = 60): unknown[] =>
    Array.from({ length: size }, (_, i) => ({
      product: {
        sku: `${mark}-${i}`,
        name: `${mark} ${i}`,
        attribute_set_id: 4,
        type_id: 'simple',
        price: 5,
        custom_attributes: [{ attribute_code: 'description', value: `<p>${'long '.repeat(200)}</p>` }],
      },
    }));

  test('refuses what does not fit, executes what it accepted once there is room, and loses nothing', async () => {
    const all = souk.admin.store('all');
    const accepted = new Map<string, string>();
    const refused: string[] = [];
    const send = async (size?: number): Promise<void> => {
      const mark = unique('disk');
      const answer = await all.post('/async/bulk/V1/products', bulk(mark, size));
      if (answer.status === 202) accepted.set(mark, answer.body.bulk_uuid);
      else {
        fails(answer, 507, FULL);
        expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
        refused.push(mark);
      }
    };
    ok(await souk.guest.raw('POST', '/_/queue/pause', {}));
    for (let i = 0; i < 5; i++) await send();
    // Room for some of what is to be executed, not for all.
    disk?.leave(600_000);
    ok(await souk.guest.raw('POST', '/_/queue/resume', {}));
    await until(async () => {
      await send();
      return refused.length > 3;
    });
    fails(await souk.admin.post('/V1/products', bulk(unique('sync'))[0]), 507, FULL);
    const ready = await souk.guest.raw('GET', '/health/ready');
    expect([ready.status, ready.body]).toEqual([503, { status: 'not ready', reason: FULL }]);
    disk?.free();
    await until(async () => (await souk.guest.raw('GET', '/health/ready')).status === 200);
    const isOpen = async (uuid: string): Promise<boolean> =>
      ok(await souk.admin.get(`/V1/bulk/${uuid}/operation-status/4`)) > 0;
    for (const uuid of accepted.values()) await until(async () => !(await isOpen(uuid)));
    for (const [mark, uuid] of accepted) {
      expect((await souk.cli('bulk:retry', uuid)).code).toBe(0);
      await until(async () => ok(await souk.admin.get(`/V1/bulk/${uuid}/operation-status/1`)) === 60);
      ok(await souk.admin.get(`/V1/products/${mark}-59`));
    }
    for (const mark of refused) expect((await souk.admin.get(`/V1/products/${mark}-0`)).status).toBe(404);
  });
});
