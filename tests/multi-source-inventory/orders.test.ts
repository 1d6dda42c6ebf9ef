import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guestOrder } from '../sales/shop.ts';
import { newProduct } from '../support/products.ts';
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
    const { sku } = await newProduct(souk);
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

  it('D234: tells in its stock item since when it is low, and that it ran out by itself', async () => {
    const { order, product: bought } = await guestOrder(souk, 100);
    ok(await ship(souk, order));
    expect(ok(await souk.admin.get(`/V1/stockItems/${bought.sku}`))).toMatchObject({
      qty: 0,
      is_in_stock: false,
      stock_status_changed_auto: 1,
      low_stock_date: expect.stringMatching(/^\d{4}-/),
    });
  });
});

const step = record({
  action: constantFrom('order', 'invoice', 'ship', 'ship', 'refund', 'cancel'),
  qty: integer({ min: 1, max: 3 }),
  source: integer({ min: 0, max: 1 }),
  order: integer({ min: 0, max: 2 }),
  goesBack: constantFrom(true, false),
});

/** An item of an order, as the interface has it. */
interface Item {
  readonly item_id: number;
  readonly is_virtual: number;
  readonly qty_ordered: number;
  readonly qty_invoiced: number;
  readonly qty_shipped: number;
  readonly qty_refunded: number;
  readonly qty_canceled: number;
}

/** The items of an order: a thing that is shipped, and one that leaves when it is invoiced. */
async function itemsOfOrder(id: number): Promise<readonly [Item, Item]> {
  const items: Item[] = ok(await souk.admin.get(`/V1/orders/${id}`)).items;
  return [items.find((item) => !item.is_virtual)!, items.find((item) => item.is_virtual)!];
}

/** Pieces of an item that its order still waits for. */
function waitingFor(item: Item): number {
  const done = item.is_virtual ? item.qty_invoiced : item.qty_shipped + item.qty_refunded;
  return Math.max(0, item.qty_ordered - item.qty_canceled - done);
}

/** Pieces of an item that left and were not refunded. */
function goneAndKept(item: Item): number {
  return Math.max(0, (item.is_virtual ? item.qty_invoiced : item.qty_shipped) - item.qty_refunded);
}

describe('pieces', () => {
  it(
    'are conserved, and reservations of ended orders sum to zero, whatever is done in whatever order',
    { timeout: 180_000 },
    async () => {
      await assert(
        asyncProperty(array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
          const skus = [await stocked(souk, depot, [6, 6]), await stocked(souk, depot, [6, 6], { type_id: 'virtual' })].map(({ sku }) => sku); // prettier-ignore
          const orders: number[] = [];
          const known = new Map<number, readonly [Item, Item]>();
          // Pieces of each product that left for good, or that buyers have.
          const out = [0, 0];
          for (const { action, qty, source, order: at, goesBack } of steps) {
            if (action === 'order' || orders.length === 0) {
              const lines = skus.map((sku) => ({ sku, qty }));
              if (orders.length < 3) orders.push((await depotOrder(souk, depot, lines)).entity_id);
              continue;
            }
            const id = orders[at % orders.length]!;
            const before = known.get(id) ?? (await itemsOfOrder(id));
            const order = { entity_id: id, items: before };
            if (action === 'invoice') await souk.admin.post(`/V1/order/${id}/invoice`, { items: pieces(order, qty) });
            if (action === 'ship')
              await ship(souk, { entity_id: id, items: before.slice(0, 1) }, depot.sources[source], qty);
            if (action === 'refund') await refund(souk, order, qty, goesBack);
            if (action === 'cancel') await souk.admin.post(`/V1/orders/${id}/cancel`);
            const after = await itemsOfOrder(id);
            known.set(id, after);
            for (const [i, item] of after.entries()) {
              const field = i === 0 ? 'qty_shipped' : 'qty_invoiced';
              out[i]! += item[field] - before[i]![field];
              const refunded = item.qty_refunded - before[i]!.qty_refunded;
              if (refunded <= 0) continue;
              // A refund is first of pieces that have left; of the others, those that do not go back are lost.
              const ofGone = Math.min(refunded, goneAndKept(before[i]!));
              const free = waitingFor(before[i]!) - waitingFor(item);
              out[i]! += goesBack ? -ofGone : Math.min(free, refunded - ofGone);
            }
          }
          const waiting = [0, 0];
          for (const id of orders) {
            const { state } = ok(await souk.admin.get(`/V1/orders/${id}`));
            const still = (await itemsOfOrder(id)).map(waitingFor);
            if (['complete', 'closed', 'canceled'].includes(state)) expect(still).toEqual([0, 0]);
            still.forEach((pieces, i) => (waiting[i]! += pieces));
          }
          for (const [i, sku] of skus.entries()) {
            const [north, south, left] = await figures(sku);
            expect(Math.min(north, south)).toBeGreaterThanOrEqual(0);
            expect(north + south).toBe(12 - out[i]!);
            // What can be sold is what the sources have, without what orders still wait for.
            expect(left).toBe(north + south - waiting[i]!);
          }
        }),
        { numRuns: 10 },
      );
    },
  );
});
