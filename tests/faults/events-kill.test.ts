import { afterAll, beforeAll, expect, test } from 'vitest';
import { ok, startProcess, unique, until, type SoukProcess } from '../support/souk.ts';

let souk: SoukProcess;
beforeAll(async () => {
  souk = await startProcess();
});
afterAll(() => souk?.stop());

/** Keys of what was told of products since a position, by action. */
async function toldSince(position: number, action: string): Promise<string[]> {
  const keys: string[] = [];
  for (let after = position, more = true; more;) {
    const page = ok(await souk.admin.raw('GET', `/_/changes?after=${after}&entity=product&limit=1000`));
    keys.push(
      ...(page.changes as { key: string; action: string }[]).flatMap((one) => (one.action === action ? [one.key] : [])),
    );
    after = page.position;
    more = page.more;
  }
  return keys.sort();
}

test('a server that is killed while it writes has told of all that it has written, and of nothing else', async () => {
  const start = ok(await souk.admin.raw('GET', '/_/changes')).position as number;
  const stem = unique('killed');
  const products = (round: number): object[] =>
    Array.from({ length: 60 }, (_, i) => {
      const sku = `${stem}-${round}-${i}`;
      return { product: { sku, name: sku, attribute_set_id: 4, type_id: 'simple', price: 5 } };
    });
  for (let round = 0; round < 4; round++) {
    const bulk = souk.admin.post('/async/bulk/V1/products', products(round));
    const own = products(100 + round).map((body) => souk.admin.post('/V1/products', body).catch(() => undefined));
    expect((await bulk).status).toBe(202);
    await Promise.race(own);
    await souk.kill();
    await Promise.all(own);
    await souk.restart();
  }
  await until(async () => ok(await souk.guest.raw('GET', '/_/queue')).depth === 0);
  const found: string[] = [];
  for (let page = 1; page <= 5; page++) {
    const query = `searchCriteria[filter_groups][0][filters][0][field]=sku&searchCriteria[filter_groups][0][filters][0][value]=${stem}%25&searchCriteria[filter_groups][0][filters][0][condition_type]=like`;
    const { items } = ok(
      await souk.admin.get(
        `/V1/products?${query}&searchCriteria[pageSize]=100&searchCriteria[currentPage]=${page}&fields=items[sku]`,
      ),
    );
    found.push(...((items ?? []) as { sku: string }[]).map(({ sku }) => sku));
  }
  const existing = [...new Set(found)].sort();
  expect(existing.length).toBeGreaterThanOrEqual(240);
  expect(await toldSince(start, 'created')).toEqual(existing);
});
