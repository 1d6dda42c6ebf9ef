import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createDatabase, engines } from '../storage/databases.ts';
import { criteria, ok, startProcess, unique, until, type Souk } from '../support/souk.ts';

const ITEMS = 5;

/** Accepts bulks of customers, who can be made once only, until it is stopped; gives the uuids. */
function startWriting(souk: Souk, mark: string): { readonly accepted: string[]; stop(): Promise<void> } {
  const accepted: string[] = [];
  const stopping = new AbortController();
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const items = Array.from({ length: ITEMS }, () => ({
        customer: { email: `${unique(mark)}@example.com`, firstname: 'Ada', lastname: 'Byron' },
      }));
      const answer = await souk.admin.post('/async/bulk/V1/customers', items);
      expect(answer.status, answer.text).toBe(202);
      accepted.push(answer.body.bulk_uuid);
      await pause(50);
    }
  };
  const ended = run();
  return {
    accepted,
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}

/** Copies the database of a server that runs. */
async function backUp(souk: Souk, folder: string): Promise<{ url: string; remove(): Promise<void> }> {
  const source = souk.env.DATABASE_URL!;
  if (source.startsWith('sqlite:')) {
    const file = join(folder, 'copy.db');
    const { code, stderr } = await souk.cli('backup', file);
    expect(code, stderr).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const again = await souk.cli('backup', file);
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('is there already')]);
    return { url: `sqlite:${file}`, remove: async () => {} };
  }
  const { code, stderr } = await souk.cli('backup', join(folder, 'none.db'));
  expect([code, stderr]).toEqual([1, expect.stringContaining('pg_dump')]);
  expect(existsSync(join(folder, 'none.db'))).toBe(false);
  const file = join(folder, 'copy.dump');
  execFileSync('pg_dump', ['-Fc', '-f', file, source]);
  const { url, remove } = await createDatabase('postgres');
  execFileSync('pg_restore', ['--no-owner', '-d', url, file]);
  return { url, remove };
}

test(`a backup of ${engines.at(-1)} under writes starts, and has done what it knows of once`, async () => {
  const souk = await startProcess();
  const folder = mkdtempSync(join(tmpdir(), 'souk-backup-'));
  const mark = unique('backup');
  const writing = startWriting(souk, mark);
  await until(async () => writing.accepted.length > 5);
  const before = [...writing.accepted];
  const copy = await backUp(souk, folder);
  await until(async () => writing.accepted.length > before.length + 3);
  await writing.stop();
  const uuids = [...writing.accepted];
  await souk.kill('SIGTERM');
  const restored = await startProcess({ env: { DATABASE_URL: copy.url } });
  const known: string[] = [];
  for (const uuid of uuids) {
    const answer = await restored.admin.get(`/V1/bulk/${uuid}/status`);
    if (answer.status === 200) known.push(uuid);
    else expect(answer.status).toBe(404);
  }
  expect(known).toEqual(uuids.slice(0, known.length));
  expect(known.length).toBeGreaterThanOrEqual(before.length);
  for (const uuid of known) {
    await until(async () => ok(await restored.admin.get(`/V1/bulk/${uuid}/operation-status/1`)) === ITEMS);
  }
  const query = criteria([[{ field: 'email', value: `${mark}%`, condition_type: 'like' }]], { pageSize: 1 });
  expect(ok(await restored.admin.get(`/V1/customers/search?${query}`)).total_count).toBe(known.length * ITEMS);
  await restored.stop();
  await copy.remove();
  await souk.stop();
  rmSync(folder, { recursive: true });
});

test(`in a backup of ${engines.at(-1)} numbers go on where they were`, async () => {
  const souk = await startProcess();
  const folder = mkdtempSync(join(tmpdir(), 'souk-backup-'));
  const skus = [unique('kept'), unique('later')] as const;
  const extension_attributes = { stock_item: { qty: 5, is_in_stock: true } };
  for (const sku of skus) {
    const product = { sku, name: sku, attribute_set_id: 4, price: 1, extension_attributes };
    ok(await souk.admin.post('/V1/products', { product }));
  }
  const add = async (at: Souk, sku: string): Promise<number> => {
    const id = ok(await at.guest.post('/V1/guest-carts')) as string;
    return ok(await at.guest.post(`/V1/guest-carts/${id}/items`, { cartItem: { sku, qty: 1, quote_id: id } })).item_id;
  };
  const first = await add(souk, skus[0]);
  const copy = await backUp(souk, folder);
  await souk.kill('SIGTERM');
  const restored = await startProcess({ env: { DATABASE_URL: copy.url } });
  expect(await add(restored, skus[1])).toBeGreaterThan(first);
  await restored.stop();
  await copy.remove();
  await souk.stop();
  rmSync(folder, { recursive: true });
});
