import type { GraphQLSchema } from 'graphql';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildRegistry } from '../../src/kernel/register.ts';
import { modules } from '../../src/program/modules.ts';
import type { Json } from '../sales/shop.ts';
import * as fc from '../support/properties.ts';
import { ok, startSouk, until, type Answer, type Client, type Souk } from '../support/souk.ts';
import { callsOf } from './calls.ts';
import { openShop, settle, type Catalog, type Person } from './people.ts';
import type { FuzzRequest } from './requests.ts';
import { readSchema } from './schema.ts';
import { everythingOf } from './snapshot.ts';

/**
 * A customer and a guest call every route that is open to them, with own ids and those of another customer in all mixtures, and with
 * fields that are not theirs to set: groups, websites, prices, confirmations. They see and change nothing of the other customer, stay
 * in their group and website, and pay the prices of the catalogue.
 */

// The long form takes its time.
vi.setConfig({ testTimeout: 300_000 * fc.fuzzScale });

let souk: Souk;
let catalog: Catalog;
let schema: GraphQLSchema;
let ada: Person;
let eve: Person;
let guest: { readonly client: Client; readonly mask: string };
beforeAll(async () => {
  souk = await startSouk();
  catalog = await openShop(souk);
  ada = await settle(souk, catalog, 'Zebrafinch');
  eve = await settle(souk, catalog, 'Magpie');
  guest = { client: souk.guest, mask: ok(await souk.guest.post('/V1/guest-carts')) };
  schema = await readSchema(souk);
});
afterAll(() => souk?.stop());

const open = buildRegistry(modules, 'commercial', '2.4.8').routes.filter(
  // Another test ends sessions.
  ({ route }) => route.access.kind !== 'acl' && route.operation !== 'revokeCustomerAccessToken',
);

/** Values that customers may not choose, by field. */
const privileged: Readonly<Record<string, readonly unknown[]>> = {
  groupid: [2, 3, 0],
  websiteid: [0, 2],
  storeid: [0, 1, 2],
  price: [0.01, 0],
  customprice: [0.01],
  baseprice: [0.01],
  rowtotal: [0.01],
  discountamount: [1000],
  grandtotal: [0],
  shippingamount: [0],
  confirmation: ['x'],
  isactive: [true, false],
  disableautogroupchange: [1],
  createdat: ['2001-01-01 00:00:00'],
  customerisguest: [true, false],
  rptoken: ['x'],
};

/** Ids of the two customers and of the guest, and other values that lead somewhere, for a field or argument of this name. */
function references(name: string): readonly unknown[] | undefined {
  const plain = name.replaceAll('_', '').toLowerCase();
  const both = <T>(of: (person: Person) => T): T[] => [of(ada), of(ada), of(eve)];
  if (plain in privileged) return privileged[plain];
  if (plain === 'cartid' || plain === 'quoteid') {
    return [...both(({ ids }) => ids.cart), ...both(({ ids }) => ids.mask), guest.mask];
  }
  if (plain === 'itemid') return both(({ ids }) => ids.item.id);
  if (plain.includes('orderitem')) return both(({ ids }) => ids.orderItem.id);
  if (plain.includes('order') && plain.endsWith('id')) return both(({ ids }) => ids.order.id);
  if (plain.includes('address') && plain.endsWith('id')) return both(({ ids }) => ids.addresses[0]!.id);
  if (plain.includes('customer') && plain.endsWith('id')) return both(({ ids }) => ids.customer);
  if (plain.includes('registryid')) return both(({ ids }) => ids.registry);
  if (plain.includes('email') || plain === 'username') return both(({ email }) => email);
  if (plain.includes('giftcard')) return [eve.card];
  if (plain.includes('coupon')) return [catalog.coupon];
  if (plain === 'sku') return catalog.skus;
  if (plain === 'qty') return [1, 2];
  if (plain === 'countryid') return ['US'];
  if (plain.includes('carriercode') || plain.includes('methodcode')) return ['flatrate'];
  if (plain === 'method') return ['checkmo', 'free'];
  if (plain.includes('password')) return ['Secret-123'];
  return plain === 'id' || plain === 'entityid' ? both(({ ids }) => ids.customer) : undefined;
}

interface Attempt {
  readonly by: 'eve' | 'guest';
  readonly request: FuzzRequest;
}

const attempts = (): fc.Arbitrary<Attempt> =>
  fc.record({
    by: fc.constantFrom('eve', 'guest'),
    request: callsOf(open, { references, wrongOneIn: 60, hasAsync: true }),
  });

const send = ({ by, request: { method, path, body } }: Attempt): Promise<Answer> =>
  (by === 'eve' ? eve.me : guest.client).raw(method, path, body);

/** Waits until accepted calls are executed; gives the results of one of them as an administrator sees them. */
async function resultOf({ body }: Answer): Promise<string> {
  const details = await until(async () => {
    const found = ok(await souk.admin.get(`/V1/bulk/${body.bulk_uuid}/detailed-status`));
    return found.operations_list.every(({ status }: Json) => status !== 4) && found;
  });
  return JSON.stringify(
    details.operations_list.map(({ result_serialized_data, result_message }: Json) => [
      result_serialized_data,
      result_message,
    ]),
  );
}

/** Fields of a customer that the shop alone decides. */
async function decided({ ids }: Person): Promise<Json> {
  const { id, group_id, website_id, store_id, created_at, extension_attributes } = ok(
    await souk.admin.get(`/V1/customers/${ids.customer}`),
  );
  const { company_attributes } = extension_attributes ?? {};
  return { id, group_id, website_id, store_id, created_at, company_attributes };
}

/** Items of a cart that cost something else than in the catalogue. */
function mispriced({ status, body }: Answer): Json[] {
  const items: Json[] = status === 200 ? body.items : [];
  return items.filter(({ name, price }) => price !== (catalog.prices.get(name) ?? price));
}

test('ids of others in any mixture open nothing, and nobody sets privileged fields', async () => {
  let known = [await everythingOf(souk, schema, ada), await decided(eve)];
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(attempts(), async (one) => {
      const answer = await send(one);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const shown = `${one.by}: ${answer.request} ${one.request.body ?? ''} -> ${answer.status} ${answer.text}`;
      expect(answer.status, shown).toBeLessThan(500);
      expect(answer.text.includes(ada.mark), shown).toBe(false);
      if (answer.status >= 300) return;
      if (answer.status === 202) expect(await resultOf(answer)).not.toContain(ada.mark);
      const before = known;
      // A change that one call has made is no fault of the next.
      known = [await everythingOf(souk, schema, ada), await decided(eve)];
      expect(known, shown).toEqual(before);
      expect(mispriced(await eve.me.get('/V1/carts/mine/totals')), shown).toEqual([]);
      expect(mispriced(await guest.client.get(`/V1/guest-carts/${guest.mask}/totals`)), shown).toEqual([]);
    }),
    { numRuns: 400 * fc.fuzzScale },
  );
  // Requests that are all refused would prove nothing.
  expect(statuses.get(200)).toBeGreaterThan(8 * fc.fuzzScale);
  expect(statuses.get(202)).toBeGreaterThan(8 * fc.fuzzScale);
});
