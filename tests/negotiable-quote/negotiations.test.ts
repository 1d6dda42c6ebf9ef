import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { company } from '../company/company.ts';
import { lines, newBuyer, type Buyer } from '../customer-balance/shop.ts';
import { giftRule } from '../free-gift/shop.ts';
import { getOrder, type Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { fails, ok } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';

describe.each(engines)('negotiated prices on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine);
  });
  afterAll(() => here.stop());

  /** Somebody who buys for a company, with a cart of 20 and 10 for shipping. */
  async function businessBuyer(): Promise<Buyer> {
    const buyer = await newBuyer(here);
    ok(await here.admin.post('/V1/company/', { company: company(buyer.id, { status: 1 }) }));
    return { ...buyer, me: await here.callerOf('customer', buyer.id) };
  }
  const call = (action: string, quoteId: number, more: object = {}) =>
    here.admin.post(`/V1/negotiableQuote/${action}`, { quoteId, ...more });
  const request = (quoteId: number) =>
    call('request', quoteId, { quoteName: 'Spring', comment: 'A good price, please' });
  const submit = (quoteId: number) => call('submitToCustomer', quoteId, { comment: 'Here it is' });
  const decline = (quoteId: number) => call('decline', quoteId, { reason: 'No' });
  /** Names a price: percent off (1), an amount off (2), or what the goods come to (3). */
  const name = async (quoteId: number, type: number, value: number, more: object = {}) => {
    const negotiable_quote = { negotiated_price_type: type, negotiated_price_value: value, ...more };
    const cart = ok(await here.admin.get(`/V1/carts/${quoteId}`));
    const known = cart.extension_attributes.negotiable_quote;
    const quote = { id: quoteId, customer: cart.customer, store_id: cart.store_id };
    return here.admin.put(`/V1/negotiableQuote/${quoteId}`, {
      quote: { ...quote, extension_attributes: { negotiable_quote: { ...known, ...negotiable_quote } } },
    });
  };
  const cartOf = ({ cartId }: Buyer): string => `/V1/negotiable-carts/${cartId}`;
  const totalsOf = async (buyer: Buyer): Promise<Json> => ok(await buyer.me.get(`${cartOf(buyer)}/totals`));
  const pay = (buyer: Buyer, method = 'checkmo') =>
    buyer.me.post(`${cartOf(buyer)}/payment-information`, { paymentMethod: { method } });
  const agreed = async (type: number, value: number): Promise<Buyer> => {
    const buyer = await businessBuyer();
    ok(await request(buyer.cartId));
    ok(await name(buyer.cartId, type, value));
    ok(await submit(buyer.cartId));
    return buyer;
  };

  it('are requested, proposed, and submitted to the buyer, who orders at them', async () => {
    const buyer = await businessBuyer();
    ok(await request(buyer.cartId));
    fails(await buyer.me.get('/V1/carts/mine'), 404);
    expect(ok(await buyer.me.post('/V1/carts/mine'))).not.toBe(buyer.cartId);
    const before = await totalsOf(buyer);
    expect(before.grand_total).toBe(30);
    expect(before.extension_attributes.negotiable_quote_totals).toMatchObject({
      items_count: 1,
      quote_status: 'created',
      original_total: 20,
      base_original_total: 20,
      cost_total: 0,
    });
    fails(await pay(buyer), 400, 'The quote is in the state created, which does not allow that.');
    ok(await name(buyer.cartId, 1, 25));
    expect((await totalsOf(buyer)).grand_total).toBe(30);
    ok(await submit(buyer.cartId));
    const totals = await totalsOf(buyer);
    expect(lines(totals).slice(-2)).toEqual([
      ['negotiable_quote', -5],
      ['grand_total', 25],
    ]);
    expect(totals.items[0].extension_attributes.negotiable_quote_item_totals).toMatchObject({
      base_catalog_price: 10,
      base_cart_price: 7.5,
    });
    const cart = ok(await here.admin.get(`/V1/carts/${buyer.cartId}`));
    expect(cart.extension_attributes.negotiable_quote).toMatchObject({
      status: 'submitted_by_admin',
      quote_name: 'Spring',
      negotiated_price_type: 1,
      negotiated_price_value: 25,
      has_unconfirmed_changes: false,
      base_original_total_price: 20,
    });
    expect(cart.items[0].extension_attributes.negotiable_quote_item).toMatchObject({ original_price: 10 });
    const id = ok(await pay(buyer));
    const placed = await getOrder(here, id);
    expect([placed.grand_total, placed.total_due]).toEqual([25, 25]);
    const said = ok(await here.admin.get(`/V1/negotiableQuote/${buyer.cartId}/comments`));
    expect(said.map(({ comment }: Json) => comment)).toEqual(['A good price, please', 'Here it is']);
    fails(await decline(buyer.cartId), 400, 'The quote is in the state ordered, which does not allow that.');
  });

  it('are ordered by the shop for a buyer, by the same routes', async () => {
    const [buyer, other] = [await agreed(1, 25), await agreed(1, 25)];
    const path = cartOf(buyer);
    const address = { ...(await here.admin.get(`/V1/carts/${buyer.cartId}`)).body.billing_address, city: 'Reno' };
    expect(ok(await here.admin.get(`${path}/totals`)).grand_total).toBe(25);
    expect(ok(await here.admin.get(`${path}/payment-information`)).payment_methods).not.toEqual([]);
    ok(await here.admin.post(`${path}/billing-address`, { address }));
    expect(ok(await here.admin.get(`${path}/billing-address`)).city).toBe('Reno');
    expect(ok(await here.admin.post(`${path}/estimate-shipping-methods`, { address }))).toHaveLength(1);
    fails(await other.me.get(`${path}/totals`), 404);
    fails(await other.me.post(`${path}/payment-information`, { paymentMethod: { method: 'checkmo' } }), 404);
    const seller = await here.granted('integration', ['Magento_NegotiableQuote::manage', 'Magento_Cart::manage']);
    fails(await seller.get(`${path}/totals`), 401);
    const payment = { paymentMethod: { method: 'checkmo' } };
    const id = ok(await here.admin.post(`${path}/payment-information`, payment));
    const placed = await getOrder(here, id);
    expect([placed.customer_id, placed.grand_total]).toEqual([buyer.id, 25]);
    fails(await here.admin.get(`${path}/totals`), 404);
  });

  it('go off each piece in invoices and credit memos', async () => {
    const buyer = await agreed(2, 5.01);
    const id = ok(await pay(buyer));
    const placed = await getOrder(here, id);
    const one = [{ order_item_id: placed.items[0].item_id, qty: 1 }];
    const first = ok(await here.admin.post(`/V1/order/${id}/invoice`, { capture: true, items: one }));
    expect(ok(await here.admin.get(`/V1/invoices/${first}`)).grand_total).toBeCloseTo(17.49);
    ok(await here.admin.post(`/V1/order/${id}/invoice`, { capture: true }));
    const goods = { items: one, arguments: { shipping_amount: 0 } };
    ok(await here.admin.post(`/V1/order/${id}/refund`, goods));
    ok(await here.admin.post(`/V1/order/${id}/refund`));
    expect(await getOrder(here, id)).toMatchObject({ state: 'closed', total_paid: 24.99, total_refunded: 24.99 });
    const canceled = ok(await pay(await agreed(3, 12)));
    ok(await here.admin.post(`/V1/orders/${canceled}/cancel`));
    expect(await getOrder(here, canceled)).toMatchObject({ grand_total: 22, state: 'canceled', total_canceled: 22 });
  });

  it('hold for the items of the quote, and until their day', async () => {
    const buyer = await agreed(1, 50);
    expect((await totalsOf(buyer)).grand_total).toBe(20);
    const [item] = ok(await here.admin.get(`/V1/carts/${buyer.cartId}/items`));
    const change = (qty: number) => {
      const cartItem = { quote_id: String(buyer.cartId), qty };
      return here.admin.put(`/V1/carts/${buyer.cartId}/items/${item.item_id}`, { cartItem });
    };
    ok(await change(3));
    expect((await totalsOf(buyer)).grand_total).toBe(45);
    fails(await pay(buyer), 400, 'The negotiated price is no longer valid.');
    ok(await change(2));
    expect((await totalsOf(buyer)).grand_total).toBe(20);
    ok(await name(buyer.cartId, 1, 50, { expiration_period: '2020-01-01' }));
    ok(await submit(buyer.cartId));
    expect((await totalsOf(buyer)).grand_total).toBe(30);
    fails(await pay(buyer), 400);
  });

  it('hold whatever rules give with the cart', async () => {
    const buyer = await agreed(2, 4);
    const items = `/V1/carts/${buyer.cartId}/items`;
    const [bought] = ok(await here.admin.get(items));
    const gift = await newProduct(here);
    const rule = await giftRule(here, bought.sku, [gift.sku]);
    const cartItem = { item_id: bought.item_id, qty: 2, quote_id: buyer.cartId };
    ok(await here.admin.put(`${items}/${bought.item_id}`, { cartItem }));
    expect(ok(await here.admin.get(items))).toHaveLength(2);
    expect((await totalsOf(buyer)).grand_total).toBe(26);
    const placed = await getOrder(here, ok(await pay(buyer)));
    expect([placed.grand_total, placed.items.length]).toEqual([26, 2]);
    ok(await here.admin.delete(`/V1/salesRules/${rule}`));
  });

  it('are declined, and may be asked for again', async () => {
    const buyer = await agreed(1, 50);
    ok(await decline(buyer.cartId));
    expect((await totalsOf(buyer)).grand_total).toBe(30);
    const said = ok(await here.admin.get(`/V1/negotiableQuote/${buyer.cartId}/comments`));
    expect(said.at(-1)).toMatchObject({ comment: 'No', is_decline: 1, creator_type: 2, attachments: [] });
    ok(await request(buyer.cartId));
    fails(await request(buyer.cartId), 400, /in the state created/);
    ok(await decline(buyer.cartId));
    ok(await pay(buyer));
  });

  it('are decided once by many who decide at once', async () => {
    const buyer = await agreed(1, 50);
    const [paid, declined] = await Promise.all([pay(buyer), decline(buyer.cartId)]);
    const placed = paid.status === 200 ? await getOrder(here, paid.body as number) : undefined;
    if (declined.status === 200) expect([undefined, 30]).toContain(placed?.grand_total);
    else expect(placed?.grand_total).toBe(20);
  });

  it('are refused for other carts, callers and values', async () => {
    const buyer = await newBuyer(here);
    fails(await request(buyer.cartId), 400, /customers of an approved company/);
    fails(await request(999_999), 404);
    for (const answer of [await submit(buyer.cartId), await decline(buyer.cartId)]) {
      fails(answer, 404, `Requested quote is not found. Row ID: quoteId = ${buyer.cartId}.`);
    }
    const business = await businessBuyer();
    ok(await request(business.cartId));
    for (const [type, value] of [
      [5, 0],
      [0, 1],
      [4, 1],
      [1, 101],
      [2, -1],
    ] as const) {
      fails(await name(business.cartId, type, value), 400, /Invalid value of/);
    }
    for (const expiration_period of ['soon', '2100-02-29']) {
      fails(await name(business.cartId, 1, 5, { expiration_period }), 400, /expiration_period/);
    }
    const viewer = await here.granted('integration', ['Magento_NegotiableQuote::view_quotes']);
    for (const caller of [here.guest, business.me, viewer]) {
      const body = { quoteId: business.cartId, reason: 'No' };
      expect((await caller.post('/V1/negotiableQuote/decline', body)).status).toBe(401);
    }
    ok(await viewer.get(`/V1/negotiableQuote/${business.cartId}/comments`));
  });
});
