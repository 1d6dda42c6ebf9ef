import type { Shop } from './shop.ts';

type Attack = (shop: Shop) => Promise<unknown>;

/** Calls that have to be refused, with the statuses that are right. */
const attacks: readonly Attack[] = [
  ({ client }) => client.call('refused', 'GET', '/rest/V1/products/soak-1', { expect: [401] }),
  ({ client }) => client.call('refused', 'GET', '/rest/V1/orders', { token: 'x'.repeat(32), expect: [401] }),
  (shop) => shop.admin('refused', 'GET', `/rest/V1/products/none-${shop.next()}`, { expect: [404] }),
  (shop) => shop.admin('refused', 'POST', '/rest/V1/products', { body: '{"product": {"sku"', expect: [400] }),
  (shop) =>
    shop.admin('refused', 'POST', '/rest/V1/products', { body: { product: { name: 'no sku' } }, expect: [400] }),
  (shop) =>
    shop.admin('refused', 'GET', '/rest/V1/products?searchCriteria[filter_groups][0][filters][0][field]=nothing', {
      expect: [400],
    }),
  ({ client }) => client.call('refused', 'POST', '/rest/V1/guest-carts', { body: '['.repeat(20_000), expect: [400] }),
  ({ client }) =>
    client.call('refused', 'POST', '/rest/V1/guest-carts/nobody/items', {
      body: { cartItem: { sku: "x' or 1=1 --", qty: 1, quote_id: 'nobody' } },
      expect: [400, 404],
    }),
  ({ client }) =>
    client.call('refused', 'POST', '/rest/V1/integration/customer/token', {
      body: { username: 'nobody@example.com', password: 'wrong' },
      expect: [401],
    }),
  ({ client }) => client.call('refused', 'POST', '/graphql', { body: { query: '{ nothing }' }, expect: [200, 400] }),
  ({ client }) =>
    client.call('refused', 'POST', '/graphql', {
      body: { query: `{ categoryList { ${'children { '.repeat(60)} name ${'} '.repeat(60)} } }` },
      expect: [200, 400],
    }),
  (shop) =>
    // Each is a document that nobody has sent before: what is kept of documents has to have an end.
    shop.client.call('refused', 'POST', '/graphql', {
      body: { query: `query Q${shop.next()} { products(search: "a") { a${shop.next()}: total_count } }` },
    }),
  ({ client }) =>
    client.call('refused', 'POST', '/rest/V1/guest-carts', { body: `{"a":"${'x'.repeat(1_200_000)}"}`, expect: [413] }),
  ({ client }) => client.call('refused', 'GET', `/rest/V1/${'a/'.repeat(200)}`, { expect: [404] }),
  (shop) => shop.client.call('refused', 'GET', `/nothing-${shop.next()}`, { expect: [404] }),
];

/** Sends some of what has to be refused. */
export async function misbehave(shop: Shop): Promise<void> {
  for (let i = 0; i < 3; i++) await attacks[shop.any(attacks.length)]!(shop);
}
