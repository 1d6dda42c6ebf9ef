import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { newProduct } from '../support/products.ts';
import { fails, ok, startSouk, type Souk } from '../support/souk.ts';
import { getOrder, guestOrder, orderOf, stock, type Json } from './shop.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

/** An order of one product, and its documents for some pieces or all that is left. */
async function order(qty: number, given?: Json) {
  const { id, order: placed, product: bought } = await guestOrder(souk, qty, given);
  const [{ item_id }] = placed.items;
  const some = (pieces?: number) => (pieces ? { items: [{ order_item_id: item_id, qty: pieces }] } : {});
  const post = (what: string, body: object) => souk.admin.post(`/V1/order/${id}/${what}`, body);
  return {
    invoice: async (pieces?: number) => ok(await post('invoice', { ...some(pieces), capture: true })),
    shipping: (pieces?: number) => post('ship', some(pieces)),
    ship: async (pieces?: number) => ok(await post('ship', some(pieces))),
    refund: async (pieces?: number, isBack = false) =>
      ok(
        await post('refund', {
          ...some(pieces),
          arguments: isBack ? { extension_attributes: { return_to_stock_items: [item_id] } } : undefined,
        }),
      ),
    cancel: async () => ok(await souk.admin.post(`/V1/orders/${id}/cancel`)),
    async now() {
      const { state, status, items } = await getOrder(souk, id);
      expect(status).toBe(state);
      return { state, shipped: items[0].qty_shipped };
    },
    stock: () => stock(souk, bought.sku),
  };
}

describe('an order is complete when all of its pieces are shipped, refunded or canceled', () => {
  it('by a shipment after a refund: refunded pieces are not shipped', async () => {
    const one = await order(7);
    await one.invoice();
    await one.refund(3, true);
    expect(await one.now()).toEqual({ state: 'processing', shipped: 0 });
    await one.ship(1);
    await one.ship();
    expect(await one.now()).toEqual({ state: 'complete', shipped: 4 });
    expect(await one.stock()).toEqual({ qty: 96, salable: 96 });
    fails(await one.shipping(), 400, /does not allow a shipment to be created/);
    expect(await one.now()).toEqual({ state: 'complete', shipped: 4 });
  });

  it('by a refund of those that are not shipped', async () => {
    for (const isBack of [true, false]) {
      const one = await order(4);
      await one.invoice();
      await one.ship(2);
      await one.refund(2, isBack);
      expect(await one.now()).toEqual({ state: 'complete', shipped: 2 });
      const left = isBack ? 100 : 98;
      expect(await one.stock()).toEqual({ qty: left, salable: left });
    }
  });

  it('by a cancellation of those that are not invoiced', async () => {
    const one = await order(10);
    await one.invoice(7);
    await one.refund(3, true);
    await one.ship(4);
    expect(await one.now()).toEqual({ state: 'processing', shipped: 4 });
    expect(await one.cancel()).toBe(true);
    expect(await one.now()).toEqual({ state: 'complete', shipped: 4 });
    expect(await one.stock()).toEqual({ qty: 96, salable: 96 });
  });

  it('by an invoice of those that were shipped before', async () => {
    const one = await order(5);
    await one.invoice(3);
    await one.refund(1, true);
    await one.ship();
    expect(await one.now()).toEqual({ state: 'processing', shipped: 4 });
    await one.invoice();
    expect(await one.now()).toEqual({ state: 'complete', shipped: 4 });
  });

  it('by the last shipment only, where pieces are neither shipped nor refunded', async () => {
    const one = await order(10);
    await one.invoice(7);
    await one.refund(3, true);
    await one.ship(4);
    await one.invoice();
    expect(await one.now()).toEqual({ state: 'processing', shipped: 4 });
    await one.ship();
    expect(await one.now()).toEqual({ state: 'complete', shipped: 7 });
    expect(await one.stock()).toEqual({ qty: 93, salable: 93 });
  });

  it('and closed when all is refunded', async () => {
    const one = await order(4);
    await one.invoice();
    await one.ship(1);
    await one.refund(1);
    expect(await one.now()).toEqual({ state: 'processing', shipped: 1 });
    await one.refund();
    expect(await one.now()).toEqual({ state: 'closed', shipped: 1 });
  });

  it('by its invoice, where nothing is shipped', async () => {
    const [{ sku }, { sku: other }] = [await newProduct(souk, { type_id: 'virtual' }), await newProduct(souk)];
    const { entity_id: id, items } = await orderOf(souk, [
      { sku, qty: 3 },
      { sku: other, qty: 2 },
    ]);
    const part = (i: number, qty: number) => ({ items: [{ order_item_id: items[i].item_id, qty }] });
    const stateNow = async () => (await getOrder(souk, id)).state;
    ok(await souk.admin.post(`/V1/order/${id}/invoice`, { capture: true }));
    ok(await souk.admin.post(`/V1/order/${id}/refund`, part(0, 2)));
    expect(await stateNow()).toBe('processing');
    ok(await souk.admin.post(`/V1/order/${id}/refund`, part(1, 1)));
    expect(await stateNow()).toBe('processing');
    ok(await souk.admin.post(`/V1/order/${id}/ship`));
    expect(await stateNow()).toBe('complete');
  });
});

test('D268: pieces that are still there after a refund are shipped when they are named', async () => {
  const one = await order(5);
  await one.invoice();
  await one.ship(2);
  await one.refund(2, true);
  expect(await one.stock()).toEqual({ qty: 100, salable: 99 });
  await one.ship();
  expect(await one.now()).toEqual({ state: 'complete', shipped: 3 });
  fails(await one.shipping(), 400, /does not allow a shipment to be created/);
  await one.ship(99);
  expect(await one.now()).toEqual({ state: 'complete', shipped: 5 });
  expect(await one.stock()).toEqual({ qty: 97, salable: 97 });
});
