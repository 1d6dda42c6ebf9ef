import type { GraphQLSchema } from 'graphql';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { graphqlClient } from '../support/graphql.ts';
import * as fc from '../support/properties.ts';
import { startSouk, type Answer, type Souk } from '../support/souk.ts';
import { expectBalanced } from './books.ts';
import { documentsOf, type FuzzDocument } from './documents.ts';
import { mutationRules } from './graphql-rules.ts';
import { openShop, settle, type Catalog, type Person } from './people.ts';
import { readSchema, shapeFault } from './schema.ts';

/**
 * Requests of all root fields, with arguments generated from the schema, by a customer and a guest: no response is an internal error,
 * and the data of every response has the shape of the schema.
 */

// The long form takes its time.
vi.setConfig({ testTimeout: 300_000 * fc.fuzzScale });

let souk: Souk;
let catalog: Catalog;
let schema: GraphQLSchema;
let ada: Person;
beforeAll(async () => {
  souk = await startSouk({ env: { SOUK_LOG: 'error' } });
  catalog = await openShop(souk);
  ada = await settle(souk, catalog, 'Zebrafinch');
  schema = await readSchema(souk);
});
afterAll(() => souk?.stop());

const codes: Readonly<Record<string, readonly unknown[]>> = {
  attribute_code: ['name', 'price', 'gender', 'reason', 'nope'],
  entity_type: ['catalog_product', 'customer'],
  carrier_code: ['flatrate', 'freeshipping'],
  carrier_uid: [btoa('custom')],
  method_code: ['flatrate', 'freeshipping'],
  code: ['checkmo', 'free', 'x'],
  country_code: ['US', 'DE'],
  identifier: ['home', 'no-route'],
  formCode: ['customer_account_create', 'customer_address_edit'],
  reason: ['The order was placed by mistake'],
  search: ['thing', 'part'],
  match: ['thing', 'part'],
  password: ['Secret-123'],
  currentPassword: ['Secret-123'],
  quantity: [1, 2, 0.5],
  pageSize: [1, 20],
  currentPage: [1, 2],
  region_id: [12],
};

function references(name: string): readonly unknown[] | undefined {
  const { ids, email, card } = ada;
  const plain = name.replaceAll('_', '').toLowerCase();
  if (name in codes) return codes[name];
  if (/cart(id|uid)$/.test(plain)) return [ids.mask];
  if (plain.startsWith('cartitem')) return [ids.item.uid, ids.item.id];
  if (plain.startsWith('wishlistitem')) return ids.wishlistItems;
  if (plain.includes('wishlist')) return ids.wishlists;
  if (plain.startsWith('orderitem')) return [ids.orderItem.uid];
  if (plain.includes('order') || plain === 'number') return [ids.order.uid, ids.order.number, ids.openOrder.uid];
  if (plain.includes('tracking')) return ids.trackingUids;
  if (plain.includes('returnuid')) return [ids.returnUid];
  if (plain.includes('sku')) return catalog.skus;
  if (plain.includes('email')) return [email, 'new@example.com'];
  if (plain.includes('giftcard')) return [card];
  if (plain.includes('coupon')) return [catalog.coupon];
  if (plain === 'token') return [ids.order.token];
  if (plain === 'uid') return [ids.compareList, ids.addresses[1]!.uid, ids.returnUid];
  if (plain === 'customeraddressid' || plain === 'id') return ids.addresses.map(({ id }) => id);
  if (plain === 'products' || plain === 'productid') return [String(catalog.simple.id), Number(catalog.simple.id)];
  return plain.endsWith('id') ? [1, 2, btoa('1')] : undefined;
}

/** These end the session of the customer, or change the password. */
const excluded = new Set(['deleteCustomer', 'revokeCustomerToken', 'changeCustomerPassword']);

function faultOf({ status, body, text }: Answer, { query }: FuzzDocument): string | undefined {
  if (status >= 500 || text.includes('Internal server error')) return `${text}\n${souk.output().slice(-3000)}`;
  return body?.data ? shapeFault(schema, query, body.data) : undefined;
}

test('requests of all root fields have data of the declared shape, or an error that is not internal', async () => {
  const callers = { ada: ada.gql, guest: graphqlClient(souk) };
  const selections = Object.fromEntries(Object.entries(mutationRules).map(([name, rule]) => [name, rule.selection]));
  const documents = documentsOf(schema, (name) => !excluded.has(name), { references, wrongOneIn: 150, selections });
  const by = fc.constantFrom('ada' as const, 'ada' as const, 'guest' as const);
  let served = 0;
  await fc.assert(
    fc.asyncProperty(by, documents, async (who, document) => {
      const answer = await callers[who].send(document.query, document.variables);
      if (answer.status === 200 && !answer.body.errors) served++;
      expect(faultOf(answer, document), JSON.stringify(document).slice(0, 2000)).toBe(undefined);
    }),
    { numRuns: 1500 * fc.fuzzScale },
  );
  // Requests that are all refused would prove nothing.
  expect(served).toBeGreaterThan(150 * fc.fuzzScale);
  expect((await souk.guest.raw('GET', '/health/live')).status).toBe(200);
  expect(souk.output()).toBe('');
  await expectBalanced(souk, { people: [ada], cards: [], stocks: new Map([[catalog.simple.sku, 1000]]) });
});
