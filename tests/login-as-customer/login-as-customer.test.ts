import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADDRESS, makeCustomer, makeProduct } from '../quote/shop.ts';
import type { Client } from '../support/client.ts';
import { graphqlClient } from '../support/graphql.ts';
import { ok, startSouk, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk?.stop());

test('a customer says whether others may shop in the own name', async () => {
  const { id, me } = await makeCustomer(souk);
  const customer = ok(await souk.admin.get(`/V1/customers/${id}`));
  expect(customer.extension_attributes.assistance_allowed).toBe(1);
  const say = async (assistance_allowed: number | undefined): Promise<number> => {
    const extension_attributes = assistance_allowed === undefined ? {} : { assistance_allowed };
    const saved = ok(await souk.admin.put(`/V1/customers/${id}`, { customer: { ...customer, extension_attributes } }));
    expect(ok(await me.get('/V1/customers/me')).extension_attributes).toEqual(saved.extension_attributes);
    return saved.extension_attributes.assistance_allowed;
  };
  expect(await say(2)).toBe(2);
  expect(await say(undefined)).toBe(2);
  expect(await say(1)).toBe(1);
  const { items } = ok(await souk.admin.get('/V1/customers/search?searchCriteria='));
  expect(items.find((one: { id: number }) => one.id === id).extension_attributes.assistance_allowed).toBe(1);
  ok(await souk.admin.delete(`/V1/customers/${id}`));
});

test('an order that staff place in the name of a customer says so', async () => {
  const { id, me, email } = await makeCustomer(souk);
  const customer = ok(await souk.admin.get(`/V1/customers/${id}`));
  const allowed = { ...customer, extension_attributes: { assistance_allowed: 2 } };
  ok(await souk.admin.put(`/V1/customers/${id}`, { customer: allowed }));
  const { generateCustomerTokenAsAdmin: issued } = await graphqlClient(souk, souk.admin.token).data(
    'mutation ($email: String!) { generateCustomerTokenAsAdmin(input: { customer_email: $email }) { customer_token } }',
    { email },
  );
  const staff = souk.guest.as(issued.customer_token);
  const sku = await makeProduct(souk, { type_id: 'virtual' });
  const order = async (buyer: Client): Promise<number> => {
    const quote_id = ok(await buyer.post('/V1/carts/mine'));
    ok(await buyer.post('/V1/carts/mine/items', { cartItem: { sku, qty: 1, quote_id } }));
    const payment = { paymentMethod: { method: 'checkmo' }, billing_address: ADDRESS };
    return ok(await buyer.post('/V1/carts/mine/payment-information', payment));
  };
  const [own, assisted] = [await order(me), await order(staff)];
  const { customer: shown } = await graphqlClient(souk, me.token).data(
    '{ customer { orders { items { id admin_assisted_order } } } }',
  );
  expect(shown.orders.items).toEqual([
    { id: Buffer.from(String(own)).toString('base64'), admin_assisted_order: null },
    { id: Buffer.from(String(assisted)).toString('base64'), admin_assisted_order: true },
  ]);
  const actionsOf = async (size: number, page = 1) =>
    (
      await graphqlClient(souk, me.token).data(
        `query($size: Int, $page: Int) { customer { admin_assistance_actions(pageSize: $size, currentPage: $page) {
          total_count items { action date details } page_info { current_page page_size total_pages } } } }`,
        { size, page },
      )
    ).customer.admin_assistance_actions;
  const { increment_id } = ok(await souk.admin.get(`/V1/orders/${assisted}`));
  const date = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  expect(await actionsOf(20)).toEqual({
    total_count: 2,
    items: [
      { action: 'place_order', date, details: increment_id },
      { action: 'login', date, details: null },
    ],
    page_info: { current_page: 1, page_size: 20, total_pages: 1 },
  });
  expect((await actionsOf(1, 2)).items).toEqual([{ action: 'login', date, details: null }]);
  await souk.configure({ 'sales/cancellation/enabled': '1' });
  const cancel = async (buyer: Client, orderId: number) =>
    graphqlClient(souk, buyer.token).data(
      'mutation($input: CancelOrderInput!) { cancelOrder(input: $input) { error order { state } } }',
      { input: { order_id: btoa(String(orderId)), reason: 'Other' } },
    );
  expect((await cancel(me, own)).cancelOrder.order.state).toBe('canceled');
  expect((await cancel(staff, assisted)).cancelOrder.order.state).toBe('canceled');
  const { total_count, items } = await actionsOf(20);
  expect(total_count).toBe(3);
  expect(items[0]).toEqual({ action: 'cancel_order', date, details: increment_id });
});

test('storefronts read whether and how customers allow assistance', async () => {
  const config = async () =>
    (
      await graphqlClient(souk).data(`{ storeConfig { shopping_assistance_enabled shopping_assistance_checkbox_title
        shopping_assistance_checkbox_tooltip share_customer_accounts_scope } }`)
    ).storeConfig;
  expect(await config()).toEqual({
    shopping_assistance_enabled: true,
    shopping_assistance_checkbox_title: 'Allow remote shopping assistance',
    shopping_assistance_checkbox_tooltip: 'The staff of the shop can then sign in with your account to help you.',
    share_customer_accounts_scope: 1,
  });
  await souk.configure({
    'login_as_customer/general/enabled': '0',
    'login_as_customer/general/shopping_assistance_checkbox_title': 'Help me',
  });
  expect(await config()).toMatchObject({
    shopping_assistance_enabled: false,
    shopping_assistance_checkbox_title: 'Help me',
  });
});

test('the open edition shows the choice of customers who have made one', async () => {
  const open = await startSouk({ env: { SOUK_EDITION: 'open' } });
  try {
    const { id } = await makeCustomer(open);
    const customer = ok(await open.admin.get(`/V1/customers/${id}`));
    expect(customer.extension_attributes).not.toHaveProperty('assistance_allowed');
    const extension_attributes = { assistance_allowed: 1 };
    const saved = ok(await open.admin.put(`/V1/customers/${id}`, { customer: { ...customer, extension_attributes } }));
    expect(saved.extension_attributes.assistance_allowed).toBe(1);
  } finally {
    await open.stop();
  }
});
