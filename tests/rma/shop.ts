import { ok, type Souk } from '../support/souk.ts';
import { guestOrder, type Json } from '../sales/shop.ts';

/** An order that was paid and of which `shipped` pieces of its only item were sent. */
export async function shippedOrder(souk: Souk, qty = 2, shipped = qty): Promise<Json> {
  const { id, order } = await guestOrder(souk, qty);
  ok(await souk.admin.post(`/V1/order/${id}/invoice`));
  const items = [{ order_item_id: order.items[0].item_id, qty: shipped }];
  ok(await souk.admin.post(`/V1/order/${id}/ship`, { items }));
  return order;
}

/** An item of a return as it is sent: so many pieces of the first item of an order. */
export const itemOf = (order: Json, qty = 1, over: Json = {}): Json => ({
  order_item_id: order.items[0].item_id,
  qty_requested: qty,
  reason: '1',
  condition: '1',
  resolution: '1',
  ...over,
});

/** What is sent to return pieces of the first item of an order. */
export const returnOf = (order: Json, qty = 1, over: Json = {}): Json => ({
  order_id: order.entity_id,
  items: [itemOf(order, qty)],
  ...over,
});

/** Makes a return of pieces of the first item of an order. */
export async function makeReturn(souk: Souk, order: Json, qty = 1, over: Json = {}): Promise<Json> {
  return ok(await souk.admin.post('/V1/returns', { rmaDataObject: returnOf(order, qty, over) }));
}

/** Leads the items of a return through these steps; what is in a step beside the status goes with it. */
export async function lead(souk: Souk, made: Json, ...steps: readonly (string | Json)[]): Promise<Json> {
  let last = made;
  for (const step of steps) {
    const change = typeof step === 'string' ? { status: step } : step;
    const items = made.items.map(({ entity_id }: Json) => Object.assign({ entity_id }, change));
    last = ok(await souk.admin.put(`/V1/returns/${made.entity_id}`, { rmaDataObject: { items } }));
  }
  return last;
}
