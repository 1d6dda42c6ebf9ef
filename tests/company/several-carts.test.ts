import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { balanceOf, companyWithCredit } from '../company-credit/shop.ts';
import { fillCart, pay } from '../customer-balance/shop.ts';
import { offer } from '../negotiable-quote/storefront.ts';
import type { Json } from '../sales/shop.ts';
import { tier } from '../shared-catalog/shop.ts';
import { engines } from '../storage/databases.ts';
import { Client, fails, ok } from '../support/client.ts';
import { cart as guestCart } from '../support/carts.ts';
import { newCustomer } from '../support/customers.ts';
import { graphqlClient, refuses, type GraphQLClient } from '../support/graphql.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';
import { countStatements, type StatementCount } from '../support/statements.ts';
import { allowOnly, newCompany, newUser, placeOf } from './shop.ts';

// A customer of several companies has a cart and prices for each of them, which the header X-Adobe-Company chooses.

/** Calls for one of the companies of a customer. */
class CompanyClient extends Client {
  readonly headers: Readonly<Record<string, string>>;
  constructor(base: string, token: string | undefined, company: Json) {
    super(base, token);
    this.headers = { 'X-Adobe-Company': String(company.id) };
  }
  override raw(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    return super.raw(method, path, body, { ...this.headers, ...headers });
  }
}

const PRICE = `query($sku: String!) { products(filter: { sku: { eq: $sku } }) {
  items { price_range { minimum_price { final_price { value } } } } } }`;
const CART = '{ customerCart { id total_quantity prices { subtotal_excluding_tax { value } } } }';

describe.each(engines)('a customer of two companies on %s', (engine) => {
  let here: Here;
  let counted: StatementCount;
  /** Costs 10, 8 for the group of wholesalers (2) and 6 for that of retailers (3). */
  let sku: string;
  beforeAll(async () => {
    counted = countStatements();
    here = await startHere(engine);
    ({ sku } = await newProduct(here, { price: 10 }));
    const prices = [tier(sku, 8, { customer_group: 'Wholesale' }), tier(sku, 6, { customer_group: 'Retailer' })];
    expect(ok(await here.admin.post('/V1/products/tier-prices', { prices }))).toEqual([]);
  });
  afterAll(async () => {
    await here.stop();
    counted.stop();
  });

  interface Two {
    readonly id: number;
    readonly first: Json;
    readonly second: Json;
    /** Calls for the default company, and for the other one. */
    readonly me: Client;
    readonly other: Client;
    readonly gql: GraphQLClient;
    readonly otherGql: GraphQLClient;
  }
  /** A customer of a company in the default group, and of another one in the group of wholesalers. */
  async function inTwo(second?: Json): Promise<Two> {
    const { company: first } = await newCompany(here);
    const added = second ?? (await newCompany(here, { customer_group_id: 2 })).company;
    const { id } = await newUser(here, first);
    ok(await here.admin.put(`/V1/customers/${id}/companies/${added.id}`));
    const me = await here.callerOf('customer', id);
    const other = new CompanyClient(here.base, me.token, added);
    const gql = graphqlClient(here, me.token);
    const otherGql = graphqlClient(here, me.token, '/graphql', other.headers);
    return { id, first, second: added, me, other, gql, otherGql };
  }
  const subtotal = async (caller: Client): Promise<number> =>
    ok(await caller.get('/V1/carts/mine/totals?fields=subtotal')).subtotal;
  const priceFor = async (gql: GraphQLClient): Promise<number> =>
    (await gql.data(PRICE, { sku })).products.items[0].price_range.minimum_price.final_price.value;
  const makeDefault = (id: number, { id: company_id }: Json) =>
    here.admin.post('/V1/customers/companies', {
      companyAttributes: { customer_id: id, company_id, is_default: true },
    });

  it('sees the prices of the named company, in responses that caches keep apart', async () => {
    const { first, second, me, gql, otherGql } = await inTwo();
    expect([await priceFor(gql), await priceFor(otherGql)]).toEqual([10, 8]);
    const cacheId = async (headers?: Record<string, string>) => {
      const path = `/graphql?query=${encodeURIComponent('{ storeConfig { store_code } }')}`;
      return (await me.raw('GET', path, undefined, headers)).headers.get('x-magento-cache-id');
    };
    const usual = await cacheId();
    expect(usual).toMatch(/^[0-9a-f]{64}$/);
    expect(await cacheId({ 'X-Adobe-Company': String(first.id) })).toBe(usual);
    const others = await cacheId({ 'X-Adobe-Company': String(second.id) });
    expect(others).toMatch(/^[0-9a-f]{64}$/);
    expect(others).not.toBe(usual);
  });

  it('has a cart for each, in REST and GraphQL', async () => {
    const { first, second, me, other, gql, otherGql, id } = await inTwo();
    const own = await fillCart(me, sku);
    const theirs = await fillCart(other, sku);
    expect(theirs).not.toBe(own);
    expect([await subtotal(me), await subtotal(other)]).toEqual([20, 16]);
    const named = new CompanyClient(here.base, me.token, first);
    expect(ok(await named.get('/V1/carts/mine')).id).toBe(own);
    expect(ok(await other.get('/V1/carts/mine')).extension_attributes.company_id).toBe(second.id);
    expect(ok(await me.get('/V1/carts/mine')).extension_attributes.company_id).toBe(first.id);
    const [mine, third] = [await gql.data(CART), await otherGql.data(CART)];
    expect(mine.customerCart).toMatchObject({ prices: { subtotal_excluding_tax: { value: 20 } } });
    expect(third.customerCart).toMatchObject({ prices: { subtotal_excluding_tax: { value: 16 } } });
    const read = (client: GraphQLClient, cart: string) =>
      client.send(`{ cart(cart_id: "${cart}") { total_quantity } }`);
    for (const [client, cart] of [
      [gql, third],
      [otherGql, mine],
    ] as const) {
      refuses(await read(client, cart.customerCart.id), 'graphql-authorization', /cannot perform operations on cart/);
    }
    const orderId = ok(await pay(other, 'checkmo'));
    expect(ok(await here.admin.get(`/V1/orders/${orderId}`))).toMatchObject({
      customer_id: id,
      customer_group_id: 2,
      subtotal: 16,
      extension_attributes: { company_order_attributes: { company_id: second.id } },
    });
    fails(await other.get('/V1/carts/mine'), 404);
    expect(ok(await me.get('/V1/carts/mine')).id).toBe(own);
  });

  it('has one cart for each, whatever creates it at once', async () => {
    const { me, other } = await inTwo();
    const create = (caller: Client) => Array.from({ length: 4 }, async () => ok(await caller.post('/V1/carts/mine')));
    const [own, theirs] = [await Promise.all(create(me)), await Promise.all(create(other))];
    expect(new Set([...own, ...theirs]).size).toBe(2);
    expect(new Set(theirs).size).toBe(1);
  });

  it('takes the cart of a visitor over for the named company', async () => {
    const { id, second, me, other } = await inTwo();
    const own = await fillCart(me, sku);
    const visitors = await guestCart(here, { sku, qty: 3 });
    ok(await other.put(`/V1/guest-carts/${visitors.id}`, { customerId: id, storeId: 1 }));
    expect(ok(await other.get('/V1/carts/mine'))).toMatchObject({
      items_qty: 3,
      extension_attributes: { company_id: second.id },
    });
    expect(await subtotal(other)).toBe(24);
    expect(ok(await me.get('/V1/carts/mine')).id).toBe(own);
  });

  it('pays by the credit of the company of the cart, whoever orders it', async () => {
    const { company, credit } = await companyWithCredit(here);
    await here.configure({ 'payment/companycredit/active': '1' });
    const { other } = await inTwo(company);
    const cartId = await fillCart(other, sku);
    const order = ok(await here.admin.put(`/V1/carts/${cartId}/order`, { paymentMethod: { method: 'companycredit' } }));
    expect(
      ok(await here.admin.get(`/V1/orders/${order}`)).extension_attributes.company_order_attributes.company_id,
    ).toBe(company.id);
    expect(await balanceOf(here, credit)).toBe(-30);
  });

  it('orders a quote for the company whose cart it was', async () => {
    const { first, second, me, other, gql, otherGql } = await inTwo();
    const quoteId = await fillCart(other, sku);
    ok(await here.admin.post('/V1/negotiableQuote/request', { quoteId, quoteName: 'Spring', comment: 'Please' }));
    await offer(here, quoteId, 50);
    const copy = ok(await here.admin.post(`/V1/negotiableQuote/${quoteId}/duplicate`));
    expect(ok(await here.admin.get(`/V1/carts/${copy}`)).extension_attributes.company_id).toBe(second.id);
    const list = '{ negotiableQuotes { items { uid } total_count } }';
    const { items } = (await otherGql.data(list)).negotiableQuotes;
    expect(items).toHaveLength(1);
    const read = (client: GraphQLClient) => client.send(`{ negotiableQuote(uid: "${items[0].uid}") { name } }`);
    expect((await read(otherGql)).body.data.negotiableQuote.name).toBe('Spring');
    expect((await gql.data(list)).negotiableQuotes.total_count).toBe(0);
    refuses(await read(gql), 'graphql-no-such-entity', /Could not find a quote/);
    const path = `/V1/negotiable-carts/${quoteId}/payment-information`;
    const named = new CompanyClient(here.base, me.token, first);
    for (const caller of [me, named]) fails(await caller.post(path, { paymentMethod: { method: 'checkmo' } }), 404);
    const order = ok(await here.admin.post(path, { paymentMethod: { method: 'checkmo' } }));
    expect(ok(await here.admin.get(`/V1/orders/${order}`))).toMatchObject({
      customer_group_id: 2,
      subtotal: 16,
      grand_total: 18,
      extension_attributes: { company_order_attributes: { company_id: second.id } },
    });
  });

  it('has in each company the permissions of the role there', async () => {
    const { id, second, me, other, gql, otherGql } = await inTwo();
    await allowOnly(here, second, id, 'Magento_NegotiableQuote::view_quotes');
    for (const caller of [me, other]) await fillCart(caller, sku);
    const ask = async (client: GraphQLClient) => {
      const cart = (await client.data(CART)).customerCart.id;
      return client.send(`mutation { requestNegotiableQuote(input: { cart_id: "${cart}", quote_name: "Spring",
        comment: { comment: "Please" } }) { quote { status } } }`);
    };
    refuses(await ask(otherGql), 'graphql-authorization', /permission to manage negotiable quotes/);
    fails(await pay(other, 'checkmo'), 400, 'You are not allowed to place orders for your company.');
    expect((await ask(gql)).body.data.requestNegotiableQuote.quote.status).toBe('SUBMITTED');
    await fillCart(me, sku);
    ok(await pay(me, 'checkmo'));
    await allowOnly(here, second, id, 'Magento_Sales::place_order');
    ok(await pay(other, 'checkmo'));
    refuses(await otherGql.send('{ negotiableQuotes { total_count } }'), 'graphql-authorization', /permission to view/);
  });

  it('shows the quotes of each company to its administrator alone', async () => {
    const { company, boss } = await newCompany(here, { customer_group_id: 2 });
    const { first, me, other, gql, otherGql } = await inTwo(company);
    const uids: string[] = [];
    for (const [caller, client] of [
      [me, gql],
      [other, otherGql],
    ] as const) {
      const quoteId = await fillCart(caller, sku);
      ok(await here.admin.post('/V1/negotiableQuote/request', { quoteId, quoteName: 'Spring', comment: 'Please' }));
      const { negotiableQuotes } = await client.data('{ negotiableQuotes { items { uid } } }');
      uids.push(...negotiableQuotes.items.map(({ uid }: Json) => uid));
    }
    expect(new Set(uids).size).toBe(2);
    const bosses = [first.super_user_id, boss.id];
    for (const [at, id] of bosses.entries()) {
      const client = graphqlClient(here, (await here.callerOf('customer', id)).token);
      const { items } = (await client.data('{ negotiableQuotes { items { uid } } }')).negotiableQuotes;
      expect(items).toEqual([{ uid: uids[at] }]);
      const read = (uid: string) => client.send(`{ negotiableQuote(uid: "${uid}") { uid } }`);
      expect((await read(uids[at]!)).body.data.negotiableQuote.uid).toBe(uids[at]);
      refuses(await read(uids[1 - at]!), 'graphql-no-such-entity', /Could not find a quote/);
    }
  });

  it('follows each company into its group', async () => {
    const { id, first, second, me, other, otherGql } = await inTwo();
    await fillCart(me, sku);
    await fillCart(other, sku);
    ok(await here.admin.put(`/V1/company/${second.id}`, { company: { customer_group_id: 3 } }));
    expect([await subtotal(me), await subtotal(other), await priceFor(otherGql)]).toEqual([20, 12, 6]);
    ok(await here.admin.put(`/V1/company/${first.id}`, { company: { customer_group_id: 2 } }));
    expect([await subtotal(me), await subtotal(other)]).toEqual([16, 12]);
    expect(ok(await here.admin.get(`/V1/customers/${id}`)).group_id).toBe(2);
  });

  it('keeps the carts when another company becomes the default one', async () => {
    const { id, first, second, me, other } = await inTwo();
    const own = await fillCart(me, sku);
    const theirs = await fillCart(other, sku);
    ok(await makeDefault(id, second));
    const formerly = new CompanyClient(here.base, me.token, first);
    for (const [caller, cart, sum] of [
      [me, theirs, 16],
      [other, theirs, 16],
      [formerly, own, 20],
    ] as const) {
      expect(ok(await caller.get('/V1/carts/mine')).id).toBe(cart);
      expect(await subtotal(caller)).toBe(sum);
    }
    ok(await makeDefault(id, first));
    expect(ok(await me.get('/V1/carts/mine')).id).toBe(own);
    expect(ok(await other.get('/V1/carts/mine')).id).toBe(theirs);
    expect([await subtotal(me), await subtotal(other)]).toEqual([20, 16]);
  });

  it('goes on with the own cart where there is none for the new default company', async () => {
    const { id, second, me } = await inTwo();
    const own = await fillCart(me, sku);
    ok(await makeDefault(id, second));
    expect(ok(await me.get('/V1/carts/mine')).id).toBe(own);
    expect(await subtotal(me)).toBe(16);
  });

  it('loses the cart of a company with the company', async () => {
    const { id, first, second, me, other } = await inTwo();
    const own = await fillCart(me, sku);
    const theirs = await fillCart(other, sku);
    ok(await here.admin.delete(`/V1/customers/${id}/companies/${second.id}`));
    expect(ok(await here.admin.get(`/V1/carts/${theirs}`)).is_active).toBe(false);
    ok(await here.admin.put(`/V1/customers/${id}/companies/${second.id}`));
    fails(await other.get('/V1/carts/mine'), 404);
    const again = await fillCart(other, sku);
    ok(await here.admin.delete(`/V1/customers/${id}/companies/${first.id}`));
    expect((await placeOf(here, { id }))!.company_id).toBe(second.id);
    expect(ok(await me.get('/V1/carts/mine')).id).toBe(again);
    expect(ok(await here.admin.get(`/V1/carts/${own}`)).is_active).toBe(false);
    expect(await subtotal(me)).toBe(16);
  });

  it('costs two statements more at most where the header names a company', async () => {
    const { first, me, other, gql, otherGql } = await inTwo();
    await fillCart(me, sku);
    await fillCart(other, sku);
    const named = new CompanyClient(here.base, me.token, first);
    const alone = await here.callerOf('customer', (await newCustomer(here)).id);
    await fillCart(alone, sku);
    const count = async (work: () => Promise<unknown>) => (await counted.settled(work)).length;
    const read = (caller: Client) => count(async () => ok(await caller.get('/V1/carts/mine/items')));
    const usual = await read(me);
    expect(await read(alone)).toBeLessThanOrEqual(usual);
    for (const caller of [named, other]) expect(await read(caller)).toBeLessThanOrEqual(usual + 2);
    const see = (client: GraphQLClient) => count(() => client.data(PRICE, { sku }));
    const seen = await see(gql);
    expect(await see(otherGql)).toBeLessThanOrEqual(seen + 2);
  });
});
