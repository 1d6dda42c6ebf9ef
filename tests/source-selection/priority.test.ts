import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allocate } from '../../src/modules/source-selection/allocate.ts';
import * as fc from '../support/properties.ts';
import { fails, ok, startSouk, unique, type Souk } from '../support/souk.ts';
import { makeProduct, makeStock, picked, type MadeStock } from './stock.ts';

const RESULT = '/V1/inventory/source-selection-algorithm-result';

let souk: Souk;
let box: string;
let mug: string;
let stock: MadeStock;
beforeAll(async () => {
  souk = await startSouk();
  [box, mug] = [await makeProduct(souk.admin), await makeProduct(souk.admin)];
  stock = await makeStock(souk.admin, [
    { has: { [mug]: 3, [box]: 3 } },
    { has: { [mug]: 4, [box]: 4.5 } },
    { source: { enabled: false }, has: { [box]: 100 } },
    { has: { [box]: 10, [mug]: [5, 0] } },
  ]);
});
afterAll(() => souk.stop());

describe('sources by priority', () => {
  it('are listed with the other ways to choose', async () => {
    const list = ok(await souk.admin.get('/V1/inventory/source-selection-algorithm-list'));
    expect(list.map(({ code, title }: { code: string; title: string }) => [code, title])).toEqual([
      ['distance', 'Distance Priority'],
      ['priority', 'Source Priority'],
    ]);
  });

  it('give what they have, enabled and in stock, until there is enough', async () => {
    expect(await picked(souk.admin, stock, [{ sku: box, qty: 5 }])).toEqual({
      picks: [[0, box, 3, 3], [1, box, 2, 4.5], [3, box, 0, 10]],
      shippable: true,
    }); // prettier-ignore
    expect(await picked(souk.admin, stock, [{ sku: box, qty: 20 }])).toEqual({
      picks: [[0, box, 3, 3], [1, box, 4.5, 4.5], [3, box, 10, 10]],
      shippable: false,
    }); // prettier-ignore
    const both = await picked(souk.admin, stock, [{ sku: box, qty: 4 }, { sku: mug, qty: 1 }]); // prettier-ignore
    expect(both).toEqual({
      picks: [[0, mug, 1, 3], [0, box, 3, 3], [1, mug, 0, 4], [1, box, 1, 4.5], [3, box, 0, 10]],
      shippable: true,
    }); // prettier-ignore
  });

  it('take a SKU in whatever case, and its quantities together', async () => {
    const items = [{ sku: box.toUpperCase(), qty: 2 }, { sku: box, qty: 2.25 }]; // prettier-ignore
    expect((await picked(souk.admin, stock, items)).picks).toEqual([[0, box, 3, 3], [1, box, 1.25, 4.5], [3, box, 0, 10]]); // prettier-ignore
  });

  it('are all told when nothing is wanted of them', async () => {
    const { picks, shippable } = await picked(souk.admin, stock, [{ sku: mug, qty: 0 }]);
    expect([picks, shippable]).toEqual([[[0, mug, 0, 3], [1, mug, 0, 4]], true]); // prettier-ignore
    expect(await picked(souk.admin, stock, [])).toEqual({ picks: [], shippable: true });
  });

  it('are none of an unknown stock or SKU', async () => {
    const none = { picks: [], shippable: false };
    expect(await picked(souk.admin, { id: 777_777, sources: [] }, [{ sku: box, qty: 1 }])).toEqual(none);
    expect(await picked(souk.admin, stock, [{ sku: unique('none'), qty: 1 }])).toEqual(none);
  });

  it('have items of SKUs without a product', async () => {
    const sku = unique('future');
    const made = await makeStock(souk.admin, [{ has: { [sku]: 5 } }]);
    expect(await picked(souk.admin, made, [{ sku, qty: 1 }])).toEqual({ picks: [[0, sku, 1, 5]], shippable: true });
  });

  it('are those of the default stock, too', async () => {
    const sku = await makeProduct(souk.admin);
    const item = { sku, source_code: 'default', quantity: 7, status: 1 };
    ok(await souk.admin.post('/V1/inventory/source-items', { sourceItems: [item] }));
    const found = await picked(souk.admin, { id: 1, sources: ['default'] }, [{ sku, qty: 2 }]);
    expect(found).toEqual({ picks: [[0, sku, 2, 7]], shippable: true });
  });

  it('D231: take the id of the stock by both of its names', async () => {
    const body = { inventoryRequest: { stock_id: stock.id, items: [{ sku: mug, qty: 1 }] }, algorithmCode: 'priority' };
    expect(ok(await souk.admin.post(RESULT, body)).shippable).toBe(true);
  });

  it('do not change', async () => {
    const before = await picked(souk.admin, stock, [{ sku: box, qty: 5 }]);
    expect(await picked(souk.admin, stock, [{ sku: box, qty: 5 }])).toEqual(before);
  });

  it('D230: are refused where the request lacks something or asks for something else', async () => {
    const ask = (inventoryRequest: object | undefined, algorithmCode?: string) =>
      souk.admin.post(RESULT, { inventoryRequest, algorithmCode });
    const required = '"%fieldName" is required. Enter and try again.';
    const missing = (...names: string[]) =>
      names.map((fieldName) => ({ message: required, parameters: { fieldName } }));
    expect(fails(await ask(undefined), 400).errors).toEqual(missing('inventoryRequest', 'algorithmCode'));
    expect(fails(await ask({}, 'priority'), 400).errors).toEqual(missing('stockId', 'items'));
    expect(fails(await ask({ stockId: stock.id }, 'priority'), 400)).toEqual(missing('items')[0]);
    const asked = { stockId: stock.id, items: [{ sku: box, qty: 1 }] };
    expect(fails(await ask(asked, 'nosuch'), 400)).toEqual({
      message: 'The source selection algorithm "%1" does not exist.',
      parameters: ['nosuch'],
    });
    fails(await ask({ ...asked, items: [{ sku: box, qty: -1 }] }, 'priority'), 400);
    expect(fails(await souk.guest.post(RESULT, {}), 401).parameters.resources).toBe(
      'Magento_InventorySourceSelectionApi::source_selection_algorithm_post',
    );
  });

  it('are proposed by asynchronous calls under the topic of the interface', async () => {
    const inventoryRequest = { stockId: stock.id, items: [{ sku: mug, qty: 1 }] };
    const body = { inventoryRequest, algorithmCode: 'priority' };
    const accepted = await souk.admin.post('/async/V1/inventory/source-selection-algorithm-result', body);
    expect(accepted.status).toBe(202);
    const status = ok(await souk.admin.get(`/V1/bulk/${accepted.body.bulk_uuid}/detailed-status`));
    expect(status.operations_list[0].topic_name).toBe(
      'async.magento.inventorysourceselectionapi.api.sourceselectionserviceinterface.execute.post',
    );
  });
});

describe('an allocation', () => {
  const keys = ['a', 'b', 'c'];
  const pieces = fc.integer({ min: -20_000, max: 1_000_000 }).map((n) => n / 10_000);
  const items = fc.array(
    fc.record({ source: fc.string(), key: fc.constantFrom(...keys), qty: pieces }).map((item) => ({ ...item, sku: item.key })),
    { maxLength: 12 },
  ); // prettier-ignore
  const wanted = fc.array(fc.integer({ min: 0, max: 2_000_000 }), { minLength: 3, maxLength: 3 });

  it('takes what is wanted in order, never more than there is, and says whether that is all', () => {
    fc.assert(
      fc.property(items, wanted, (available, quantities) => {
        const asked = new Map(keys.map((key, i) => [key, quantities[i]! / 10_000]));
        const { items: taken, isComplete } = allocate(available, asked);
        expect(taken).toMatchObject(available);
        expect(taken).toHaveLength(available.length);
        const enough = keys.map((key) => {
          const own = taken.filter((item) => item.key === key);
          for (const item of own) expect(item.deduction >= 0 && item.deduction <= Math.max(item.qty, 0)).toBe(true);
          // Once one gives less than it has, those behind it give nothing.
          const first = own.findIndex((item) => item.deduction < item.qty);
          if (first >= 0) expect(own.slice(first + 1).every((item) => item.deduction === 0)).toBe(true);
          const units = (qty: number): number => Math.round(qty * 10_000);
          const there = own.reduce((sum, { qty }) => sum + Math.max(units(qty), 0), 0);
          const given = own.reduce((sum, item) => sum + units(item.deduction), 0);
          expect(given).toBe(Math.min(there, units(asked.get(key)!)));
          return given === units(asked.get(key)!);
        });
        expect(isComplete).toBe(enough.every(Boolean));
      }),
    );
  });
});
