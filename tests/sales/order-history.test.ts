import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newCustomer, signIn } from '../support/customers.ts';
import { graphqlClient, refuses, type GraphQLClient } from '../support/graphql.ts';
import { ok, startSouk, unique, type Souk } from '../support/souk.ts';

let souk: Souk;
let buyer: GraphQLClient;
/** Numbers of the orders of the buyer, from the oldest on. */
const [january, march, may] = [unique('H'), unique('H'), unique('H')];

beforeAll(async () => {
  souk = await startSouk();
  const { id, email } = await newCustomer(souk);
  buyer = graphqlClient(souk, (await signIn(souk, email)).token);
  const order = async (number: string, created_at: string, total: number, status: string) => {
    const entity = {
      increment_id: number,
      created_at,
      status,
      state: status === 'pending' ? 'new' : 'processing',
      store_id: 1,
      customer_id: id,
      customer_email: email,
      grand_total: total / 2,
      base_grand_total: total,
      base_currency_code: 'USD',
      order_currency_code: 'EUR',
      items: [{ sku: 'thing', name: 'Thing', qty_ordered: 1, base_price: total, price: total / 2 }],
      payment: { method: 'checkmo' },
    };
    ok(await souk.admin.put('/V1/orders/create', { entity }));
  };
  await order(january, '2025-01-10 10:00:00', 20, 'pending');
  await order(march, '2025-03-10 10:00:00', 150.5, 'processing');
  await order(may, '2025-05-10 10:00:00', 900, 'pending');
});
afterAll(() => souk.stop());

const LIST = `query($filter: CustomerOrdersFilterInput, $size: Int) { customer { orders(filter: $filter, pageSize: $size) {
  date_of_first_order total_count items { number } } } }`;

async function numbers(filter: object): Promise<string[]> {
  const { orders } = (await buyer.data(LIST, { filter })).customer;
  expect(orders.total_count).toBe(orders.items.length);
  return orders.items.map(({ number }: { number: string }) => number);
}

describe('the orders of a customer', () => {
  it('have the date of the first one, whatever the page and the filter', async () => {
    const { orders } = (await buyer.data(LIST, { filter: { status: { eq: 'processing' } }, size: 1 })).customer;
    expect(orders).toEqual({ date_of_first_order: '2025-01-10 10:00:00', total_count: 1, items: [{ number: march }] });
    const nobody = graphqlClient(souk, (await signIn(souk, (await newCustomer(souk)).email)).token);
    expect((await nobody.data(LIST)).customer.orders).toEqual({ date_of_first_order: null, total_count: 0, items: [] });
  });

  it('are filtered by date, base grand total and status, and by all of them together', async () => {
    expect(await numbers({ order_date: { from: '2025-03-10 10:00:00' } })).toEqual([march, may]);
    expect(await numbers({ order_date: { to: '2025-03-10' } })).toEqual([january]);
    expect(await numbers({ order_date: { from: '2025-01-11', to: '2025-04-01T00:00:00+02:00' } })).toEqual([march]);
    expect(await numbers({ grand_total: { from: '150.5' } })).toEqual([march, may]);
    expect(await numbers({ grand_total: { from: '10', to: '150.50' } })).toEqual([january, march]);
    expect(await numbers({ status: { eq: 'Pending' } })).toEqual([january, may]);
    expect(await numbers({ status: { in: ['processing', 'complete'] } })).toEqual([march]);
    const all = { status: { eq: 'pending' }, grand_total: { to: '100' }, order_date: { from: '2025-01-01' } };
    expect(await numbers({ ...all, number: { match: january } })).toEqual([january]);
    expect(await numbers({ ...all, number: { eq: may } })).toEqual([]);
  });

  it('are refused for a date or an amount that is none', async () => {
    const refused = async (filter: object, message: string) =>
      refuses(await buyer.send(LIST, { filter }), 'graphql-input', message);
    await refused({ order_date: { from: 'soon' } }, 'order_date: "soon" is not a date or a time.');
    await refused({ order_date: { to: '2025-02-30' } }, 'order_date: "2025-02-30" is not a date or a time.');
    await refused({ grand_total: { from: '1,5' } }, 'grand_total: "1,5" is not a number.');
    await refused({ grand_total: { to: ' ' } }, 'grand_total: " " is not a number.');
  });
});
