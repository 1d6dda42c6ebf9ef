import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entitiesOf } from '../../src/platform/audit/entities.ts';
import { listEntries, type ShownEntry } from '../../src/platform/audit/list.ts';
import { removeExpiredEntries } from '../../src/platform/audit/retention.ts';
import { auditLog } from '../../src/platform/audit/tables.ts';
import { entity, several } from '../../src/kernel/entity.ts';
import * as t from '../../src/kernel/types.ts';
import { createConsumer } from '../../src/platform/operation-queue/consumer.ts';
import { engines } from '../storage/databases.ts';
import { hasFirst, nearEnd } from '../storage/first-partition.ts';
import { ok, unique, type Answer, type Client } from '../support/client.ts';
import { newCustomer, PASSWORD, person } from '../support/customers.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct, product } from '../support/products.ts';
import { startSouk } from '../support/souk.ts';

describe.each(engines)('the audit log on %s', (kind) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(kind);
  });
  afterAll(() => here?.stop());

  /** What `work` has left in the log, oldest first. */
  async function written(work: () => Promise<unknown>): Promise<ShownEntry[]> {
    const read = (): Promise<ShownEntry[]> => listEntries(here.souk.systemCall(), { limit: 10_000 });
    const before = await read();
    await work();
    const after = await read();
    return after.slice(0, after.length - before.length).reverse();
  }
  const execute = async (): Promise<void> => {
    const consumer = createConsumer(here.souk.platform);
    consumer.start();
    await consumer.waitUntilIdle();
    await consumer.stop();
  };

  test('says who has changed what, when, from where and in which call', async () => {
    const sku = unique('a');
    const entries = await written(async () => {
      const headers = { 'x-request-id': 'request-1' };
      ok(await here.admin.store('all').post('/V1/products', { product: product({ sku }) }, headers));
      ok(await here.admin.put(`/V1/products/${sku}`, { product: { price: 6 } }));
      ok(await here.admin.delete(`/V1/products/${sku}`));
    });
    expect(entries[0]).toMatchObject({
      user_type: 'admin',
      user_id: 1,
      user: 'admin',
      route: 'POST /V1/products',
      form: 'call',
      store_code: 'all',
      outcome: 'done',
      address: '127.0.0.1',
      reference: 'request-1',
    });
    expect(entries[0]!.entities).toMatch(new RegExp(`^sku=${sku}, id=\\d+$`));
    expect(entries[0]!.created_at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(entries.map(({ route, entities }) => `${route} ${entities.split(',')[0]}`).slice(1)).toEqual([
      `PUT /V1/products/:sku sku=${sku}`,
      `DELETE /V1/products/:sku sku=${sku}`,
    ]);
  });

  test('has the changes of integrations, and neither those of customers and guests nor what is only read', async () => {
    const shop = await here.granted('integration', ['Magento_Catalog::products']);
    const { id } = await newCustomer(here);
    const me = await here.callerOf('customer', id);
    const sku = unique('a');
    const entries = await written(async () => {
      await newProduct({ admin: shop }, { sku });
      ok(await me.post('/V1/carts/mine'));
      ok(await here.guest.post('/V1/guest-carts'));
      ok(await here.admin.get('/V1/products?searchCriteria='));
      ok(await here.admin.post('/V1/products/base-prices-information', { skus: [sku] }));
      await here.admin.post('/async/V1/customers/isEmailAvailable', { customerEmail: 'a@example.com' });
      await execute();
    });
    expect(entries.map((entry) => `${entry.user_type} ${entry.route}`)).toEqual(['integration POST /V1/products']);
  });

  test('has the mutations of integrations, but not their queries or failed mutations', async () => {
    const shop = await here.granted('integration', 'all');
    const send = async (query: string): Promise<Answer['body']> =>
      (await shop.raw('POST', '/graphql', { query }, { 'x-request-id': 'request-2' })).body;
    const sku = unique('a');
    await newProduct(here, { sku });
    let cart = '';
    const entries = await written(async () => {
      cart = (await send('mutation { createEmptyCart }')).data.createEmptyCart;
      const add = `mutation { addSimpleProductsToCart(input: { cart_id: "${cart}", cart_items: [{ data: { sku: "${sku}", quantity: 1 } }] }) { cart { id } } }`;
      await send(add);
      await send('{ storeConfig { locale } }');
      expect((await send(add.replace(sku, 'none'))).errors).toBeDefined();
    });
    expect(entries.map(({ route, entities, reference }) => [route, entities, reference])).toEqual([
      ['mutation createEmptyCart', '', 'request-2'],
      ['mutation addSimpleProductsToCart', `cart_id=${cart.slice(0, 6)}…, sku=${sku}`, 'request-2'],
    ]);
  });

  test('has nothing of what was refused or undone', async () => {
    const helper = await here.granted('admin', []);
    const sku = unique('a');
    const entries = await written(async () => {
      expect((await helper.post('/V1/products', { product: product({ sku }) })).status).toBe(401);
      expect((await here.admin.post('/V1/products', { product: { sku } })).status).toBe(400);
      expect((await here.admin.delete(`/V1/products/${sku}`)).status).toBe(404);
      expect((await here.admin.post('/V1/customers', { customer: { email: 'x' }, password: 'x' })).status).toBe(400);
      expect((await here.admin.post('/async/V1/products', { product: { sku: 1, price: {} } })).status).toBe(400);
      expect((await here.admin.post('/async/V1/products', { product: { sku, type_id: 'nonsense' } })).status).toBe(202);
      await execute();
    });
    expect(entries).toEqual([]);
  });

  test('has an entry for each operation that took effect, under the caller and address of the acceptance', async () => {
    const shop = await here.granted('integration', ['Magento_Catalog::products']);
    const skus = Array.from({ length: 25 }, () => unique('a'));
    let uuid = '';
    const entries = await written(async () => {
      const items = skus.map((sku) => ({ product: product({ sku }) }));
      uuid = (await shop.post('/async/bulk/V1/products', [...items, { product: { sku: unique('a'), type_id: 'no' } }]))
        .body.bulk_uuid;
      expect(await written(async () => {})).toEqual([]);
      await execute();
    });
    expect(entries.map(({ entities }) => entities.split(',')[0]).sort()).toEqual(
      skus.map((sku) => `sku=${sku}`).sort(),
    );
    for (const entry of entries) {
      expect(entry).toMatchObject({
        user_type: 'integration',
        form: 'operation',
        reference: uuid,
        address: '127.0.0.1',
        outcome: 'done',
      });
    }
  });

  test('has calls that open their transactions themselves, and operations of them, once', async () => {
    const customer = () => ({ customer: person(), password: PASSWORD });
    const twice = customer();
    const entries = await written(async () => {
      ok(await here.admin.post('/V1/customers', customer()));
      ok(await here.admin.post('/V1/customers', twice));
      // Taken by then.
      expect((await here.admin.post('/V1/customers', twice)).status).toBe(400);
      await here.admin.post('/async/V1/customers', customer());
      await here.admin.post('/async/V1/customers', twice);
      await execute();
    });
    expect(entries.map(({ route, form, outcome }) => `${form} ${route} ${outcome}`)).toEqual([
      'call POST /V1/customers done',
      'call POST /V1/customers done',
      'operation POST /V1/customers done',
    ]);
    for (const { entities } of entries) expect(entities).toMatch(/^id=\d+$/);
  });

  test('never has a secret', async () => {
    const cart = String(ok(await here.guest.post('/V1/guest-carts')));
    const entries = await written(async () => {
      await newCustomer(here, {}, 'Geheim-98765');
      const items = { cartItem: { sku: 'none', qty: 1, quote_id: cart } };
      await here.admin.post(`/V1/guest-carts/${cart}/items`, items);
      await here.admin.post('/V1/integration/admin/token', { username: 'admin', password: 'Admin123!' });
      ok(await here.admin.post(`/V1/guest-carts`));
    });
    expect(entries.length).toBeGreaterThan(1);
    const all = JSON.stringify(entries);
    for (const part of ['Geheim', 'Admin123', cart]) expect(all).not.toContain(part);
    expect(all).not.toMatch(/[A-Za-z0-9]{32}/);
  });

  test('is found by user, route, entity, time, address and call', async () => {
    const [one, other] = [unique('find'), unique('find')];
    const shop: Client = await here.granted('integration', 'all');
    await written(async () => {
      await newProduct(here, { sku: one });
      await newProduct({ admin: shop }, { sku: other });
    });
    const find = async (filter: object): Promise<string[]> =>
      (await listEntries(here.souk.systemCall(), { limit: 10_000, ...filter })).map(
        ({ entities }) => /find[^,]*/.exec(entities)?.[0] ?? '',
      );
    expect(await find({ entity: `SKU=${one}`, user: 'ADMIN' })).toEqual([one]);
    expect(await find({ entity: `sku=${other}`, user: 'admin' })).toEqual([]);
    expect(await find({ entity: 'sku=find', route: 'post /v1/products' })).toEqual([other, one]);
    expect(await find({ entity: 'sku=find_', route: 'post' })).toEqual([]);
    expect(await find({ entity: 'sku=find', limit: 1 })).toEqual([other]);
    expect(await find({ entity: 'sku=find', since: '2100' })).toEqual([]);
    expect(await find({ entity: 'sku=find', until: '2100', address: '127.0.0.1' })).toEqual([other, one]);
    expect(await find({ entity: 'sku=find', address: '192.0.2.1' })).toEqual([]);
    expect(await find({ user: 'nobody' })).toEqual([]);
  });

  test('is off where it is switched off, for calls and operations', async () => {
    await here.configure({ 'souk/audit/enabled': '0' });
    const entries = await written(async () => {
      await newProduct(here, { sku: unique('a') });
      await here.admin.post('/async/V1/products', { product: product({ sku: unique('a') }) });
      await execute();
    });
    await here.configure({ 'souk/audit/enabled': '1' });
    expect(entries).toEqual([]);
  });

  test('forgets what is older than its lifetime', async () => {
    const call = here.souk.systemCall();
    expect(await removeExpiredEntries(call)).toBe(0);
    const count = (await listEntries(call, { limit: 10_000 })).length;
    here.souk.clock.set(new Date(Date.now() + 91 * 86_400_000));
    try {
      await here.configure({ 'souk/audit/lifetime': '0' });
      expect(await removeExpiredEntries(call)).toBe(0);
      await here.configure({ 'souk/audit/lifetime': '' });
      expect(await removeExpiredEntries(call)).toBe(count);
    } finally {
      here.souk.clock.set(undefined);
    }
    expect(await listEntries(call, { limit: 1 })).toEqual([]);
  });

  test('forgets entries by the parts of its table, and goes on in the next one', async () => {
    const call = here.souk.systemCall();
    await nearEnd(here.souk.storage, auditLog, 3);
    const entries = await written(async () => {
      for (let i = 0; i < 5; i++) await newProduct(here, { sku: unique('a') });
    });
    expect(entries).toHaveLength(5);
    expect(await hasFirst(here.souk.storage, auditLog)).toBe(kind === 'postgres');
    expect(await removeExpiredEntries(call)).toBe(0);
    expect(await hasFirst(here.souk.storage, auditLog)).toBe(kind === 'postgres');
    here.souk.clock.set(new Date(Date.now() + 91 * 86_400_000));
    try {
      expect(await removeExpiredEntries(call)).toBe(5);
    } finally {
      here.souk.clock.set(undefined);
    }
    expect(await hasFirst(here.souk.storage, auditLog)).toBe(false);
    const last = await written(() => newProduct(here, { sku: unique('a') }));
    expect(last.map(({ route }) => route)).toEqual(['POST /V1/products']);
  });
});

test('the entities of a call are named by its path, its arguments and its answer, and cut to a line', () => {
  const registered = {
    parameters: [
      { name: 'cartId', type: t.string, override: false },
      { name: 'sku', type: t.string, override: true },
    ],
    route: {
      input: { giftCardCode: t.secret(t.string), resetToken: t.secret(t.string) },
      entity: entity('cart', 'cartId', { names: ['item.sku', 'giftCardCode', 'buyerEmail'] }),
    },
  };
  const plain = { parameters: [], route: { input: {}, entity: several('prices.sku', 'ids', 'product.sku') } };
  const masked = 'a1B2c3D4e5F6a1B2c3D4e5F6a1B2c3D4';
  expect(entitiesOf(registered, { cartId: masked, item: { sku: masked, qty: 2 } }, '17')).toBe(
    `cartId=a1B2c3…, sku=${masked}, result=17`,
  );
  expect(
    entitiesOf(
      registered,
      { cartId: '7', resetToken: 'x', giftCardCode: 'FREE', buyerEmail: 'a@b.c' },
      { entity_id: 4, token: 'x' },
    ),
  ).toBe('cartId=7, giftCardCode=******, entity_id=4');
  const many = Array.from({ length: 500 }, (_, i) => ({ sku: `s${i}`, price: 1 }));
  expect(entitiesOf(plain, { prices: many }, [])).toMatch(/^sku=s0, .*, sku=s19, and 480 more$/);
  expect(entitiesOf(plain, { ids: [1, 2], note: { text: 'secret' } }, true)).toBe('ids=1, ids=2');
  expect(entitiesOf(plain, { product: { sku: 'x'.repeat(60_000) } }, undefined)).toHaveLength(84);
});

test('souk audit:list shows the log, as lines or as JSON', async () => {
  const souk = await startSouk();
  try {
    await newProduct(souk, { sku: 'shown' });
    const { stdout } = await souk.cli('audit:list', '--user', 'admin', '--entity', 'shown', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ user: 'admin', route: 'POST /V1/products', address: '127.0.0.1' });
    expect((await souk.cli('audit:list')).stdout).toMatch(
      / admin admin {2}POST \/V1\/products {2}sku=shown, id=1 {2}127/,
    );
  } finally {
    await souk.stop();
  }
});
