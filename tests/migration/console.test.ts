import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fails, ok, startSouk, until, type Answer, type Souk } from '../support/souk.ts';
import { startListedSource, taxShop, type ListedSource } from './listed-source.ts';

type Body = Answer['body'];

let source: ListedSource;
let target: Souk;
beforeAll(async () => {
  source = await startListedSource(taxShop);
  target = await startSouk();
}, 60_000);
afterAll(async () => {
  await source?.close();
  await target?.stop();
});

const path = '/_/console/migrations';
const RULES = '/V1/taxRules/search';
const args = (base: string): string[] => ['migrate', '--from', base, '--token', 'any', '--rate', '1000'];
const migrate = (...more: string[]) => target.cli(...args(source.base), '--only', 'stores,tax', ...more);
const read = async (query = ''): Promise<Body> => ok(await target.admin.raw('GET', `${path}${query}`));
const newest = async (): Promise<Body> => (await read('?limit=1'))[0];

test('a new shop has no runs, and a dry run is none', async () => {
  expect(await read()).toEqual([]);
  await migrate('--dry-run');
  expect(await read()).toEqual([]);
});

test('a run shows its counts while it is at work, then its end', { timeout: 60_000 }, async () => {
  const release = source.hold(RULES);
  const run = target.spawn(...args(source.base), '--only', 'stores,tax');
  const ended = once(run, 'exit');
  const seen = await until(async () => {
    const found = await newest();
    return found?.kinds.some(({ kind }: Body) => kind === 'tax classes') && found;
  });
  expect(seen).toMatchObject({ address: source.base, state: 'running', parts: ['stores', 'tax'] });
  expect(seen.ended_at).toBeUndefined();
  expect(seen.kinds.map(({ kind }: Body) => kind)).not.toContain('tax rules');
  release();
  await ended;
  const { kinds, ...shown } = ok(await target.admin.raw('GET', `${path}/${seen.id}`));
  expect(shown).toMatchObject({ state: 'complete', ended_at: expect.any(String) });
  expect(kinds.at(0)).toEqual({ kind: 'websites', created: 1, changed: 0, unchanged: 0, refused: 0, total: 1 });
  expect(kinds.at(-1)).toEqual({ kind: 'tax rules', created: 0, changed: 0, unchanged: 0, refused: 2, total: 2 });
});

test('records that were not moved are found by kind, by text and page by page', async () => {
  const { id } = await newest();
  const faults = (query = ''): Promise<Body> => read(`/${id}/faults${query}`);
  const all = await faults();
  expect(all).toMatchObject({ total_count: 3, kinds: ['tax rules', 'websites'] });
  expect(all.items[0]).toEqual({
    kind: 'tax rules',
    key: '1',
    name: 'Rule of 10%',
    moved: 'no',
    reason: expect.stringContaining('99 of tax classes, which was not moved'),
  });
  expect(all.items[2]).toMatchObject({ kind: 'websites', name: 'base', moved: 'in part' });
  expect((await faults('?limit=2&page=2')).items).toEqual(all.items.slice(2));
  expect((await faults('?kind=websites')).items).toEqual(all.items.slice(2));
  expect((await faults('?moved=in%20part')).items).toEqual(all.items.slice(2));
  expect((await faults('?search=OF%2020%25')).items).toEqual(all.items.slice(1, 2));
  expect((await faults('?search=our%20website')).items).toEqual(all.items.slice(2));
  expect(await faults('?search=nothing')).toMatchObject({ items: [], total_count: 0, kinds: all.kinds });
  fails(await target.admin.raw('GET', `${path}/${id}/faults?moved=maybe`), 400, /moved/);
  fails(await target.admin.raw('GET', `${path}/${id}/faults?limit=1001`), 400);
  for (const unknown of [`${path}/4711`, `${path}/4711/faults`]) fails(await target.admin.raw('GET', unknown), 404);
});

test('a killed run is interrupted once it gives no sign of life', { timeout: 60_000 }, async () => {
  const before = await newest();
  const release = source.hold(RULES);
  const run = target.spawn(...args(source.base), '--only', 'tax');
  const ended = once(run, 'exit');
  await until(async () => (await newest()).id !== before.id);
  run.kill('SIGKILL');
  await ended;
  release();
  expect(await newest()).toMatchObject({ state: 'running', parts: ['tax'] });
  const setClock = async (now: string | null) => ok(await target.guest.raw('PUT', '/_/clock', { now }));
  await setClock(new Date(Date.now() + 180_000).toISOString());
  expect(await newest()).toMatchObject({ state: 'interrupted', ended_at: expect.any(String) });
  expect(ok(await target.admin.raw('GET', `${path}/${before.id}`)).state).toBe('complete');
  await setClock(null);
});

test('a run that its source ends shows the error, and runs are listed page by page', { timeout: 60_000 }, async () => {
  const other = await startListedSource(taxShop);
  const release = other.hold(RULES);
  const run = target.spawn(...args(other.base), '--retry-pause', '1');
  const ended = once(run, 'exit');
  await until(async () => (await newest()).address === other.base);
  release();
  await other.close();
  await ended;
  const failed = await newest();
  expect(failed).toMatchObject({ state: 'failed', error: expect.stringContaining('7 times') });
  expect(failed.parts).toBeUndefined();
  const runs = await read();
  expect(runs.map(({ state }: Body) => state)).toEqual(['failed', 'running', 'complete']);
  expect((await read(`?before=${runs[1].id}`)).map(({ id }: Body) => id)).toEqual([runs[2].id]);
  // Each shop has its own.
  expect((await read(`/${failed.id}/faults`)).kinds).not.toContain('tax rules');
});

test('runs need their permission', async () => {
  const integration = async (resource: string) => {
    const sent = { name: resource, resources: [resource] };
    const { access_token } = ok(await target.admin.raw('POST', '/_/console/integrations', sent));
    return target.guest.as(access_token);
  };
  const { id } = await newest();
  const [clerk, mover] = [await integration('Magento_Catalog::products'), await integration('Souk_Migration::runs')];
  for (const one of [path, `${path}/${id}`, `${path}/${id}/faults`]) {
    fails(await clerk.raw('GET', one), 401);
    expect((await mover.raw('GET', one)).status).toBe(200);
  }
});
