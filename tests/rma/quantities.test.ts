import { afterAll, beforeAll, expect, it } from 'vitest';
import { getOrder, guestOrder, type Json } from '../sales/shop.ts';
import { array, assert, asyncProperty, constantFrom, integer, record } from '../support/properties.ts';
import { ok, startSouk, type Answer, type Souk } from '../support/souk.ts';
import { returnOf } from './shop.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const ORDERED = 8;

/** What somebody wants: of the whole order, or of one of its returns (`which`, counted round). */
const step = record({
  action: constantFrom(
    ...(['ship', 'ask', 'ask', 'next', 'next', 'next', 'next', 'next', 'next'] as const),
    ...(['authorized', 'received', 'approved', 'rejected', 'denied', 'close', 'delete'] as const),
  ),
  qty: integer({ min: 1, max: 5 }),
  /** Whether the quantity is told with a status. */
  isTold: constantFrom(true, false, false),
  which: integer({ min: 0, max: 2 }),
});
type Step = typeof step extends { generate(...args: never[]): { value: infer V } } ? V : never;

const following = { pending: 'authorized', authorized: 'received', received: 'approved' } as const;
const quantityOf = { authorized: 'qty_authorized', received: 'qty_returned', approved: 'qty_approved' } as const;

/** Pieces that a return keeps from others: those that are approved are counted by the order. */
function heldBy({ status, items: [item] }: Json): number {
  if (status === 'closed') return 0;
  const { qty_requested: asked, qty_authorized: authorized, qty_returned: came } = item;
  const held: Record<string, number> = { pending: asked, authorized: authorized ?? asked, received: came ?? asked };
  return held[item.status] ?? 0;
}

async function returnsOf(order: Json): Promise<Json[]> {
  const filter = 'searchCriteria[filter_groups][0][filters][0]';
  return ok(await souk.admin.get(`/V1/returns?${filter}[field]=order_id&${filter}[value]=${order.entity_id}`)).items;
}

/** Pieces that were sent, that came back for good, and that returns keep. */
async function booksOf(order: Json) {
  const [item] = (await getOrder(souk, order.entity_id)).items as [Json];
  const held = (await returnsOf(order)).reduce((sum, one) => sum + heldBy(one), 0);
  return { sent: Number(item.qty_shipped), back: Number(item.qty_returned ?? 0), held };
}

async function take(order: Json, { action, qty, isTold, which }: Step): Promise<Answer | undefined> {
  if (action === 'ship') {
    const items = [{ order_item_id: order.items[0].item_id, qty }];
    return souk.admin.post(`/V1/order/${order.entity_id}/ship`, { items });
  }
  if (action === 'ask') return souk.admin.post('/V1/returns', { rmaDataObject: returnOf(order, qty) });
  const returns = await returnsOf(order);
  const one = returns[which % returns.length];
  if (!one) return undefined;
  const path = `/V1/returns/${one.entity_id}`;
  if (action === 'delete') return souk.admin.delete(path, { rmaDataObject: one });
  if (action === 'close') return souk.admin.put(path, { rmaDataObject: { status: 'closed' } });
  const [{ entity_id, status: before }] = one.items;
  const status = action === 'next' ? (following[before as keyof typeof following] ?? 'approved') : action;
  const told = isTold && status in quantityOf ? { [quantityOf[status as keyof typeof quantityOf]]: qty } : {};
  const items = [{ entity_id, status, ...told }];
  return souk.admin.put(path, { rmaDataObject: { items } });
}

it('pieces are asked for as far as they were sent and are not on their way back, and never more, whatever is done', async () => {
  const seen = new Set<string>();
  await assert(
    asyncProperty(array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
      const { order } = await guestOrder(souk, ORDERED);
      ok(await souk.admin.post(`/V1/order/${order.entity_id}/invoice`));
      for (const one of steps) {
        const before = await booksOf(order);
        const answer = await take(order, one);
        const after = await booksOf(order);
        expect(after.back + after.held).toBeLessThanOrEqual(after.sent);
        expect(after.sent).toBeLessThanOrEqual(ORDERED);
        expect(after.back).toBeGreaterThanOrEqual(before.back);
        if (!answer) continue;
        expect(answer.status).toBeLessThan(500);
        if (answer.status !== 200) expect(after).toEqual(before);
        seen.add(`${one.action} ${answer.status === 200 ? 'done' : 'refused'}`);
        for (const { items } of await returnsOf(order)) seen.add(items[0].status);
        const isLeft = one.qty <= before.sent - before.back - before.held;
        if (one.action === 'ask') expect(answer.status, JSON.stringify(before)).toBe(isLeft ? 200 : 400);
      }
    }),
    { numRuns: 30 },
  );
  // What was tried has come far, and was refused too.
  const reached = ['pending', 'authorized', 'received', 'approved'];
  expect([...seen]).toEqual(expect.arrayContaining([...reached, 'ask done', 'ask refused']));
});
