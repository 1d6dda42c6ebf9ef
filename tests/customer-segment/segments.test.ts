import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillCart, pay } from '../customer-balance/shop.ts';
import { guestCart, makeProduct } from '../quote/shop.ts';
import { address, newCustomer, PASSWORD, signIn } from '../support/customers.ts';
import { graphqlClient, refuses } from '../support/graphql.ts';
import { fails, ok, startSouk, unique, type Answer, type Client, type Souk } from '../support/souk.ts';

let souk: Souk;
let system: Client;
beforeAll(async () => {
  souk = await startSouk();
  const made = await command('integration:create', 'crm', '--resources', 'Magento_CustomerSegment::customersegment');
  system = souk.guest.as(/"?access_token"?\s*[:=]\s*"?([a-z0-9]+)/i.exec(made)![1]);
});
afterAll(() => souk.stop());

async function command(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await souk.cli(...args);
  expect(code, stderr).toBe(0);
  return stdout;
}

type Condition = Readonly<Record<string, unknown>>;
const is = (condition_type: string, attribute_name: string, operator: string, value: unknown): Condition => ({
  condition_type,
  attribute_name,
  operator,
  value,
});
const all = (...conditions: Condition[]): Condition => ({ condition_type: 'combine', conditions });
const withAddress = (...conditions: Condition[]): Condition => ({ condition_type: 'address_found', conditions });

async function segment(conditions: Condition, ...options: string[]): Promise<number> {
  const name = unique('segment');
  const printed = await command(
    'customer:segment:create',
    name,
    '--conditions',
    JSON.stringify(conditions),
    ...options,
  );
  return Number(/has id (\d+)/.exec(printed)![1]);
}
const found = async (id: number): Promise<Answer['body']> =>
  ok(
    await system.get(
      `/V1/customerSegments/search?searchCriteria[filterGroups][0][filters][0][field]=id&searchCriteria[filterGroups][0][filters][0][value]=${id}`,
    ),
  ).items[0];
const size = async (id: number): Promise<number> => (await found(id)).number_of_customers;
const idsIn = (list: { uid: string }[]): number[] => list.map(({ uid }) => Number(atob(uid)));
const segmentsOf = async (me: Client): Promise<number[]> =>
  idsIn((await graphqlClient(souk, me.token).data('{ customer { segments { uid } } }')).customer.segments);
const segmentsOfCart = async (cart: string, me?: Client): Promise<number[]> =>
  idsIn(
    (await graphqlClient(souk, me?.token).data(`{ customerSegments(cartId: "${cart}") { uid } }`)).customerSegments,
  );
const customer = async (over: object = {}) => {
  const made = await newCustomer(souk, over);
  return { ...made, me: await signIn(souk, made.email, PASSWORD) };
};

const rule = (operator: string, value: string): object => ({
  name: unique('rule'),
  is_active: true,
  website_ids: [1],
  customer_group_ids: [0, 1],
  coupon_type: 'NO_COUPON',
  simple_action: 'by_percent',
  discount_amount: 10,
  sort_order: 0,
  is_advanced: true,
  is_rss: false,
  stop_rules_processing: false,
  discount_qty: 0,
  discount_step: 0,
  apply_to_shipping: false,
  times_used: 0,
  use_auto_generation: false,
  uses_per_coupon: 0,
  uses_per_customer: 0,
  simple_free_shipping: '0',
  condition: {
    condition_type: 'Magento\\SalesRule\\Model\\Rule\\Condition\\Combine',
    aggregator_type: 'all',
    operator: null,
    value: '1',
    conditions: [{ condition_type: 'Magento\\CustomerSegment\\Model\\Segment\\Condition\\Segment', operator, value }],
  },
});

it('keeps up with customers and their addresses', async () => {
  const early = await customer({ gender: 2, dob: '1990-05-01' });
  const women = await segment(all(is('customer', 'gender', '==', 2), is('customer', 'dob', '<', '2000-01-01')));
  const local = await segment(
    all(withAddress(is('address', 'country_id', '==', 'US'), is('address', 'city', '==', 'los angeles'))),
  );
  const retailers = await segment(all(is('customer', 'group_id', '()', '2,3')), '--apply-to', 'registered');
  expect(await size(women)).toBe(1);
  expect(await segmentsOf(early.me)).toEqual([women]);

  const late = await customer({ gender: 1, group_id: 2, addresses: [address()] });
  expect(await segmentsOf(late.me)).toEqual([local, retailers]);
  await expect.poll(() => size(local)).toBe(1);
  const change = async (over: object): Promise<void> => {
    const { me: _, ...sent } = late;
    ok(await souk.admin.put(`/V1/customers/${late.id}`, { customer: { ...sent, ...over } }));
  };
  await change({ addresses: [address({ city: 'San Diego' })] });
  expect(await segmentsOf(late.me)).toEqual([retailers]);
  await change({ addresses: [], group_id: 1, gender: 2, dob: '1985-01-01' });
  expect(await segmentsOf(late.me)).toEqual([women]);
  await expect.poll(() => size(women)).toBe(2);
  ok(await souk.admin.delete(`/V1/customers/${late.id}`));
  await expect.poll(() => size(women)).toBe(1);
});

it('keeps up with carts and orders', async () => {
  const full = await segment(
    all(is('cart', 'base_subtotal', '>=', 20), is('cart', 'total_qty', '>', 1)),
    '--apply-to',
    'registered',
  );
  const buyers = await segment(all(is('orders', 'number', '>=', 1), is('orders', 'total', '>', 25)));
  const { id, me } = await customer();
  expect(await segmentsOf(me)).toEqual([]);
  await fillCart(me, await makeProduct(souk));
  expect(await segmentsOf(me)).toEqual([full]);
  const cart = (await graphqlClient(souk, me.token).data('{ customerCart { id } }')).customerCart.id;
  expect(await segmentsOfCart(cart, me)).toEqual([full]);
  const order = Number(ok(await pay(me, 'checkmo')));
  expect(await segmentsOf(me)).toEqual([buyers]);
  ok(await souk.admin.post(`/V1/orders/${order}/cancel`));
  expect(await segmentsOf(me)).toEqual([]);
  ok(await souk.admin.delete(`/V1/customers/${id}`));
});

it('has visitors by their carts, and tells nobody of the carts of others', async () => {
  const sku = await makeProduct(souk);
  const product = ok(await souk.admin.get(`/V1/products/${sku}`)).id;
  const visitors = await segment(all(is('cart', 'product_id', '==', product)), '--apply-to', 'visitors');
  const both = await segment(all(is('cart', 'items_count', '==', 2)));
  const registered = await segment(all(is('cart', 'product_id', '==', product)), '--apply-to', 'registered');
  const { id } = await guestCart(souk, [sku, 1]);
  expect(await segmentsOfCart(id)).toEqual([visitors]);
  const two = await guestCart(souk, [sku, 1], [await makeProduct(souk), 1]);
  expect(await segmentsOfCart(two.id)).toEqual([visitors, both]);
  const { me } = await customer();
  const asked = await graphqlClient(souk, me.token).send(`{ customerSegments(cartId: "${id}") { uid } }`);
  refuses(asked, 'graphql-authorization', /cannot perform operations on cart/);
  expect(await size(registered)).toBe(0);
});

it('is told to storefronts where the shop shares it', async () => {
  const { me } = await customer();
  const gql = graphqlClient(souk, me.token);
  const { customerCart } = await gql.data('{ customerCart { id } }');
  const SHARED = '{ storeConfig { share_active_segments } customer { segments { uid } } }';
  expect(await gql.data(SHARED)).toEqual({ storeConfig: { share_active_segments: true }, customer: { segments: [] } });
  await souk.configure({ 'customer/magento_customersegment/share_active_segments': '0' });
  expect(await gql.data(SHARED)).toEqual({
    storeConfig: { share_active_segments: false },
    customer: { segments: null },
  });
  const refused = await gql.send(`{ customerSegments(cartId: "${customerCart.id}") { uid } }`);
  refuses(refused, 'graphql-input', 'Sharing customer segment information is disabled or not configured.');
  await souk.configure({ 'customer/magento_customersegment/share_active_segments': null });
});

it('decides on sales rules, with the cart as it is', async () => {
  const sku = await makeProduct(souk, { price: 10 });
  const product = ok(await souk.admin.get(`/V1/products/${sku}`)).id;
  const many = await segment(all(is('cart', 'base_subtotal', '>=', 20), is('cart', 'product_id', '==', product)));
  const { rule_id } = ok(await souk.admin.post('/V1/salesRules', { rule: rule('==', `99999,${many}`) }));
  const { id, path } = await guestCart(souk, [sku, 1]);
  const discount = async (cart: string): Promise<number> => ok(await souk.guest.get(`${cart}/totals`)).discount_amount;
  expect(await discount(path)).toBe(0);
  ok(await souk.guest.post(`${path}/items`, { cartItem: { sku, qty: 1, quote_id: id } }));
  expect(await discount(path)).toBe(-2);
  ok(await souk.admin.put(`/V1/salesRules/${rule_id}`, { rule: { ...rule('!=', String(many)), rule_id } }));
  expect(await discount(path)).toBe(0);
  ok(await souk.admin.delete(`/V1/salesRules/${rule_id}`));
});

it('has segments that are off, of a website, and gone', async () => {
  await command('website:create', 'second', 'Second');
  const elsewhere = await segment(all(), '--website', 'second');
  const everybody = await segment(all(), '--inactive');
  const { me } = await customer();
  expect(await segmentsOf(me)).toEqual([]);
  await command('customer:segment:enable', String(everybody));
  expect(await segmentsOf(me)).toEqual([everybody]);
  expect(await size(everybody)).toBeGreaterThan(0);
  expect(await size(elsewhere)).toBe(0);
  expect(await command('customer:segment:list')).toMatch(new RegExp(`^${elsewhere}\t.*second\t0 customers$`, 'm'));
  await command('customer:segment:disable', String(everybody));
  expect(await segmentsOf(me)).toEqual([]);
  expect(await size(everybody)).toBe(0);
  await command('customer:segment:delete', String(everybody));
  expect(await found(everybody)).toBeUndefined();
  expect((await souk.cli('customer:segment:delete', String(everybody))).code).not.toBe(0);
});

it('is listed for systems alone', async () => {
  const id = await segment(all(is('customer', 'email', '{}', '@example.com')), '--description', 'the example');
  expect(await found(id)).toMatchObject({
    id,
    uid: btoa(String(id)),
    description: 'the example',
    is_active: 1,
    apply_to: 0,
    associated_websites: [{ id: 1, code: 'base' }, { code: 'second' }],
  });
  for (const caller of [souk.guest, souk.admin]) {
    fails(await caller.get('/V1/customerSegments/search?searchCriteria='), 401);
  }
});

it('is not made of conditions that say nothing', async () => {
  const refusal = async (conditions: unknown): Promise<string> => {
    const { code, stderr } = await souk.cli('customer:segment:create', 'x', '--conditions', JSON.stringify(conditions));
    expect(code).not.toBe(0);
    return stderr;
  };
  expect(await refusal(is('customer', 'gender', '==', 1))).toContain(
    '"customer" is not a condition_type here. Use combine',
  );
  expect(await refusal(all(is('customer', 'shoe', '==', 1)))).toContain('"shoe" is not an attribute_name of customer');
  expect(await refusal(all(is('customer', 'gender', 'like', 1)))).toContain('"like" is not an operator');
  expect(await refusal(all(is('address', 'city', '==', 'x')))).toContain('"address" is not a condition_type here');
  expect(await refusal(all(is('customer', 'gender', '==', [])))).toContain('neither a text nor a number');
});

it('is nothing that rules of the open edition can test', async () => {
  const open = await startSouk({ env: { SOUK_EDITION: 'open' } });
  fails(await open.admin.post('/V1/salesRules', { rule: rule('!=', '1') }), 400, /provided for the/);
  await open.stop();
});

it('compare attributes that storefronts can list by', async () => {
  const codes = async (filters: string): Promise<string[]> =>
    (
      await graphqlClient(souk).data(`{ attributesList(entityType: CUSTOMER, filters: ${filters}) { items { code } } }`)
    ).attributesList.items.map(({ code }: { code: string }) => code);
  const compared = await codes('{ is_used_for_customer_segment: true }');
  expect(compared).toEqual(expect.arrayContaining(['email', 'firstname', 'lastname', 'dob', 'gender']));
  const others = await codes('{ is_used_for_customer_segment: false }');
  expect(others).toEqual(expect.arrayContaining(['prefix', 'taxvat']));
  expect([...compared, ...others].toSorted()).toEqual((await codes('{}')).toSorted());
});
