import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pay } from '../customer-balance/shop.ts';
import { getOrder, stock, type Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { fails, ok } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';
import { gifts, giftRule, giftsIn, select, shopper, type Shopper } from './shop.ts';

describe.each(engines)('gifts in orders on %s', (engine) => {
  let here: Here;
  let sku: string;
  beforeAll(async () => {
    here = await startHere(engine);
  });
  afterAll(() => here.stop());
  beforeEach(async () => {
    ({ sku } = await newProduct(here));
  });

  const place = async ({ me }: Shopper): Promise<Json> => getOrder(here, Number(ok(await pay(me, 'checkmo'))));
  const change = async (rule_id: number, rule: object) =>
    ok(await here.admin.put(`/V1/salesRules/${rule_id}`, { rule: { rule_id, ...rule } }));
  const store_labels = [{ store_id: 0, store_label: 'A cup for you' }];

  it('cost nothing from the order to the refund, and are told by their label', async () => {
    const [one, two] = (await gifts(here, 2)) as [string, string];
    const rule = await giftRule(here, sku, [one, two], { store_labels, gift_qty: 3 });
    const buyer = await shopper(here, sku);
    expect((await select(buyer, rule, two)).body.errors).toBeUndefined();
    const placed = await place(buyer);
    expect(placed).toMatchObject({
      grand_total: 30,
      subtotal: 20,
      total_qty_ordered: 5,
      applied_rule_ids: String(rule),
    });
    const [bought, gift] = placed.items;
    expect(gift).toMatchObject({
      sku: two,
      qty_ordered: 3,
      price: 0,
      row_total: 0,
      original_price: 7,
      no_discount: 1,
      applied_rule_ids: String(rule),
      extension_attributes: { free_gift_label: 'A cup for you' },
    });
    expect(bought.extension_attributes ?? {}).not.toHaveProperty('free_gift_label');
    expect(ok(await here.admin.get(`/V1/salesRules/${rule}`)).times_used).toBe(1);
    expect(await stock(here, two)).toMatchObject({ salable: 97 });

    const { entity_id: id, increment_id: number } = placed;
    const { customer } = await buyer.gql.data(
      'query($n: String!) { customer { orders(filter: { number: { eq: $n } }) { items { items { product_sku free_gift_label product_sale_price { value } } } } } }',
      { n: number },
    );
    expect(customer.orders.items[0].items).toEqual([
      { product_sku: sku, free_gift_label: null, product_sale_price: { value: 10 } },
      { product_sku: two, free_gift_label: 'A cup for you', product_sale_price: { value: 0 } },
    ]);

    const invoice = ok(await here.admin.get(`/V1/invoices/${ok(await here.admin.post(`/V1/order/${id}/invoice`))}`));
    expect(invoice.grand_total).toBe(30);
    expect(invoice.items.map(({ qty, row_total }: Json) => [qty, row_total ?? 0])).toEqual([
      [2, 20],
      [3, 0],
    ]);
    const shipment = ok(await here.admin.get(`/V1/shipment/${ok(await here.admin.post(`/V1/order/${id}/ship`))}`));
    expect(shipment.items.map(({ qty }: Json) => qty)).toEqual([2, 3]);
    expect(await stock(here, two)).toMatchObject({ qty: 97, salable: 97 });
    const memo = ok(await here.admin.get(`/V1/creditmemo/${ok(await here.admin.post(`/V1/order/${id}/refund`))}`));
    expect(memo.grand_total).toBe(30);
    expect(memo.items.map(({ qty, row_total }: Json) => [qty, row_total ?? 0])).toEqual([
      [2, 20],
      [3, 0],
    ]);
    expect((await getOrder(here, id)).status).toBe('closed');

    // What was given is not ordered again; the rule gives it again as it gave it.
    const { reorderItems } = await buyer.gql.data(
      'mutation($n: String!) { reorderItems(orderNumber: $n) { cart { has_available_free_gifts items { product { sku } } } userInputErrors { code } } }',
      { n: number },
    );
    expect(reorderItems).toEqual({
      cart: { has_available_free_gifts: true, items: [{ product: { sku } }] },
      userInputErrors: [],
    });
  });

  it.each([
    ['is off', { is_active: false }],
    ['has ended', { from_date: '2020-01-01', to_date: '2020-01-02' }],
    ['takes off something instead', { simple_action: 'by_percent', discount_amount: 0 }],
  ])('are not ordered where the rule %s by then', async (_, rule) => {
    const [gift] = (await gifts(here, 1)) as [string];
    const id = await giftRule(here, sku, [gift]);
    const buyer = await shopper(here, sku);
    expect(await giftsIn(buyer)).toHaveLength(1);
    await change(id, rule);
    const placed = await place(buyer);
    expect(placed.items.map((item: Json) => item.sku)).toEqual([sku]);
    expect([placed.grand_total, placed.total_qty_ordered]).toEqual([30, 2]);
    expect(await stock(here, gift)).toMatchObject({ salable: 100 });
  });

  it('count as uses of the rule', async () => {
    const [gift] = (await gifts(here, 1)) as [string];
    await giftRule(here, sku, [gift], { uses_per_customer: 1, store_labels });
    const buyer = await shopper(here, sku);
    expect((await place(buyer)).items).toHaveLength(2);
    const quote_id = ok(await buyer.me.post('/V1/carts/mine'));
    ok(await buyer.me.post('/V1/carts/mine/items', { cartItem: { sku, qty: 2, quote_id } }));
    expect(ok(await buyer.me.get('/V1/carts/mine/items'))).toHaveLength(1);
  });

  it('are ordered only while there are some, each by one buyer', async () => {
    const extension_attributes = { stock_item: { qty: 1, is_in_stock: true } };
    const [gift] = (await gifts(here, 1, { extension_attributes })) as [string];
    await giftRule(here, sku, [gift]);
    const [first, second] = [await shopper(here, sku), await shopper(here, sku)];
    expect([await giftsIn(first), await giftsIn(second)]).toEqual([[[gift, 1, 0]], [[gift, 1, 0]]]);
    expect((await place(first)).items).toHaveLength(2);
    fails(await pay(second.me, 'checkmo'), 400, 'Product that you are trying to add is not available.');
    const items: Json[] = ok(await second.me.get('/V1/carts/mine/items'));
    const given = items.find((item) => item.sku === gift)!;
    expect(given.extension_attributes).toEqual({ is_free_gift: true });
    ok(await second.me.delete(`/V1/carts/mine/items/${given.item_id}`));
    expect((await place(second)).items).toHaveLength(1);
  });

  it('do not keep a lapsed gift from letting the order pass', async () => {
    const extension_attributes = { stock_item: { qty: 1, is_in_stock: true } };
    const [gift] = (await gifts(here, 1, { extension_attributes })) as [string];
    const id = await giftRule(here, sku, [gift]);
    const buyer = await shopper(here, sku);
    const stockItem = { qty: 0, is_in_stock: false };
    ok(await here.admin.put(`/V1/products/${gift}/stockItems/1`, { stockItem }));
    await change(id, { is_active: false });
    expect((await place(buyer)).items).toHaveLength(1);
  });
});
