import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guestOrder, product } from '../sales/shop.ts';
import { array, assert, asyncProperty, constantFrom, integer, record } from '../support/properties.ts';
import { fails, ok, startSouk, type Answer, type Souk } from '../support/souk.ts';
import { depotOrder, itemsOf, newDepot, pieces, refund, salable, setItems, ship, stocked, type Depot } from './shop.ts';

let souk: Souk;
let depot: Depot;
beforeAll(async () => {
  souk = await startSouk();
  depot = await newDepot(souk, { hasWebsite: true });
});
afterAll(() => souk.stop());

/** What the two sources of the depot have, and what it can still sell. */
async function figures(sku: string): Promise<[number, number, number]> {
  const items = await itemsOf(souk, sku);
  const [north, south] = depot.sources.map((code) => items[code]?.[0] ?? 0);
  return [north!, south!, await salable(souk, sku, depot.stockId)];
}
const invoice = (id: number): Promise<Answer> => souk.admin.post(`/V1/order/${id}/invoice`);

describe('an order in a stock of several sources', () => {
  it('reserves, and its shipments deduct from the sources that they name', async () => {
    const [north, south] = depot.sources;
    const { sku } = await stocked(souk, depot, [3, 4]);
    const order = await depotOrder(souk, depot, [{ sku, qty: 5 }]);
    expect(await figures(sku)).toEqual([3, 4, 2]);
    const refusal = 'Could not save a shipment, see error log for details';
    for (const source of [undefined, 'nowhere', north]) fails(await ship(souk, order, source), 400, refusal);
    expect(await figures(sku)).toEqual([3, 4, 2]);
    const id = ok(await ship(souk, order, north, 2));
    expect(ok(await souk.admin.get(`/V1/shipment/${id}`)).extension_attributes.source_code).toBe(north);
    expect(await figures(sku)).toEqual([1, 4, 2]);
    ok(await ship(souk, order, south, 3));
    expect(await figures(sku)).toEqual([1, 1, 2]);
  });

  it('D191: gets refunded pieces back to where each came from', async () => {
    const [north, south] = depot.sources;
    const { sku } = await stocked(souk, depot, [3, 4]);
    const order = await depotOrder(souk, depot, [{ sku, qty: 5 }]);
    ok(await invoice(order.entity_id));
    ok(await ship(souk, order, north, 2));
    ok(await ship(souk, order, south, 3));
    ok(await refund(souk, order, 4, true));
    expect(await figures(sku)).toEqual([2, 4, 6]);
    ok(await refund(souk, order, 1, false));
    expect(await figures(sku)).toEqual([2, 4, 6]);
  });

  it('gives reservations back when it is cancelled, and writes off what is refunded before it left', async () => {
    const { sku } = await stocked(souk, depot, [3, 4]);
    const first = await depotOrder(souk, depot, [{ sku, qty: 4 }]);
    ok(await souk.admin.post(`/V1/orders/${first.entity_id}/cancel`));
    expect(await figures(sku)).toEqual([3, 4, 7]);
    const second = await depotOrder(souk, depot, [{ sku, qty: 4 }]);
    ok(await invoice(second.entity_id));
    ok(await refund(souk, second, 1, true));
    expect(await figures(sku)).toEqual([3, 4, 4]);
    ok(await refund(souk, second, 3, false));
    expect(await figures(sku)).toEqual([0, 4, 4]);
  });

  it('D190: takes virtual products from its sources by priority when they are invoiced, and their status with the last piece', async () => {
    const { sku } = await stocked(souk, depot, [2, 5], { type_id: 'virtual', weight: undefined });
    const { sku: box } = await stocked(souk, depot, [9]);
    const order = await depotOrder(souk, depot, [{ sku, qty: 3 }, { sku: box, qty: 1 }]);
    ok(await invoice(order.entity_id));
    expect(await figures(sku)).toEqual([0, 4, 4]);
    expect(await itemsOf(souk, sku)).toMatchObject({ [depot.sources[0]!]: [0, 0] });
    const memo = { items: [pieces(order)[0]], arguments: { extension_attributes: { return_to_stock_items: [order.items[0].item_id] } } };
    ok(await souk.admin.post(`/V1/order/${order.entity_id}/refund`, memo));
    expect(await figures(sku)).toEqual([2, 5, 7]);
  }); // prettier-ignore

  it('D197: keeps to what it reserved, whatever the settings of the product become', async () => {
    const unmanaged = { use_config_manage_stock: false, manage_stock: false };
    const managed = { use_config_manage_stock: true };
    const set = async (sku: string, stock_item: object): Promise<unknown> =>
      ok(await souk.admin.put(`/V1/products/${sku}`, { product: { extension_attributes: { stock_item } } }));
    const { sku } = await stocked(souk, depot, [5]);
    const others = await depotOrder(souk, depot, [{ sku, qty: 2 }]);
    await set(sku, unmanaged);
    const free = await depotOrder(souk, depot, [{ sku, qty: 3 }]);
    await set(sku, managed);
    expect((await figures(sku))[2]).toBe(3);
    ok(await ship(souk, free, depot.sources[0]));
    expect(await figures(sku)).toEqual([5, 0, 3]);
    ok(await ship(souk, others, depot.sources[0]));
    expect(await figures(sku)).toEqual([3, 0, 3]);
  });
});

describe('the default stock', () => {
  it('ships from its only source what is there, and nothing on backorder', async () => {
    const { sku } = await product(souk);
    const backorders = { use_config_backorders: false, backorders: 1, qty: 2, is_in_stock: true };
    ok(await souk.admin.put(`/V1/products/${sku}`, { product: { extension_attributes: { stock_item: backorders } } }));
    const { order } = await guestOrder(souk, 5, { sku });
    expect(await salable(souk, sku, 1)).toBe(-3);
    fails(await ship(souk, order), 400, 'Could not save a shipment, see error log for details');
    expect(await itemsOf(souk, sku)).toEqual({ default: [2, 1] });
    await setItems(souk, sku, { default: 9 });
    const id = ok(await ship(souk, order));
    expect(ok(await souk.admin.get(`/V1/shipment/${id}`)).extension_attributes.source_code).toBe('default');
    expect([await itemsOf(souk, sku), await salable(souk, sku, 1)]).toEqual([{ default: [4, 1] }, 4]);
  });
});

const step = record({
  action: constantFrom('order', 'invoice', 'ship', 'ship', 'refund', 'cancel'),
  qty: integer({ min: 1, max: 3 }),
  source: integer({ min: 0, max: 1 }),
  order: integer({ min: 0, max: 2 }),
  goesBack: constantFrom(true, false),
});

describe('pieces', () => {
  it('are conserved, and reservations of ended orders sum to zero, whatever is done in whatever order', async () => {
    await assert(
      asyncProperty(array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
        const { sku } = await stocked(souk, depot, [6, 6]);
        const ids: number[] = [];
        const orders: Answer['body'][] = [];
        for (const { action, qty, source, order: at, goesBack } of steps) {
          if (action === 'order' || orders.length === 0) {
            if (orders.length < 3) orders.push(await depotOrder(souk, depot, [{ sku, qty }]));
            continue;
          }
          const order = orders[at % orders.length];
          const id = order.entity_id;
          const asked = { items: pieces(order, qty) };
          if (action === 'invoice') await souk.admin.post(`/V1/order/${id}/invoice`, asked);
          if (action === 'ship') await ship(souk, order, depot.sources[source], qty);
          if (action === 'refund') await refund(souk, order, qty, goesBack);
          if (action === 'cancel') await souk.admin.post(`/V1/orders/${id}/cancel`);
          ids.push(id);
        }
        let waiting = 0;
        for (const { entity_id } of orders) {
          const [item] = ok(await souk.admin.get(`/V1/orders/${entity_id}`)).items;
          const gone = Math.max(item.qty_shipped, item.qty_refunded);
          waiting += Math.max(0, item.qty_ordered - item.qty_canceled - gone);
        }
        const [north, south, left] = await figures(sku);
        // What can be sold is what the sources have, without what orders still wait for.
        expect(left).toBe(north + south - waiting);
        expect(north).toBeGreaterThanOrEqual(0);
        expect(south).toBeGreaterThanOrEqual(0);
        expect(north + south).toBeLessThanOrEqual(12);
      }),
      { numRuns: 10 },
    );
  });
});
