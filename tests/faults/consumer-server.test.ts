import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { criteria, ok, startSouk, unique, until, type Souk } from '../support/souk.ts';

interface AcceptedBulk {
  readonly uuid: string;
  readonly skus: readonly string[];
}

/** Sends bulks of products one after another until the server is gone; gives those that it accepted. */
async function sendUntilTheEnd(souk: Souk, mark: string): Promise<AcceptedBulk[]> {
  const accepted: AcceptedBulk[] = [];
  for (;;) {
    const skus = Array.from({ length: 40 }, () => unique(mark));
    const items = skus.map((sku) => ({
      product: { sku, name: sku, attribute_set_id: 4, price: 5, type_id: 'simple', status: 1, visibility: 4 },
    }));
    const answer = await souk.admin
      .store('all')
      .post('/async/bulk/V1/products', items)
      .catch(() => undefined);
    if (answer?.status !== 202) return accepted;
    accepted.push({ uuid: answer.body.bulk_uuid, skus });
  }
}

test('a server killed while it accepts and executes loses nothing that it accepted', async () => {
  const souk = await startSouk();
  const mark = unique('killed');
  const accepted: AcceptedBulk[] = [];
  for (let round = 0; round < 4; round++) {
    const sending = sendUntilTheEnd(souk, mark);
    await pause(150 + 130 * round);
    await souk.kill();
    accepted.push(...(await sending));
    await souk.restart();
  }
  expect(accepted.length).toBeGreaterThan(2);
  for (const { uuid } of accepted) {
    const statuses = await until(async () => {
      const { operations_list } = ok(await souk.admin.get(`/V1/bulk/${uuid}/status`));
      const found = operations_list.map(({ status }: { status: number }) => status);
      return !found.includes(4) && found;
    });
    expect(new Set(statuses)).toEqual(new Set([1]));
  }
  const query = criteria([[{ field: 'sku', value: `${mark}-%`, condition_type: 'like' }]]);
  const { items } = ok(await souk.admin.get(`/V1/products?${query}&fields=items[sku]`));
  const found = items.map(({ sku }: { sku: string }) => sku);
  expect(new Set(found).size).toBe(found.length);
  expect(new Set(found)).toEqual(new Set([...found, ...accepted.flatMap(({ skus }) => skus)]));
  // Bulks that were accepted without an answer are there whole.
  expect(found.length % 40).toBe(0);
  await souk.stop();
});
