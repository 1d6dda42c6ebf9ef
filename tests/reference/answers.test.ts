import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { describedRoutes } from '../support/described.ts';
import { ok, startSouk, until, type Souk } from '../support/souk.ts';
import { together } from '../support/walk.ts';
import { walkCarts } from './walk-carts.ts';
import { walkCatalog, type Catalog } from './walk-catalog.ts';
import { walkCompanies } from './walk-companies.ts';
import { walkSharedCatalogs } from './walk-shared-catalogs.ts';
import { walkEvents } from './walk-events.ts';
import { walkNegotiations } from './walk-negotiations.ts';
import { walkCustomers, walkSetUp } from './walk-customers.ts';
import { walkGiftCardAccounts, walkGiftCards } from './walk-gift-cards.ts';
import { walkPickup } from './walk-pickup.ts';
import { walkPurchaseOrders } from './walk-purchase-orders.ts';
import { walkQuoteTemplates } from './walk-quote-templates.ts';
import { walkRegistries } from './walk-registries.ts';
import { walkRequisitionLists } from './walk-requisition-lists.ts';
import { walkReturns } from './walk-returns.ts';
import { walkSales } from './walk-sales.ts';
import { walkStocks } from './walk-stocks.ts';
import { walkTwoFactor } from './walk-two-factor.ts';
import { everything, startWalk, type Walk } from './walk.ts';

/**
 * Every route is called, with products of every type, and every answer, refusals included, is compared with what the OpenAPI
 * documents say of it. Objects may have no field that is not described.
 */

// Hundreds of calls in a row, whatever else the machine does.
vi.setConfig({ testTimeout: 600_000 });

const { registry, synchronous } = describedRoutes();
const byId = new Map(
  Object.entries(synchronous.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, one]) => [one.operationId, `${method.toUpperCase()} ${path}`] as const),
  ),
);

/** Routes that answer with a refusal, whatever they are asked. */
const alwaysRefused = new Set([
  'PUT /V1/creditmemo/{id}',
  'POST /V1/tfa/provider/duo_security/configure',
  'POST /V1/tfa/provider/duo_security/activate',
  'POST /V1/tfa/provider/duo_security/authenticate',
  'POST /V1/tfa/provider/authy/configure',
  'POST /V1/tfa/provider/authy/activate',
  'POST /V1/tfa/provider/authy/authenticate',
  'POST /V1/tfa/provider/authy/authenticate-onetouch',
  'POST /V1/tfa/provider/authy/send-token/{via}',
]);

let souk: Souk;
let walk: Walk;
let catalog: Catalog;

beforeAll(async () => {
  souk = await startSouk({ env: { SOUK_LOG: 'error' } });
  await souk.configure({ 'souk/attempts/accounts': '1000000', 'souk/attempts/address': '1000000' });
  walk = startWalk(souk);
  // What is accepted below is executed when all has been called.
  await souk.admin.raw('POST', '/_/queue/pause');
});
afterAll(() => souk?.stop());

test('the catalogue is answered as described', async () => {
  catalog = await walkCatalog(walk);
  expect(walk.wrong.splice(0)).toEqual([]);
});

test('customers, carts, orders and their documents are answered as described', async () => {
  const { coupon } = await walkSetUp(walk);
  expect(walk.wrong.splice(0)).toEqual([]);
  const shopper = await walkCustomers(walk);
  expect(walk.wrong.splice(0)).toEqual([]);
  const orders = await walkCarts(walk, catalog, shopper, coupon);
  expect(walk.wrong.splice(0)).toEqual([]);
  await walkSales(walk, orders, catalog);
  await walkReturns(walk);
  await walkStocks(walk);
  await walkPickup(walk);
  await walkRegistries(walk, souk, shopper.caller);
  await walkGiftCardAccounts(walk);
  await walkGiftCards(walk, catalog, shopper.caller);
  await walk.good(shopper.caller, 'POST /V1/carts/mine/balance/apply');
  await walkCompanies(walk);
  await walkSharedCatalogs(walk);
  await walkNegotiations(walk, catalog, coupon);
  await walkQuoteTemplates(walk, catalog);
  await walkRequisitionLists(walk, catalog);
  await walkPurchaseOrders(walk, catalog);
  await walkEvents(walk);
  await walk.good(shopper.caller, 'POST /V1/reward/mine/use-reward');
  await walk.good(souk.guest, 'POST /V1/integration/admin/token', { username: 'admin', password: souk.password });
  await walkTwoFactor(walk);
  expect(walk.wrong.splice(0)).toEqual([]);
});

test('asynchronous and bulk calls, and what became of them, are answered as described', async () => {
  const { good, admin, deferrable } = walk;
  const calls = [...deferrable];
  const bulks: string[] = [];
  for (const { method, path, body } of calls) {
    const accepted = await good(admin, `${method} /async${path}`, body ?? (method === 'DELETE' ? undefined : {}));
    bulks.push(accepted.bulk_uuid as string);
  }
  for (const sku of ['bulk-1', 'bulk-2']) {
    const product = { sku, name: sku, attribute_set_id: 4, price: 1 };
    const accepted = await good(admin, 'POST /async/bulk/V1/products', [
      { product },
      { product: { ...product, price: -1 } },
    ]);
    bulks.push(accepted.bulk_uuid as string);
  }
  await good(admin, 'DELETE /async/bulk/V1/products/bySku', [{ sku: 'bulk-1' }, { sku: 'no-such-sku' }]);
  await good(admin, `GET /V1/bulk/${bulks[0]}/detailed-status`);
  ok(await souk.admin.raw('POST', '/_/queue/resume'));
  await until(async () => ok(await souk.admin.raw('GET', '/_/queue')).depth === 0);
  for (const uuid of bulks) {
    await good(admin, `GET /V1/bulk/${uuid}/status`);
    await good(admin, `GET /V1/bulk/${uuid}/detailed-status`);
  }
  await good(admin, `GET /V1/bulk/${bulks[0]}/operation-status/1`);
  await good(admin, `GET /V1/bulk?${everything('status')}`);
  expect(bulks.length).toBeGreaterThan(100);
  expect(walk.wrong.splice(0)).toEqual([]);
});

test('refusals are answered as described, in every form', async () => {
  const { send, admin, guest } = walk;
  await together(
    registry.routes,
    async ({ route, topic, bulkPath }) => {
      const path = route.path.replace(/:\w+/g, '987654321');
      const body = route.method === 'GET' || route.method === 'DELETE' ? undefined : {};
      const call = `${route.method} ${path}`;
      await send(guest, call, body);
      if (!/revoke|activate|me\/password/.test(path)) await send(admin, call, body);
      await send(admin, call, body, { accept: 'text/plain' });
      await send(admin, call, body, { accept: 'application/xml' });
      if (body) await send(admin, call, '{');
      if (body) await send(admin, call, { [Object.keys(route.input).at(-1) ?? 'x']: { no_such_field: 1 } });
      if (!topic) return;
      await send(guest, `${route.method} /async${path}`, body);
      await send(admin, `${route.method} /async/bulk${bulkPath}`, [{}]);
      await send(admin, `${route.method} /async/bulk${bulkPath}`, '{');
    },
    4,
  );
  expect(walk.wrong.splice(0)).toEqual([]);
});

test('every route has answered with a success', () => {
  const missing = [...byId].filter(([id]) => !walk.done.has(id)).map(([, name]) => name);
  expect(missing.filter((name) => !alwaysRefused.has(name))).toEqual([]);
  expect([...walk.done].filter((id) => byId.has(id)).length).toBe(registry.routes.length - alwaysRefused.size);
});
