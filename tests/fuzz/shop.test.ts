import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildRegistry } from '../../src/kernel/register.ts';
import { modules } from '../../src/program/modules.ts';
import { createAnswerCheck } from '../support/described.ts';
import * as fc from '../support/properties.ts';
import { startSouk, until, type Answer, type Client, type Souk } from '../support/souk.ts';
import { callsOf } from './calls.ts';
import { openShop, settle, type Catalog, type Person } from './people.ts';

/**
 * Calls of all routes on a shop that has something of everything, in all forms, by an administrator, a customer and a guest: mostly
 * well-formed calls on existing entities. No response is a 5xx, every response is as the OpenAPI documents describe it, and no
 * accepted operation fails inside.
 */

// The long form takes its time.
vi.setConfig({ testTimeout: 300_000 * fc.fuzzScale });

let souk: Souk;
let catalog: Catalog;
let ada: Person;
beforeAll(async () => {
  souk = await startSouk({ env: { SOUK_LOG: 'error' } });
  catalog = await openShop(souk);
  ada = await settle(souk, catalog, 'Zebrafinch');
});
afterAll(() => souk?.stop());

const routes = buildRegistry(modules, 'commercial', '2.4.8').routes.filter(
  ({ route }) => route.operation !== 'revokeCustomerAccessToken',
);
const check = createAnswerCheck();

const codes: Readonly<Record<string, readonly unknown[]>> = {
  attributecode: ['name', 'price', 'url_key', 'status', 'category_ids', 'gender', 'postcode'],
  countryid: ['US', 'DE', 'XX'],
  currencycode: ['USD', 'EUR'],
  carriercode: ['flatrate', 'freeshipping'],
  methodcode: ['flatrate', 'freeshipping'],
  method: ['checkmo', 'free', 'banktransfer'],
  type: ['simple', 'virtual', 'related', 'associated', 'store', 'website'],
  typeid: ['simple', 'virtual', 'bundle', 'configurable', 'grouped', 'downloadable', 'giftcard'],
  entitytype: ['catalog_product', 'customer', 'customer_address'],
  field: ['entity_id', 'sku', 'name', 'created_at', 'status', 'increment_id', 'price', 'email'],
  conditiontype: ['eq', 'in', 'like', 'gt', 'null', 'finset', 'from', 'neq'],
  direction: ['ASC', 'DESC'],
  password: ['Secret-123'],
  sourcecode: ['default', 'none'],
  storecode: ['default', 'all'],
};

function references(name: string): readonly unknown[] | undefined {
  const plain = name.replaceAll('_', '').toLowerCase();
  const { ids, email, card } = ada;
  if (plain in codes) return codes[plain];
  if (plain === 'cartid' || plain === 'quoteid') return [ids.cart, ids.mask];
  if (plain === 'itemid') return [ids.item.id, ids.orderItem.id];
  if (plain.includes('sku')) return catalog.skus;
  if (plain.includes('email') || plain === 'username') return [email];
  if (plain.includes('giftcard')) return [card];
  if (plain.includes('coupon') && !plain.endsWith('id')) return [catalog.coupon];
  if (plain.startsWith('qty') || plain === 'quantity') return [1, 2, 0];
  if (plain.includes('price') || plain.includes('amount')) return [1, 0.01, 19.99];
  if (plain.endsWith('at') || plain.endsWith('date')) return ['2026-01-02 03:04:05', '2026-12-31'];
  return plain.endsWith('id') || plain.endsWith('ids') ? [1, 2, 3, 4] : undefined;
}

const calls = () =>
  fc.record({
    by: fc.constantFrom(...Array<string>(8).fill('admin'), 'ada', 'guest'),
    request: callsOf(routes, { references, wrongOneIn: 100, missingOneIn: 5, hasAsync: true }),
  });

const callers = (): Readonly<Record<string, Client>> => ({ admin: souk.admin, ada: ada.me, guest: souk.guest });

function faultOf(method: string, path: string, { status, text, headers }: Answer): string | undefined {
  if (status >= 500) return `${status}\n${souk.output().slice(-3000)}`;
  return check.problem({ method, path, status, contentType: headers.get('content-type'), text });
}

test('calls of all routes have the described responses', async () => {
  let served = 0;
  await fc.assert(
    fc.asyncProperty(calls(), async ({ by, request: { method, path, body } }) => {
      const answer = await callers()[by]!.raw(method, path, body);
      if (answer.status === 200) served++;
      expect(
        faultOf(method, path, answer),
        `${by}: ${method} ${path} ${body ?? ''}\n${answer.text.slice(0, 1000)}`,
      ).toBe(undefined);
    }),
    { numRuns: 2000 * fc.fuzzScale },
  );
  // Requests that are all refused would prove nothing.
  expect(served).toBeGreaterThan(150 * fc.fuzzScale);
  await until(async () => (await souk.guest.raw('GET', '/_/queue')).body.depth === 0);
  expect((await souk.guest.raw('GET', '/health/live')).status).toBe(200);
  expect(souk.output()).toBe('');
});
