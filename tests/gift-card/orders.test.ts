import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatTime } from '../../src/kernel/time.ts';
import { orderOf, type Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { cart } from '../support/carts.ts';
import { ok } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import {
  accountOf,
  choiceOf,
  chosen,
  codesOf,
  invoiceCards,
  newCardProduct,
  orderCards,
  orderNow,
  physical,
  refundCards,
} from './shop.ts';

/** The day that is so many days after another, `YYYY-MM-DD`. */
const daysAfter = (day: string, days: number): string =>
  formatTime(new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000)).slice(0, 10);

const STATUS = 'giftcard/general/order_item_status';

describe.each(engines)('orders of gift cards, on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine);
  });
  afterAll(() => here.stop());

  const now = (order: Json) => orderNow(here, order.entity_id);
  const accountsOf = async (order: Json) => Promise.all(codesOf(await now(order)).map((code) => accountOf(here, code)));
  const states = async (order: Json) => (await accountsOf(order)).map(({ status, balance }) => [status, balance]);

  it('make an account of each piece that is invoiced, once', async () => {
    const card = await newCardProduct(here, [25], { lifetime: 30, is_redeemable: 0 });
    const order = await orderCards(here, card, 3, chosen('25', { giftcard_message: 'For you' }));
    expect(order).toMatchObject({ is_virtual: 1, grand_total: 75 });
    expect(order.items[0]).toMatchObject({ product_type: 'giftcard', is_virtual: 1, price: 25, original_price: 25 });
    expect([choiceOf(order.items[0]).giftcard_message, codesOf(order)]).toEqual(['For you', []]);
    await invoiceCards(here, order, 1);
    const [first] = codesOf(await now(order));
    await invoiceCards(here, order);
    const codes = codesOf(await now(order));
    expect([codes.length, new Set(codes).size, codes[0]]).toEqual([3, 3, first]);
    // What changes an order besides makes no more of them.
    ok(await here.admin.post(`/V1/orders/${order.entity_id}/comments`, { statusHistory: { comment: 'x', is_customer_notified: 0, is_visible_on_front: 0, parent_id: order.entity_id } })); // prettier-ignore
    expect(codesOf(await now(order))).toEqual(codes);
    for (const account of await accountsOf(order)) {
      expect(account).toMatchObject({ balance: 25, status: 1, state: 0, is_redeemable: 0, website_id: 1 });
      expect(account.date_expires).toBe(daysAfter(account.date_created, 30));
      expect(account.history).toMatchObject([{ action: 0, balance_delta: 25, additional_info: `Order #${order.increment_id}.` }]); // prettier-ignore
    }
    const [{ items }] = ok(
      await here.admin.get(`/V1/orders?searchCriteria[filter_groups][0][filters][0][field]=entity_id&searchCriteria[filter_groups][0][filters][0][value]=${order.entity_id}`),
    ).items; // prettier-ignore
    expect(choiceOf(items[0]).extension_attributes.giftcard_created_codes).toEqual(codes);
  });

  it('make cards that orders are paid with', async () => {
    const order = await orderCards(here, await newCardProduct(here, [40]), 1, chosen('40'));
    await invoiceCards(here, order);
    const [code] = codesOf(await now(order));
    const { sku } = await newCardProduct(here, [15]);
    const { id, path } = await cart(here, { sku, qty: 1, ...chosen('15') });
    const sent = { gift_cards: [code], gift_cards_amount: 0, base_gift_cards_amount: 0, gift_cards_amount_used: 0, base_gift_cards_amount_used: 0 }; // prettier-ignore
    ok(await here.guest.post(`/V1/carts/guest-carts/${id}/giftCards`, { giftCardAccountData: sent }));
    expect(ok(await here.guest.get(`${path}/totals`)).grand_total).toBe(0);
  });

  it('D145: have the terms that are configured, where their product tells none', async () => {
    await here.configure({ 'giftcard/general/lifetime': '10', 'giftcard/general/is_redeemable': '0' });
    const told = chosen('20', { giftcard_message: 'For you' });
    const plain = await orderCards(here, await newCardProduct(here, [20]), 1, told);
    const own = { lifetime: 0, is_redeemable: 1, allow_message: 0, use_config_is_redeemable: 1 };
    const other = await orderCards(here, await newCardProduct(here, [20], own), 1, told);
    await here.configure({ 'giftcard/general/lifetime': '0', 'giftcard/general/is_redeemable': '1' });
    for (const order of [plain, other]) await invoiceCards(here, order);
    const [configured] = await accountsOf(plain);
    expect(configured).toMatchObject({ date_expires: daysAfter(configured!.date_created, 10), is_redeemable: 0 });
    expect(choiceOf(plain.items[0]).giftcard_message).toBe('For you');
    const [account] = await accountsOf(other);
    expect([account!.date_expires, account!.is_redeemable]).toEqual([undefined, 0]);
    expect(choiceOf(other.items[0]).giftcard_message).toBeUndefined();
  });

  it('D143: lock cards whose pieces are refunded, those with the most left first', async () => {
    const order = await orderCards(here, await newCardProduct(here, [20]), 3, chosen('20'));
    await invoiceCards(here, order);
    const [spent, begun] = await accountsOf(order);
    ok(await here.admin.put(`/V1/giftcardaccounts/${spent!.account_id}`, { giftcardAccount: { balance: 0 } }));
    ok(await here.admin.put(`/V1/giftcardaccounts/${begun!.account_id}`, { giftcardAccount: { balance: 5 } }));
    await refundCards(here, order, 1);
    expect(await states(order)).toEqual([
      [1, 0],
      [1, 5],
      [0, 20],
    ]);
    await refundCards(here, order, 1);
    await refundCards(here, order, 1);
    expect(await states(order)).toEqual([
      [1, 0],
      [0, 5],
      [0, 20],
    ]);
    const locked = (await accountsOf(order))[2]!;
    expect(locked.history.at(-1)).toMatchObject({ action: 5, balance_delta: 0, balance_amount: 20 });
  });

  it('make them when the order is placed, where that is set, and lock them when it is canceled', async () => {
    await here.configure({ [STATUS]: '1' });
    const card = await newCardProduct(here, [10]);
    const [order, other] = [
      await orderCards(here, card, 2, chosen('10')),
      await orderCards(here, card, 2, chosen('10')),
    ];
    await here.configure({ [STATUS]: '9' });
    expect(codesOf(order)).toHaveLength(2);
    await invoiceCards(here, order, 1);
    expect(codesOf(await now(order))).toEqual(codesOf(order));
    expect(await states(order)).toEqual([
      [1, 10],
      [1, 10],
    ]);
    ok(await here.admin.post(`/V1/orders/${order.entity_id}/cancel`));
    ok(await here.admin.post(`/V1/orders/${other.entity_id}/cancel`));
    expect((await states(order)).map(([status]) => status)).toEqual([1, 0]);
    expect((await states(other)).map(([status]) => status)).toEqual([0, 0]);
  });

  it('are shipped where cards are parcels, and their codes are mailed to nobody', async () => {
    const { sku } = await newCardProduct(here, [30], { giftcard_type: physical });
    const order = await orderOf(here, [{ sku, qty: 1, ...chosen('30') }]);
    expect([order.is_virtual, order.grand_total]).toEqual([0, 35]);
    await invoiceCards(here, order);
    expect(codesOf(await now(order))).toHaveLength(1);
    expect((await now(order)).state).toBe('processing');
    ok(await here.admin.post(`/V1/order/${order.entity_id}/ship`));
    expect((await now(order)).state).toBe('complete');
  });

  it('that were placed elsewhere are records: nothing is made of them', async () => {
    const order = await orderCards(here, await newCardProduct(here, [10]), 1, chosen('10'));
    const { entity_id: _, increment_id: __, ...sent } = order;
    const items = order.items.map(({ item_id: ___, ...item }: Json) => ({ ...item, qty_invoiced: 1 }));
    const { items: made } = ok(
      await here.admin.post('/V1/orders', { entity: { ...sent, items, extension_attributes: {} } }),
    );
    expect(choiceOf(made[0]).extension_attributes).toBeUndefined();
  });
});
