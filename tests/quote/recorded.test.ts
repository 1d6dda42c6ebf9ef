import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fails, ok, startSouk, unique, type Souk } from '../support/souk.ts';
import { ADDRESS, guestCart, makeCustomer, makeProduct, PAYMENT, ship } from './shop.ts';

let souk: Souk;

beforeAll(async () => {
  souk = await startSouk();
  await souk.cli('store:view:create', 'fr', 'French', '--group', 'main_website_store');
});
afterAll(() => souk.stop());

const rule = (changes: object) => ({
  name: unique('rule'),
  website_ids: [1],
  customer_group_ids: [0, 1],
  is_active: true,
  simple_action: 'by_percent',
  discount_amount: 10,
  coupon_type: 'NO_COUPON',
  stop_rules_processing: false,
  ...changes,
});

/** A rule that is good for one product only. */
async function ruleFor(sku: string, changes: object): Promise<number> {
  const type = 'Magento\\SalesRule\\Model\\Rule\\Condition\\Product';
  const action_condition = {
    condition_type: `${type}\\Combine`,
    aggregator_type: 'all',
    value: '1',
    conditions: [{ condition_type: type, attribute_name: 'sku', operator: '==', value: sku }],
  };
  return ok(await souk.admin.post('/V1/salesRules', { rule: rule({ action_condition, ...changes }) })).rule_id;
}

async function orderOf(path: string) {
  await ship(souk.guest, path);
  const id = ok(await souk.guest.post(`${path}/payment-information`, PAYMENT));
  return ok(await souk.admin.get(`/V1/orders/${id}`));
}

describe('as recorded', () => {
  it('an order tells zeros of a card where its payment was chosen before', async () => {
    const sku = await makeProduct(souk);
    const atOnce = await orderOf((await guestCart(souk, [sku, 1])).path);
    const { path } = await guestCart(souk, [sku, 1]);
    await ship(souk.guest, path);
    ok(await souk.guest.put(`${path}/selected-payment-method`, { method: PAYMENT.paymentMethod }));
    const chosen = ok(await souk.admin.get(`/V1/orders/${ok(await souk.guest.put(`${path}/order`))}`));
    const zeros = { cc_exp_year: '0', cc_ss_start_month: '0', cc_ss_start_year: '0' };
    expect(chosen.payment).toMatchObject({ method: 'checkmo', ...zeros });
    for (const field of Object.keys(zeros)) expect(atOnce.payment).not.toHaveProperty(field);
  });

  it('a cart that is read through another store view shows that one, and is ordered in its own', async () => {
    const sku = await makeProduct(souk);
    const french = souk.guest.store('fr');
    // A new store view reaches the server within a second.
    const opened = async (): Promise<number> => (await french.post('/V1/guest-carts')).status;
    await expect.poll(opened).toBe(200);
    const id = ok(await french.post('/V1/guest-carts'));
    ok(await french.post(`/V1/guest-carts/${id}/items`, { cartItem: { sku, qty: 1, quote_id: id } }));
    const path = `/V1/guest-carts/${id}`;
    const { store_id: own } = ok(await french.get(path));
    expect(own).not.toBe(1);
    expect(ok(await souk.guest.get(path)).store_id).toBe(1);
    expect((await orderOf(path)).store_id).toBe(own);
  });

  it('a cart is shipped to where it is billed until something is told', async () => {
    const { path } = await guestCart(souk, [await makeProduct(souk), 1]);
    const same = async (): Promise<unknown> =>
      ok(await souk.guest.get(path)).extension_attributes.shipping_assignments[0].shipping.address.same_as_billing;
    expect(await same()).toBe(1);
    await ship(souk.guest, path);
    expect(await same()).toBe(0);
  });

  it('an estimate for a cart that is not there tells 0, other calls tell nothing', async () => {
    const parameters = (fieldValue: number | null) => ({ fieldName: 'cartId', fieldValue });
    const estimate = await souk.guest.post('/V1/guest-carts/nope/estimate-shipping-methods', { address: ADDRESS });
    expect(fails(estimate, 404).parameters).toEqual(parameters(0));
    expect(fails(await souk.guest.get('/V1/guest-carts/nope/totals'), 404).parameters).toEqual(parameters(null));
  });

  it('a rule that matches is told, also where it gives away nothing', async () => {
    const sku = await makeProduct(souk);
    const id = await ruleFor(sku, { simple_action: 'buy_x_get_y', discount_amount: 1, discount_step: 2 });
    const two = await orderOf((await guestCart(souk, [sku, 2])).path);
    const applied_rule_ids = String(id);
    expect(two).toMatchObject({
      applied_rule_ids,
      discount_amount: 0,
      items: [{ applied_rule_ids, discount_amount: 0 }],
    });
    const three = await orderOf((await guestCart(souk, [sku, 3])).path);
    expect(three).toMatchObject({
      discount_amount: -10,
      items: [{ applied_rule_ids, discount_amount: 10 }],
    });
  });

  it('what a rule ships for nothing weighs nothing in the order', async () => {
    const sku = await makeProduct(souk, { weight: 2 });
    await ruleFor(sku, { discount_amount: 0, simple_free_shipping: '1' });
    const order = await orderOf((await guestCart(souk, [sku, 3])).path);
    expect(order).toMatchObject({ shipping_amount: 0, items: [{ weight: 2, row_weight: 0, free_shipping: 1 }] });
    const other = await orderOf((await guestCart(souk, [await makeProduct(souk, { weight: 2 }), 3])).path);
    expect(other).toMatchObject({ shipping_amount: 15, items: [{ weight: 2, row_weight: 6, free_shipping: 0 }] });
  });

  it('an order knows where it was placed from', async () => {
    const order = await orderOf((await guestCart(souk, [await makeProduct(souk), 1])).path);
    expect(order.remote_ip).toBe('127.0.0.1');
  });

  describe('an entry of the address book', () => {
    const entry = {
      firstname: 'Grace',
      lastname: 'Hopper',
      prefix: 'Dr',
      company: 'Navy',
      vat_id: 'V7',
      fax: '555-0199',
      street: ['2 Compiler Court'],
      city: 'Arlington',
      postcode: '22201',
      country_id: 'US',
      telephone: '555-0101',
      region: { region_id: 61 },
    };
    const kept = {
      firstname: 'Grace',
      prefix: 'Dr',
      company: 'Navy',
      vat_id: 'V7',
      fax: '555-0199',
      postcode: '22201',
    };

    async function buyer() {
      const { id, me, email } = await makeCustomer(souk);
      const customer = { id, email, firstname: 'Ada', lastname: 'Byron', website_id: 1, addresses: [entry] };
      const { addresses } = ok(await souk.admin.put(`/V1/customers/${id}`, { customer }));
      const quote_id = ok(await me.post('/V1/carts/mine'));
      ok(await me.post('/V1/carts/mine/items', { cartItem: { sku: await makeProduct(souk), qty: 1, quote_id } }));
      return { me, named: { ...ADDRESS, customer_address_id: Number(addresses[0].id) } };
    }

    it('that is named is what is shipped to and billed, with all that the book has of it, in cart and order', async () => {
      const { me, named } = await buyer();
      await ship(me, '/V1/carts/mine', { shipping_address: named, billing_address: named });
      const expected = { ...kept, customer_address_id: named.customer_address_id };
      const cart = ok(await me.get('/V1/carts/mine'));
      expect(cart.billing_address).toMatchObject(expected);
      expect(cart.extension_attributes.shipping_assignments[0].shipping.address).toMatchObject(expected);
      const id = ok(await me.post('/V1/carts/mine/payment-information', { ...PAYMENT, billing_address: named }));
      const order = ok(await souk.admin.get(`/V1/orders/${id}`));
      expect(order.billing_address).toMatchObject(expected);
      expect(order.extension_attributes.shipping_assignments[0].shipping.address).toMatchObject(expected);
    });

    it('is billed by the route of the billing address, and is nobody else’s', async () => {
      const { me, named } = await buyer();
      ok(await me.post('/V1/carts/mine/billing-address', { address: named, useForShipping: true }));
      expect(ok(await me.get('/V1/carts/mine/billing-address'))).toMatchObject(kept);
      const other = await buyer();
      const address = { ...named, customer_address_id: other.named.customer_address_id };
      fails(await me.post('/V1/carts/mine/billing-address', { address }), 404, /Invalid customer address id/);
      expect(ok(await me.get('/V1/carts/mine/billing-address'))).toMatchObject(kept);
    });
  });

  it('a cart whose customer was told without a group shows no tax class', async () => {
    const { id: customerId, me } = await makeCustomer(souk);
    const id = ok(await me.post('/V1/carts/mine'));
    const told = async (customer: object): Promise<unknown> => {
      ok(await me.put('/V1/carts/mine', { quote: { id, store_id: 1, customer: { id: customerId, ...customer } } }));
      return ok(await me.get('/V1/carts/mine')).customer_tax_class_id;
    };
    expect(ok(await me.get('/V1/carts/mine')).customer_tax_class_id).toBe(3);
    expect(await told({})).toBeUndefined();
    expect(await told({ group_id: 1 })).toBe(3);
  });
});

describe('other than the reference', () => {
  it('D28: a discount leaves the row total of an ordered item as it is', async () => {
    const sku = await makeProduct(souk);
    await ruleFor(sku, {});
    const order = await orderOf((await guestCart(souk, [sku, 3])).path);
    expect(order.items[0]).toMatchObject({ row_total: 30, discount_amount: 3, row_total_incl_tax: 30 });
  });

  it('D29: shipping to an address of a customer is refused for a cart without one', async () => {
    const { path } = await guestCart(souk, [await makeProduct(souk), 1]);
    const { id } = ok(await souk.guest.get(path));
    const answer = await souk.admin.post(`/V1/carts/${id}/estimate-shipping-methods-by-address-id`, { addressId: 1 });
    fails(answer, 400, /shipping address is missing/);
  });

  it('D30: a sales rule for a website, customer group or store view that is not there is refused', async () => {
    for (const id of [99, -1]) {
      const label = { store_id: id, store_label: 'x' };
      for (const sent of [{ website_ids: [id] }, { customer_group_ids: [id] }, { store_labels: [label] }]) {
        const answer = await souk.admin.post('/V1/salesRules', { rule: rule(sent) });
        fails(answer, 400, /website_ids|customer_group_ids|store_id/);
      }
    }
  });

  it('D31: the products of a sales rule are shown as they were sent', async () => {
    const made = ok(await souk.admin.post('/V1/salesRules', { rule: rule({ product_ids: [3, 4] }) }));
    expect(made.product_ids).toEqual([3, 4]);
    expect(ok(await souk.admin.get(`/V1/salesRules/${made.rule_id}`)).product_ids).toEqual([3, 4]);
  });

  it('D37: a product of another website is not put into a cart', async () => {
    expect((await souk.cli('website:create', 'other', 'Other')).code).toBe(0);
    const codes = async (): Promise<string[]> =>
      ok(await souk.admin.get('/V1/store/websites')).map((website: { code: string }) => website.code);
    await expect.poll(codes).toContain('other');
    const sites: { code: string; id: number }[] = ok(await souk.admin.get('/V1/store/websites'));
    const { id: website } = sites.find(({ code }) => code === 'other')!;
    const stock_item = { qty: 100, is_in_stock: true };
    const sku = await makeProduct(souk, { extension_attributes: { website_ids: [website], stock_item } });
    const { id, path } = await guestCart(souk);
    const add = () => souk.guest.post(`${path}/items`, { cartItem: { sku, qty: 1, quote_id: id } });
    fails(await add(), 400, 'Product that you are trying to add is not available.');
    ok(await souk.admin.post(`/V1/products/${sku}/websites`, { productWebsiteLink: { sku, website_id: 1 } }));
    expect(ok(await add()).sku).toBe(sku);
  });
});
