import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DemoGateway } from '../../src/modules/payment-gateway/demo/gateway.ts';
import { ADDRESS, makeProduct } from '../quote/shop.ts';
import { stock, type Json } from '../sales/shop.ts';
import { fails, ok, startSouk, until, type Souk } from '../support/souk.ts';
import { buy, invoicesOf, orderOf, pay, readyCart, startGateway, transactionsOf, useGateway } from './shop.ts';

let souk: Souk;
let gateway: DemoGateway;
let before: { authorizedCents: number; capturedCents: number };

beforeAll(async () => {
  gateway = await startGateway();
  souk = await startSouk();
  await useGateway(souk, gateway);
});
afterAll(async () => {
  await souk.stop();
  await gateway.stop();
});
beforeEach(() => {
  before = gateway.ledger.totals();
});

/** What the gateway holds and has taken more than before the test, in cents. */
function moved() {
  const { authorizedCents, capturedCents } = gateway.ledger.totals();
  return {
    authorizedCents: authorizedCents - before.authorizedCents,
    capturedCents: capturedCents - before.capturedCents,
  };
}

const post = (id: number, action: string, body: object = {}) => souk.admin.post(`/V1/order/${id}/${action}`, body);
const some = (order: Json, qty: number) => ({ items: [{ order_item_id: order.items[0].item_id, qty }] });
const capture = { capture: true };
const setStock = (sku: string, stockItem: object) =>
  souk.admin.send('PUT', `/V1/products/${sku}/stockItems/1`, { stockItem });

describe('an authorized order', () => {
  it('has its money held, and shows it', async () => {
    const { id, order } = await buy(souk);
    expect(moved()).toEqual({ authorizedCents: 3000, capturedCents: 0 });
    expect(order).toMatchObject({ state: 'processing', status: 'processing', total_due: 30 });
    expect(order.total_paid).toBeUndefined();
    const [transaction] = await transactionsOf(souk, id);
    expect(order.payment).toMatchObject({
      method: 'gateway',
      amount_authorized: 30,
      base_amount_authorized: 30,
      cc_last4: '4242',
      cc_type: 'VI',
      last_trans_id: transaction!.txn_id,
    });
    expect(transaction).toMatchObject({ order_id: id, txn_type: 'authorization', is_closed: 0, parent_txn_id: null });
    expect(order.status_histories).toMatchObject([
      { comment: `Authorized amount of $30.00. Transaction ID: "${transaction!.txn_id}"`, status: 'processing' },
    ]);
  });

  it('is captured in parts, the last of which closes the authorization', async () => {
    const { id, order } = await buy(souk, { qty: 3 });
    const first = Number(ok(await post(id, 'invoice', { ...capture, ...some(order, 1) })));
    expect(moved()).toEqual({ authorizedCents: 2000, capturedCents: 2500 });
    const [authorization, part] = await transactionsOf(souk, id);
    expect(part).toMatchObject({
      txn_type: 'capture',
      parent_id: authorization!.transaction_id,
      parent_txn_id: authorization!.txn_id,
      is_closed: 0,
    });
    expect(ok(await souk.admin.get(`/V1/invoices/${first}`))).toMatchObject({
      state: 2,
      grand_total: 25,
      transaction_id: part!.txn_id,
    });
    expect(authorization!.is_closed).toBe(0);
    ok(await post(id, 'invoice', capture));
    expect(moved()).toEqual({ authorizedCents: 0, capturedCents: 4500 });
    const after = await orderOf(souk, id);
    expect(after).toMatchObject({ state: 'processing', total_paid: 45, total_due: 0, total_invoiced: 45 });
    expect(after.payment).toMatchObject({ amount_paid: 45, base_amount_paid_online: 45, base_amount_authorized: 45 });
    const closed = await transactionsOf(souk, id);
    expect(closed.map(({ txn_type, is_closed }) => [txn_type, is_closed])).toEqual([
      ['authorization', 1],
      ['capture', 0],
      ['capture', 0],
    ]);
    const one = ok(await souk.admin.get(`/V1/transactions/${closed[0]!.transaction_id}`));
    expect(one.child_transactions).toHaveLength(2);
  });

  it('is invoiced by hand without the gateway, where no capture is asked for', async () => {
    const { id } = await buy(souk);
    const invoice = Number(ok(await post(id, 'invoice')));
    expect(moved()).toEqual({ authorizedCents: 3000, capturedCents: 0 });
    const shown = ok(await souk.admin.get(`/V1/invoices/${invoice}`));
    expect(shown).toMatchObject({ state: 2, can_void_flag: 0 });
    expect(shown.transaction_id).toBeUndefined();
    expect((await orderOf(souk, id)).payment.base_amount_paid_online).toBeUndefined();
    fails(await souk.admin.post(`/V1/invoices/${invoice}/capture`), 400, 'The capture action is not available.');
    fails(await souk.admin.post(`/V1/invoices/${invoice}/void`), 400, 'The void action is not available.');
    fails(
      await souk.admin.post(`/V1/invoice/${invoice}/refund`, { isOnline: true }),
      400,
      /We can't create creditmemo for the invoice\./,
    );
  });

  it('gives its money up when it is canceled', async () => {
    const { id, sku } = await buy(souk);
    expect(await stock(souk, sku)).toEqual({ qty: 100, salable: 98 });
    expect(ok(await souk.admin.post(`/V1/orders/${id}/cancel`))).toBe(true);
    expect(moved()).toEqual({ authorizedCents: 0, capturedCents: 0 });
    expect(await stock(souk, sku)).toEqual({ qty: 100, salable: 100 });
    const order = await orderOf(souk, id);
    expect(order).toMatchObject({ state: 'canceled', total_canceled: 30 });
    expect(order.status_histories[0].comment).toMatch(
      /^Canceled order online Amount: \$30\.00\. Transaction ID: "txn_/,
    );
    expect(await transactionsOf(souk, id)).toMatchObject([
      { txn_type: 'authorization', is_closed: 1 },
      { txn_type: 'void', is_closed: 1 },
    ]);
    expect(ok(await souk.admin.post(`/V1/orders/${id}/cancel`))).toBe(false);
    expect(await transactionsOf(souk, id)).toHaveLength(2);
  });

  it('gives up what is left of its money when the rest of it is canceled', async () => {
    const { id, order } = await buy(souk, { qty: 3 });
    ok(await post(id, 'invoice', { ...capture, ...some(order, 1) }));
    expect(ok(await souk.admin.post(`/V1/orders/${id}/cancel`))).toBe(true);
    expect(moved()).toEqual({ authorizedCents: 0, capturedCents: 2500 });
    expect(await orderOf(souk, id)).toMatchObject({ total_paid: 25, total_canceled: 20 });
  });

  it('is paid by one of several captures at once each, and never by more than was authorized', async () => {
    const { id, order } = await buy(souk, { qty: 2 });
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => post(id, 'invoice', { ...capture, ...some(order, 1) })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400]);
    expect(moved()).toEqual({ authorizedCents: 0, capturedCents: 3000 });
    expect(await orderOf(souk, id)).toMatchObject({ total_paid: 30, total_invoiced: 30 });
  });
});

describe('an invoice that was captured', () => {
  it('is voided before it is settled, and can be made again', async () => {
    const { id, order } = await buy(souk, { qty: 2 });
    const invoice = Number(ok(await post(id, 'invoice', { ...capture, ...some(order, 1) })));
    expect(ok(await souk.admin.post(`/V1/invoices/${invoice}/void`))).toBe(true);
    expect(moved()).toEqual({ authorizedCents: 3000, capturedCents: 0 });
    expect(ok(await souk.admin.get(`/V1/invoices/${invoice}`))).toMatchObject({ state: 3 });
    const after = await orderOf(souk, id);
    expect(after).toMatchObject({ state: 'processing', total_paid: 0, total_due: 30, total_invoiced: 0 });
    expect(after.items[0]).toMatchObject({ qty_invoiced: 0, row_invoiced: 0 });
    expect(after.payment).toMatchObject({ amount_paid: 0, base_amount_paid_online: 0 });
    fails(await souk.admin.post(`/V1/invoices/${invoice}/void`), 400, 'The void action is not available.');
    const again = Number(ok(await post(id, 'invoice', capture)));
    expect(ok(await souk.admin.get(`/V1/invoices/${again}`))).toMatchObject({ grand_total: 30, shipping_amount: 10 });
    expect(moved()).toEqual({ authorizedCents: 0, capturedCents: 3000 });
    expect((await transactionsOf(souk, id)).map(({ txn_type, is_closed }) => `${txn_type} ${is_closed}`)).toEqual([
      'authorization 1',
      'capture 1',
      'void 1',
      'capture 0',
    ]);
  });

  it('is refunded when the gateway has settled it, and the gateway refuses to void it', async () => {
    const { id } = await buy(souk);
    const invoice = Number(ok(await post(id, 'invoice', capture)));
    gateway.ledger.settle();
    fails(
      await souk.admin.post(`/V1/invoices/${invoice}/void`),
      400,
      'Transaction has been declined. Please try again later.',
    );
    expect(await orderOf(souk, id)).toMatchObject({ total_paid: 30 });
    ok(await souk.admin.post(`/V1/invoice/${invoice}/refund`, { isOnline: true }));
    expect(moved()).toEqual({ authorizedCents: 0, capturedCents: 0 });
    expect(await orderOf(souk, id)).toMatchObject({ state: 'closed', total_refunded: 30 });
  });

  it('is refunded in parts online, and never beyond what was captured', async () => {
    const { id, order } = await buy(souk, { qty: 3 });
    const invoice = Number(ok(await post(id, 'invoice', { ...capture, ...some(order, 2) })));
    ok(await post(id, 'invoice', capture));
    const wanted = { isOnline: true, ...some(order, 1), arguments: { shipping_amount: 5 } };
    const memo = Number(ok(await souk.admin.post(`/V1/invoice/${invoice}/refund`, wanted)));
    expect(moved()).toEqual({ authorizedCents: 0, capturedCents: 3000 });
    const refund = (await transactionsOf(souk, id)).find(({ txn_type }) => txn_type === 'refund');
    expect(refund).toMatchObject({ is_closed: 1, parent_txn_id: expect.any(String) });
    expect(ok(await souk.admin.get(`/V1/creditmemo/${memo}`))).toMatchObject({
      invoice_id: invoice,
      grand_total: 15,
      transaction_id: refund!.txn_id,
    });
    const after = await orderOf(souk, id);
    expect(after).toMatchObject({ total_refunded: 15, total_online_refunded: 15 });
    expect(after.total_offline_refunded).toBeUndefined();
    expect(after.payment).toMatchObject({ amount_refunded: 15, base_amount_refunded_online: 15 });
    expect(after.status_histories[0].comment).toBe(`We refunded $15.00 online. Transaction ID: "${refund!.txn_id}"`);
    const tooMuch = { isOnline: true, ...some(order, 1), arguments: { shipping_amount: 0, adjustment_positive: 15 } };
    fails(
      await souk.admin.post(`/V1/invoice/${invoice}/refund`, tooMuch),
      400,
      /The most money available to refund is 20\./,
    );
    expect(moved()).toEqual({ authorizedCents: 0, capturedCents: 3000 });
  });

  it('is refunded by hand without the gateway', async () => {
    const { id } = await buy(souk);
    const invoice = Number(ok(await post(id, 'invoice', capture)));
    ok(await souk.admin.post(`/V1/invoice/${invoice}/refund`, { isOnline: false }));
    expect(moved()).toEqual({ authorizedCents: 0, capturedCents: 3000 });
    const after = await orderOf(souk, id);
    expect(after).toMatchObject({ state: 'closed', total_offline_refunded: 30 });
    expect(after.payment.base_amount_refunded_online).toBeUndefined();
  });

  it('is refunded online by a credit memo that names it, unless that is to be done by hand', async () => {
    const { id, order } = await buy(souk);
    const invoice = Number(ok(await post(id, 'invoice', capture)));
    const creditmemo = {
      order_id: id,
      invoice_id: invoice,
      items: [{ order_item_id: order.items[0].item_id, qty: 1 }],
      base_shipping_amount: 0,
    };
    const memo = ok(await souk.admin.post('/V1/creditmemo/refund', { creditmemo, offlineRequested: false }));
    expect(memo.transaction_id).toMatch(/^txn_/);
    expect(moved()).toEqual({ authorizedCents: 0, capturedCents: 2000 });
    ok(await souk.admin.post('/V1/creditmemo/refund', { creditmemo, offlineRequested: true }));
    expect(moved()).toEqual({ authorizedCents: 0, capturedCents: 2000 });
    expect(await orderOf(souk, id)).toMatchObject({ total_online_refunded: 10, total_offline_refunded: 10 });
  });

  it('is not refunded by a credit memo that cannot be written, and is free for another', async () => {
    const { id, order } = await buy(souk);
    const invoice = Number(ok(await post(id, 'invoice', capture)));
    const own = { order_item_id: order.items[0].item_id, qty: 1 };
    const memo = (items: object[]) => ({
      creditmemo: { order_id: id, invoice_id: invoice, items, base_shipping_amount: 0 },
      offlineRequested: false,
    });
    const foreign = memo([own, { order_item_id: own.order_item_id + 1_000_000, qty: 1 }]);
    fails(await souk.admin.post('/V1/creditmemo/refund', foreign), 400, /is not part of the order/);
    expect(moved()).toEqual({ authorizedCents: 0, capturedCents: 3000 });
    ok(await souk.admin.post('/V1/creditmemo/refund', memo([own])));
    expect(moved()).toEqual({ authorizedCents: 0, capturedCents: 2000 });
  });
});

describe('an order whose payment is reviewed', () => {
  it('waits under review and goes on when it is approved', async () => {
    const { id, order } = await buy(souk, { token: 'tok_review' });
    expect(order).toMatchObject({ state: 'payment_review', status: 'payment_review' });
    expect(order.status_histories[0].comment).toMatch(/^We will authorize \$30\.00 after the payment is approved/);
    fails(await post(id, 'invoice', capture), 400, /when an order has a status of payment_review/);
    gateway.ledger.endReviews();
    await until(async () => (await orderOf(souk, id)).state === 'processing');
    const [told] = (await orderOf(souk, id)).status_histories;
    expect(told.comment).toMatch(/^Registered update about approved payment\. Transaction ID/);
    ok(await post(id, 'invoice', capture));
    expect(moved()).toEqual({ authorizedCents: 0, capturedCents: 3000 });
  });

  it('is canceled when it is refused, and gives its stock back', async () => {
    const { id, sku } = await buy(souk, { token: 'tok_review_declined' });
    gateway.ledger.endReviews();
    await until(async () => (await orderOf(souk, id)).state === 'canceled');
    expect(await stock(souk, sku)).toEqual({ qty: 100, salable: 100 });
    expect(moved()).toEqual({ authorizedCents: 0, capturedCents: 0 });
    expect(await transactionsOf(souk, id)).toMatchObject([{ txn_type: 'authorization', is_closed: 1 }]);
  });
});

describe('a card that is declined', () => {
  it('leaves the cart as it was, to be paid with another', async () => {
    const { path, sku } = await readyCart(souk);
    const cart = ok(await souk.guest.get(path));
    fails(await pay(souk, path, 'tok_declined'), 400, 'Transaction has been declined. Please try again later.');
    expect(ok(await souk.guest.get(path))).toEqual(cart);
    expect(ok(await souk.guest.get(`${path}/selected-payment-method`))).toEqual([]);
    expect(await stock(souk, sku)).toEqual({ qty: 100, salable: 100 });
    expect(moved()).toEqual({ authorizedCents: 0, capturedCents: 0 });
    ok(await pay(souk, path));
    expect(moved()).toEqual({ authorizedCents: 3000, capturedCents: 0 });
  });

  it('is not even asked for what cannot be ordered', async () => {
    const sku = await makeProduct(souk, {}, { qty: 1 });
    const { path } = await readyCart(souk, { sku, qty: 1 });
    const other = await readyCart(souk, { sku, qty: 1 });
    ok(await pay(souk, other.path));
    const count = gateway.ledger.transactions().length;
    fails(await pay(souk, path), 400);
    expect(gateway.ledger.transactions()).toHaveLength(count);
  });

  it('needs a token', async () => {
    const { path } = await readyCart(souk);
    fails(await pay(souk, path, ''), 400, 'Transaction has been declined. Please try again later.');
  });
});

describe('a gateway that does not know the key', () => {
  it('has refused nothing, and charges once when it does', async () => {
    const { path } = await readyCart(souk);
    const { id } = await buy(souk);
    await useGateway(souk, gateway, { secret_key: 'sk_wrong' });
    fails(await pay(souk, path), 400, /^A server error stopped your order from being placed\./);
    fails(await post(id, 'invoice', capture), 504, /^The payment gateway did not answer\./);
    await useGateway(souk, gateway);
    ok(await pay(souk, path));
    await until(async () => (await invoicesOf(souk, id)).length > 0);
    expect(moved()).toEqual({ authorizedCents: 3000, capturedCents: 3000 });
  });
});

describe('a key that fits into no header', () => {
  it('refuses nothing, and is not told', async () => {
    const { path } = await readyCart(souk);
    await useGateway(souk, gateway, { secret_key: 'sk_\u{1f511}_unsent' });
    fails(await pay(souk, path), 400, /^A server error stopped your order from being placed\./);
    await useGateway(souk, gateway);
    ok(await pay(souk, path));
    expect(souk.output()).not.toContain('_unsent');
  });
});

describe('with payment_action authorize_capture', () => {
  beforeAll(() => useGateway(souk, gateway, { payment_action: 'authorize_capture' }));

  it('an order is paid and invoiced at once', async () => {
    const { id, order } = await buy(souk);
    expect(moved()).toEqual({ authorizedCents: 0, capturedCents: 3000 });
    expect(order).toMatchObject({ state: 'processing', total_paid: 30, total_invoiced: 30, total_due: 0 });
    expect(order.payment).toMatchObject({ amount_paid: 30, base_amount_paid_online: 30, amount_authorized: 30 });
    const [transaction, ...others] = await transactionsOf(souk, id);
    expect(others).toEqual([]);
    expect(transaction).toMatchObject({ txn_type: 'capture', parent_txn_id: null, is_closed: 0 });
    expect(await invoicesOf(souk, id)).toMatchObject([
      { state: 2, grand_total: 30, transaction_id: transaction!.txn_id },
    ]);
    expect(order.status_histories[0].comment).toMatch(/^Captured amount of \$30\.00 online\. Transaction ID/);
    expect(ok(await souk.admin.post(`/V1/orders/${id}/cancel`))).toBe(false);
  });

  it('a virtual order is complete at once, and its invoice voided puts its pieces back', async () => {
    const sku = await makeProduct(souk, { type_id: 'virtual', price: 7 });
    const { id, order } = await buy(souk, { sku, qty: 2 });
    expect(order.state).toBe('complete');
    expect(await stock(souk, sku)).toEqual({ qty: 98, salable: 98 });
    const [invoice] = await invoicesOf(souk, id);
    ok(await souk.admin.post(`/V1/invoices/${invoice!.entity_id}/void`));
    expect(await stock(souk, sku)).toEqual({ qty: 100, salable: 98 });
    expect(moved()).toEqual({ authorizedCents: 0, capturedCents: 0 });
    expect(ok(await souk.admin.post(`/V1/orders/${id}/cancel`))).toBe(true);
    expect(await stock(souk, sku)).toEqual({ qty: 100, salable: 100 });
  });

  it.each([
    ['taken out of stock', (sku: string) => setStock(sku, { qty: 0, is_in_stock: false }), { qty: 2, salable: 0 }],
    ['deleted', (sku: string) => souk.admin.send('DELETE', `/V1/products/${sku}`), undefined],
  ] as const)('an invoice is voided though its product was %s meanwhile', async (_, change, left) => {
    const sku = await makeProduct(souk, { type_id: 'virtual', price: 7 });
    const { id } = await buy(souk, { sku, qty: 2 });
    const [invoice] = await invoicesOf(souk, id);
    ok(await change(sku));
    ok(await souk.admin.post(`/V1/invoices/${invoice!.entity_id}/void`));
    expect(moved()).toEqual({ authorizedCents: 0, capturedCents: 0 });
    expect((await invoicesOf(souk, id))[0]).toMatchObject({ state: 3 });
    if (left) expect(await stock(souk, sku)).toEqual(left);
    expect(ok(await souk.admin.post(`/V1/orders/${id}/cancel`))).toBe(true);
  });

  it('a review that is approved pays the open invoice', async () => {
    const { id } = await buy(souk, { token: 'tok_review' });
    expect(await invoicesOf(souk, id)).toMatchObject([{ state: 1 }]);
    gateway.ledger.endReviews();
    await until(async () => (await orderOf(souk, id)).state === 'processing');
    expect(await invoicesOf(souk, id)).toMatchObject([{ state: 2 }]);
    expect(await orderOf(souk, id)).toMatchObject({ total_paid: 30, payment: { base_amount_paid_online: 30 } });
  });

  it('a review that is refused cancels the open invoice and the order', async () => {
    const { id } = await buy(souk, { token: 'tok_review_declined' });
    gateway.ledger.endReviews();
    await until(async () => (await orderOf(souk, id)).state === 'canceled');
    expect(await invoicesOf(souk, id)).toMatchObject([{ state: 3 }]);
    expect(await orderOf(souk, id)).toMatchObject({ total_invoiced: 0, total_canceled: 30 });
  });
});

describe("the checkout of the provider's own path", () => {
  const order = (path: string, paymentMethod: object) =>
    souk.guest.post(`${path.replace('/guest-carts/', '/gateway-guest-carts/')}/payment-information`, {
      email: 'ada@example.com',
      paymentMethod,
      billingAddress: ADDRESS,
    });

  it('pays and orders the cart of a guest', async () => {
    const { path } = await readyCart(souk);
    const id = Number(ok(await order(path, { method: 'gateway', additional_data: { token: 'tok_good' } })));
    const { authorizedCents, capturedCents } = moved();
    expect(authorizedCents + capturedCents).toBe(3000);
    expect(await orderOf(souk, id)).toMatchObject({
      state: 'processing',
      customer_email: 'ada@example.com',
      payment: { method: 'gateway', cc_last4: '4242' },
    });
  });

  it('takes no other payment method, and leaves the cart as it is', async () => {
    const { path } = await readyCart(souk);
    const refused = await order(path, { method: 'checkmo' });
    fails(refused, 400, 'The requested Payment Method is not available.');
    expect(ok(await souk.guest.get(path)).is_active).toBe(true);
    expect(ok(await souk.guest.get(`${path}/selected-payment-method`)).method ?? null).toBeNull();
  });

  it('refuses cards that the provider refuses, and carts that are not there', async () => {
    const { path } = await readyCart(souk);
    expect((await order(path, { method: 'gateway', additional_data: { token: 'tok_declined' } })).status).toBe(400);
    expect(moved()).toEqual({ authorizedCents: 0, capturedCents: 0 });
    fails(await order('/V1/guest-carts/nope', { method: 'gateway' }), 404, /No such entity/);
  });
});
