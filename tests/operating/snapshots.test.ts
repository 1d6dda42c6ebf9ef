import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../storage/databases.ts';
import { fails, ok, unique, until } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import { product } from '../support/products.ts';

describe.each(engines)('snapshots on %s', (kind) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(kind, { env: { SOUK_CONTROL: '1' }, consumer: true });
  });
  afterAll(() => here?.stop());

  const take = async (name: string) => ok(await here.guest.raw('POST', `/_/snapshot/${name}`, {}));
  const restore = async (name: string) => ok(await here.guest.raw('POST', `/_/restore/${name}`, {}));
  const list = async () => ok(await here.guest.raw('GET', '/_/snapshot')).snapshots;
  const save = async (sku: string, fields: object = {}) =>
    ok(
      await here.admin
        .store('all')
        .put(`/V1/products/${sku}`, { product: { ...product({ sku }), name: sku, ...fields } }),
    );
  const nameOf = async (sku: string) => ok(await here.admin.get(`/V1/products/${sku}`)).name;

  it('brings back everything: rows, cached values and responses, sequences, tokens and files', async () => {
    const [sku, later] = [unique('kept'), unique('later')];
    await save(sku, { name: 'Before' });
    expect(await nameOf(sku)).toBe('Before');
    const { varFolder } = here.souk.platform.settings;
    const file = join(varFolder, 'media', 'test', 'one.txt');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'one');
    expect(await take('start')).toEqual({ snapshot: 'start' });

    await save(sku, { name: 'After' });
    expect(await nameOf(sku)).toBe('After');
    const { id } = await save(later);
    const other = await here.callerOf('admin', 1);
    await here.configure({ 'general/locale/timezone': 'Europe/Berlin' });
    const files = join(varFolder, 'media', 'test', 'two.txt');
    writeFileSync(files, 'two');

    expect(await restore('start')).toEqual({ restored: 'start' });
    expect(await nameOf(sku)).toBe('Before');
    fails(await here.admin.get(`/V1/products/${later}`), 404);
    fails(await other.get('/V1/store/websites'), 401);
    const [shop] = ok(await here.admin.get('/V1/store/storeConfigs'));
    expect(shop.timezone).not.toBe('Europe/Berlin');
    expect([existsSync(file), existsSync(files), readFileSync(file, 'utf8')]).toEqual([true, false, 'one']);
    expect((await save(later)).id).toBe(id);

    // The same version numbers with other content: no cache may mix them up.
    await restore('start');
    await save(sku, { name: 'Another' });
    expect(await nameOf(sku)).toBe('Another');
    await restore('start');
    expect(await nameOf(sku)).toBe('Before');
  });

  it('brings back searches, counts and numbers, also after a reset', async () => {
    const [sku, word] = [unique('found'), 'Zephyrine'];
    await save(sku, { name: word });
    const category = async () =>
      ok(await here.admin.post('/V1/categories', { category: { name: unique('c'), parent_id: 2, is_active: true } }))
        .id;
    const counts = async () => {
      const queries = ['products', 'customers/search', 'categories/list', 'orders'].map((path) =>
        here.admin.get(`/V1/${path}?searchCriteria[pageSize]=1`),
      );
      return (await Promise.all(queries)).map((list) => ok(list).total_count);
    };
    const search = async () =>
      ok(
        await here.guest.get(
          `/V1/search?searchCriteria[requestName]=quick_search_container&searchCriteria[filterGroups][0][filters][0][field]=search_term&searchCriteria[filterGroups][0][filters][0][value]=${word}`,
        ),
      ).items.length;
    await category();
    const before = await counts();
    expect(await search()).toBe(1);
    await take('counts');
    const next = await category();
    await save(unique('found'), { name: `${word} again` });
    expect(await search()).toBe(2);
    await restore('counts');
    expect([await counts(), await search(), await category()]).toEqual([before, 1, next]);
    ok(await here.guest.raw('POST', '/_/reset', {}));
    fails(await here.admin.get('/V1/store/websites'), 401);
    await restore('counts');
    expect([await counts(), await search(), await category()]).toEqual([before, 1, next]);
  });

  it('executes operations that come after a restore, and forgets those that it undoes', async () => {
    await take('work');
    const send = async (sku: string): Promise<string> => {
      const answer = await here.admin.post('/async/bulk/V1/products', [{ product: product({ sku }) }]);
      return answer.body.bulk_uuid;
    };
    const status = (id: string) => here.admin.get(`/V1/bulk/${id}/status`);
    const before = await send(unique('bulk'));
    await until(async () => (await status(before)).body.operations_list?.[0]?.status === 1);
    await restore('work');
    fails(await status(before), 404);
    const after = await send(unique('bulk'));
    await until(async () => (await status(after)).body.operations_list?.[0]?.status === 1);
  });

  it('lets changes that race with a restore happen before it or after it, never by half', async () => {
    const sku = unique('raced');
    await save(sku, { name: 'Raced', price: 1 });
    await take('race');
    const changes = Array.from({ length: 20 }, (_, index) => save(`${sku}-${index}`, { price: index }));
    const [changed] = await Promise.all([Promise.all(changes), restore('race')]);
    for (const { sku: own, id } of changed) {
      const found = await here.admin.get(`/V1/products/${own}`);
      // Undone, or made after the restore with all of its parts.
      if (found.status === 404) continue;
      expect(ok(found)).toMatchObject({ id, sku: own, type_id: 'simple' });
      expect(ok(await here.admin.get(`/V1/stockItems/${own}`)).product_id).toBe(id);
    }
    expect(await nameOf(sku)).toBe('Raced');
  });

  it('replaces, lists and deletes snapshots; wrong names and missing ones are errors', async () => {
    await take('twice');
    const sku = unique('twice');
    await save(sku);
    await take('twice');
    await restore('twice');
    expect(await nameOf(sku)).toBeTruthy();
    expect(await list()).toContain('twice');
    ok(await here.guest.raw('DELETE', '/_/snapshot/twice'));
    expect(await list()).not.toContain('twice');
    fails(await here.guest.raw('DELETE', '/_/snapshot/twice'), 404, 'There is no snapshot "twice".');
    fails(await here.guest.raw('POST', '/_/restore/twice', {}), 404);
    for (const name of ['A', '..%2Fx', '1a', 'a-b', 'a'.repeat(31)])
      fails(await here.guest.raw('POST', `/_/snapshot/${name}`, {}), 400);
    const forwarded = await here.guest.raw('GET', '/_/snapshot', undefined, { 'x-forwarded-for': '10.1.2.3' });
    expect(forwarded.status).toBe(404);
  });

  it('is refused where the snapshot has other tables', async () => {
    await take('old');
    const rename = (from: string, to: string) =>
      here.souk
        .systemCall()
        .transaction(({ db }) =>
          db.updateTable('schema_migration').set({ name: to }).where('name', '=', from).execute(),
        );
    const { name } = await here.souk
      .systemCall()
      .db.selectFrom('schema_migration')
      .select('name')
      .orderBy('name')
      .limit(1)
      .executeTakeFirstOrThrow();
    await rename(name, 'other');
    fails(await here.guest.raw('POST', '/_/restore/old', {}), 400, /other tables/);
    await rename('other', name);
    await restore('old');
  });
});
