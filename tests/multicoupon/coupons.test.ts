import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newBuyer, pay, type Buyer } from '../customer-balance/shop.ts';
import { getOrder, type Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { fails, ok } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';
import { anotherCode, LIMIT, makeCoupon, OWN, timesUsed, type Coupon } from './shop.ts';

const TOO_MANY = 'Maximum allowed number of applied coupons was exceeded.';
const refusing = (...codes: string[]) =>
  `The following coupon codes could not be applied: ${codes.map((code) => `"${code}"`).join(', ')}.`;

describe.each(engines)('several coupons on %s', (engine) => {
  let here: Here;
  /** 3 off each piece, called "Three"; 10 % of all and of shipping, without a label. */
  let three: Coupon;
  let tenth: Coupon;
  beforeAll(async () => {
    here = await startHere(engine);
    await here.configure({ [LIMIT]: '3' });
    const store_labels = [{ store_id: 0, store_label: 'Three' }];
    three = await makeCoupon(here, { discount_amount: 3, sort_order: 1, store_labels });
    tenth = await makeCoupon(here, {
      simple_action: 'by_percent',
      discount_amount: 10,
      sort_order: 2,
      apply_to_shipping: true,
    });
  });
  afterAll(() => here.stop());

  const couponsOf = async ({ me }: Buyer) => ok(await me.get(OWN));
  const totalsOf = async ({ me }: Buyer): Promise<Json> => ok(await me.get('/V1/carts/mine/totals'));
  const set = async ({ me }: Buyer, ...all: readonly Coupon[]) =>
    ok(await me.put(OWN, { couponCodes: all.map(({ code }) => code) }));

  it('are added one by one, and take off what their rules say', async () => {
    const buyer = await newBuyer(here);
    expect(await couponsOf(buyer)).toEqual([]);
    expect(await totalsOf(buyer)).not.toHaveProperty('extension_attributes.coupon_codes');
    expect(ok(await buyer.me.post(OWN, { couponCodes: [tenth.code] }))).toEqual([]);
    // Spaces do not count, nor does case, nor that it is there already.
    const couponCodes = [` ${three.code} `, three.code.toLowerCase(), tenth.code];
    ok(await buyer.me.post(OWN, { couponCodes }));
    expect(await couponsOf(buyer)).toEqual([tenth.code, three.code]);
    expect(ok(await here.admin.get(`/V2/carts/${buyer.cartId}/coupons`))).toEqual([tenth.code, three.code]);
    expect(await totalsOf(buyer)).toMatchObject({
      // Twice 3, a tenth of what is left of 20, and of the shipping of 10.
      discount_amount: -8.4,
      grand_total: 21.6,
      coupon_code: tenth.code,
      extension_attributes: { coupon_codes: [tenth.code, three.code], coupons_labels: ['Three'] },
    });
    const cart = ok(await here.admin.get(`/V1/carts/${buyer.cartId}`));
    expect(cart.extension_attributes.coupon_codes).toEqual([tenth.code, three.code]);
    expect(ok(await buyer.me.get('/V1/carts/mine/coupons'))).toBe(tenth.code);
  });

  it('are replaced and taken off', async () => {
    const buyer = await newBuyer(here);
    await set(buyer, three, tenth);
    await set(buyer, tenth);
    expect(await couponsOf(buyer)).toEqual([tenth.code]);
    await set(buyer, tenth, three);
    const remove = (...couponCodes: string[]) => buyer.me.post(`${OWN}/deleteByCodes`, { couponCodes });
    const notThere = "The coupon code couldn't be deleted. Verify the coupon code and try again.";
    fails(await remove(three.code, 'NONE'), 400, notThere);
    expect(await couponsOf(buyer)).toEqual([tenth.code, three.code]);
    ok(await remove(tenth.code.toLowerCase()));
    expect(await couponsOf(buyer)).toEqual([three.code]);
    expect((await totalsOf(buyer)).discount_amount).toBe(-6);
    await set(buyer, tenth, three);
    ok(await here.admin.post(`/V2/carts/${buyer.cartId}/coupons/deleteByCodes`, {}));
    expect([await couponsOf(buyer), (await totalsOf(buyer)).grand_total]).toEqual([[], 30]);
    await set(buyer, tenth, three);
    await set(buyer);
    expect(await couponsOf(buyer)).toEqual([]);
  });

  it('give way to a single one, and go with it', async () => {
    const buyer = await newBuyer(here);
    await set(buyer, three, tenth);
    ok(await buyer.me.put(`/V1/carts/mine/coupons/${tenth.code}`));
    expect(await couponsOf(buyer)).toEqual([tenth.code]);
    await set(buyer, three, tenth);
    ok(await buyer.me.delete('/V1/carts/mine/coupons'));
    expect(await couponsOf(buyer)).toEqual([]);
  });

  it('D127: are all good, or the cart stays as it is', async () => {
    const buyer = await newBuyer(here);
    const [gone, second] = [
      await makeCoupon(here, { discount_amount: 1 }, { expiration_date: '2020-01-01' }),
      await anotherCode(here, three.ruleId),
    ];
    await set(buyer, tenth);
    for (const [couponCodes, refused] of [
      [[three.code, 'NONE'], ['NONE']],
      [
        [gone.code, '  '],
        [gone.code, ''],
      ],
      [[three.code, second.code], [second.code]],
    ] as const) {
      fails(await buyer.me.post(OWN, { couponCodes }), 400, refusing(...refused));
      fails(await buyer.me.put(OWN, { couponCodes }), 400, refusing(...refused));
    }
    expect(await couponsOf(buyer)).toEqual([tenth.code]);
    expect((await buyer.me.put(OWN, { couponCodes: 'X' })).status).toBe(400);
    expect((await buyer.me.put(OWN, {})).status).toBe(400);
  });

  it('are no more than the setting says, which is one', async () => {
    const buyer = await newBuyer(here);
    const fourth = await Promise.all([1, 2].map(() => makeCoupon(here, { discount_amount: 0.5 })));
    const codes = [three, tenth, ...fourth].map(({ code }) => code);
    fails(await buyer.me.put(OWN, { couponCodes: codes }), 400, TOO_MANY);
    await set(buyer, three, tenth, fourth[0]!);
    fails(await buyer.me.post(OWN, { couponCodes: [fourth[1]!.code] }), 400, TOO_MANY);
    await here.configure({ [LIMIT]: '1' });
    fails(await buyer.me.put(OWN, { couponCodes: [three.code, tenth.code] }), 400, TOO_MANY);
    await set(buyer, tenth);
    expect(await couponsOf(buyer)).toEqual([tenth.code]);
    await here.configure({ [LIMIT]: '3' });
    const invalid = await here.guest.raw('PUT', '/_/configuration', { settings: { [LIMIT]: '0' } });
    expect(invalid.status).toBe(400);
  });

  it('D308: are named when they are invalid, even beyond the limit', async () => {
    const buyer = await newBuyer(here);
    await set(buyer, three);
    await here.configure({ [LIMIT]: '1' });
    fails(await buyer.me.post(OWN, { couponCodes: ['NONE'] }), 400, refusing('NONE'));
    fails(await buyer.me.post(OWN, { couponCodes: [tenth.code] }), 400, TOO_MANY);
    await here.configure({ [LIMIT]: '3' });
  });

  it('are nobody else’s, and none of an empty cart', async () => {
    const [buyer, other] = [await newBuyer(here), await newBuyer(here)];
    const byId = `/V2/carts/${buyer.cartId}/coupons`;
    const couponCodes = [three.code];
    for (const caller of [here.guest, other.me]) {
      expect((await caller.get(byId)).status).toBeGreaterThan(400);
      expect((await caller.put(byId, { couponCodes })).status).toBeGreaterThan(400);
      expect((await caller.post(byId, { couponCodes })).status).toBeGreaterThan(400);
      expect((await caller.post(`${byId}/deleteByCodes`)).status).toBeGreaterThan(400);
    }
    expect(await couponsOf(buyer)).toEqual([]);
    const empty = ok(await here.admin.post('/V1/carts/'));
    for (const path of [`/V2/carts/${empty}/coupons`, `/V2/carts/${empty}/coupons/deleteByCodes`]) {
      fails(await here.admin.post(path, { couponCodes }), 404, `The "${empty}" Cart doesn't contain products.`);
    }
    fails(await here.admin.get('/V2/carts/987654321/coupons'), 404);
  });

  it('are those that a cart is saved with', async () => {
    const buyer = await newBuyer(here);
    const save = (coupon_codes: unknown) =>
      buyer.me.put('/V1/carts/mine', {
        quote: { id: buyer.cartId, store_id: 1, customer: { id: buyer.id }, extension_attributes: { coupon_codes } },
      });
    ok(await save([three.code, tenth.code]));
    expect(await couponsOf(buyer)).toEqual([three.code, tenth.code]);
    ok(await save(undefined));
    fails(await save([three.code, 'NONE']), 400, refusing('NONE'));
    expect(await couponsOf(buyer)).toEqual([three.code, tenth.code]);
    ok(await save([]));
    expect(await couponsOf(buyer)).toEqual([]);
  });

  it('stay with the items that they are good for, and leave with them', async () => {
    const buyer = await newBuyer(here);
    const { sku } = await newProduct(here);
    const type = 'Magento\\SalesRule\\Model\\Rule\\Condition\\Product';
    const only = { condition_type: type, attribute_name: 'sku', operator: '==', value: sku };
    const action_condition = {
      condition_type: `${type}\\Combine`,
      aggregator_type: 'all',
      value: '1',
      conditions: [only],
    };
    const forOne = await makeCoupon(here, { discount_amount: 4, action_condition });
    const cartItem = { sku, qty: 1, quote_id: buyer.cartId };
    const { item_id } = ok(await buyer.me.post('/V1/carts/mine/items', { cartItem }));
    await set(buyer, forOne, three);
    ok(await buyer.me.delete(`/V1/carts/mine/items/${item_id}`));
    expect(await couponsOf(buyer)).toEqual([three.code]);
  });

  it('are counted by the order, which tells what each has taken off, and come back when it is canceled', async () => {
    const buyer = await newBuyer(here);
    const coupons = [tenth, three];
    const before = await timesUsed(here, coupons);
    await set(buyer, ...coupons);
    const order = await getOrder(here, ok(await pay(buyer.me, 'checkmo')));
    expect(order).toMatchObject({
      coupon_code: tenth.code,
      discount_amount: -8.4,
      extension_attributes: {
        coupon_codes: [tenth.code, three.code],
        coupon_discounts: ['2.4000', '6.0000'],
      },
    });
    expect(await timesUsed(here, coupons)).toEqual(before.map((times) => times + 1));
    ok(await here.admin.post(`/V1/orders/${order.entity_id}/cancel`));
    expect(await timesUsed(here, coupons)).toEqual(before);
  });

  it('are kept by an order that is written as it is sent', async () => {
    const { items: _, ...order } = await getOrder(here, ok(await pay((await newBuyer(here)).me, 'checkmo')));
    expect(order.extension_attributes).not.toHaveProperty('coupon_codes');
    const { entity_id: __, increment_id: ___, ...sent } = order;
    const item = { sku: 'x', name: 'X', qty_ordered: 1, price: 1, base_price: 1 };
    const told = { coupon_codes: ['A', 'B'], coupon_discounts: ['1.5', '2'] };
    const written = ok(
      await here.admin.post('/V1/orders', { entity: { ...sent, items: [item], extension_attributes: told } }),
    );
    expect((await getOrder(here, written.entity_id)).extension_attributes).toMatchObject(told);
  });
});
