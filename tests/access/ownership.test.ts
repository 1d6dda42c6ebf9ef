import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RegisteredRoute } from '../../src/kernel/registry.ts';
import { bare, type Type } from '../../src/kernel/types.ts';
import { createConsumer } from '../../src/platform/operation-queue/consumer.ts';
import { engines } from '../storage/databases.ts';
import { ok, type Client } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';
import { together } from '../support/walk.ts';

/**
 * Whatever a route takes an id for, another customer and a guest put the ids of a customer's account, address, cart and order
 * into it, in the path, the query and the body: they see nothing of it and change nothing.
 */

/** Is in everything that belongs to the customer, and nowhere else. */
const MARK = 'Zebrafinch';

const address = (mark: string) => ({
  firstname: 'Ada',
  lastname: mark,
  street: [`1 ${mark} Lane`],
  city: mark,
  region: { region_id: 12, region: 'California', region_code: 'CA' },
  country_id: 'US',
  postcode: '90001',
  telephone: '555-0100',
});
const cartAddress = (mark: string) => ({ ...address(mark), region: 'California', region_id: 12, region_code: 'CA' });

interface Belongings {
  readonly id: number;
  readonly email: string;
  readonly addressId: number;
  readonly cartId: number;
  readonly itemId: number;
  readonly orderId: number;
  readonly orderItemId: number;
}

describe.each(engines)('what belongs to a customer, on %s', (kind) => {
  let here: Here;
  let ada: Belongings;
  let eve: Client;
  let routes: RegisteredRoute[];

  beforeAll(async () => {
    here = await startHere(kind);
    // Whoever asks for one secret again and again is stopped some day; here everybody goes on.
    await here.configure({
      'souk/attempts/accounts': '100000',
      'souk/attempts/address': '100000',
      'souk/attempts/customer': '100000',
    });
    await newProduct(here, { sku: 'thing' });
    ada = await settle('ada@example.com', MARK);
    const other = await settle('eve@example.com', 'Magpie');
    eve = await here.callerOf('customer', other.id);
    routes = here.souk.platform.registry.routes.filter(({ route }) => route.access.kind !== 'acl');
  });
  afterAll(() => here?.stop());

  /** Makes a customer with an address, an order and a cart. */
  async function settle(email: string, mark: string): Promise<Belongings> {
    const person = { email, firstname: 'Ada', lastname: mark, addresses: [address(mark)] };
    const { id, addresses } = ok(await here.admin.post('/V1/customers', { customer: person }));
    const me = await here.callerOf('customer', id);
    const fill = async (): Promise<{ cartId: number; itemId: number }> => {
      const cartId = ok(await me.post('/V1/carts/mine'));
      const cartItem = { sku: 'thing', qty: 1, quote_id: cartId };
      return { cartId, itemId: ok(await me.post('/V1/carts/mine/items', { cartItem })).item_id };
    };
    const to = { shipping_address: cartAddress(mark), billing_address: cartAddress(mark) };
    const by = { shipping_carrier_code: 'flatrate', shipping_method_code: 'flatrate' };
    await fill();
    ok(await me.post('/V1/carts/mine/shipping-information', { addressInformation: { ...to, ...by } }));
    const paid = { paymentMethod: { method: 'checkmo' }, billing_address: cartAddress(mark) };
    const orderId = Number(ok(await me.post('/V1/carts/mine/payment-information', paid)));
    const cart = await fill();
    ok(await me.post('/V1/carts/mine/shipping-information', { addressInformation: { ...to, ...by } }));
    const order = ok(await here.admin.get(`/V1/orders/${orderId}`));
    return { id, email, addressId: addresses[0].id, ...cart, orderId, orderItemId: order.items[0].item_id };
  }

  /** Everything of the customer as an administrator sees it. */
  async function belongings(): Promise<unknown> {
    const paths = [`/V1/customers/${ada.id}`, `/V1/carts/${ada.cartId}`, `/V1/carts/${ada.cartId}/totals`];
    paths.push(
      `/V1/carts/${ada.cartId}/items`,
      `/V1/orders/${ada.orderId}`,
      `/V1/customers/addresses/${ada.addressId}`,
    );
    return Promise.all(paths.map(async (path) => ok(await here.admin.get(path))));
  }

  /** The customer's id for an argument or field of this name; undefined for what names none. */
  function idFor(name: string): string | number | undefined {
    const plain = name.replaceAll('_', '').toLowerCase();
    if (plain === 'cartid' || plain === 'quoteid') return ada.cartId;
    if (plain === 'itemid') return ada.itemId;
    if (plain.includes('orderitem')) return ada.orderItemId;
    if (plain.includes('order') && plain.endsWith('id')) return ada.orderId;
    if (plain.includes('address') && plain.endsWith('id')) return ada.addressId;
    if (plain.includes('customer') && plain.endsWith('id')) return ada.id;
    if (plain.includes('email')) return ada.email;
    if (plain === 'sku' || plain === 'productsku') return 'thing';
    return plain === 'id' || plain === 'entityid' ? ada.id : undefined;
  }

  /** A value of a type whose ids are the customer's. */
  function valueOf(type: Type, name: string, depth = 0): unknown {
    const shape = bare(type);
    if (shape.kind === 'array') return depth > 3 ? [] : [valueOf(shape.items, name, depth + 1)];
    if (shape.kind === 'object') {
      const fields = Object.entries(shape.fields).filter(([field]) => idFor(field) !== undefined || depth < 1);
      return Object.fromEntries(depth > 3 ? [] : fields.map(([field, of]) => [field, valueOf(of, field, depth + 1)]));
    }
    const id = idFor(name);
    if (shape.kind === 'integer' || shape.kind === 'number') return typeof id === 'number' ? id : 1;
    if (shape.kind === 'boolean') return true;
    return shape.kind === 'string' ? String(id ?? 'x') : undefined;
  }

  function requestFor({ route, parameters }: RegisteredRoute): { path: string; body: Record<string, unknown> } {
    const type = new Map(parameters.map((parameter) => [parameter.name, parameter.type]));
    const path = route.path.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(String(idFor(name) ?? valueOf(type.get(name)!, name))),
    );
    const args = Object.entries(route.input).filter(([name]) => !route.path.includes(`:${name}`));
    return { path, body: Object.fromEntries(args.map(([name, of]) => [name, valueOf(of, name)])) };
  }

  const queryOf = (body: Readonly<Record<string, unknown>>): string =>
    Object.entries(body)
      .filter(([, value]) => typeof value !== 'object')
      .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
      .concat(`customerId=${ada.id}`, `cartId=${ada.cartId}`)
      .join('&');

  test('the customer sees it', async () => {
    const me = await here.callerOf('customer', ada.id);
    for (const path of ['/V1/customers/me', '/V1/carts/mine']) expect((await me.get(path)).text).toContain(MARK);
    // The same requests, by who they are for: so the walk below would notice.
    const own = routes.filter(({ route }) => route.method === 'GET' && route.access.kind === 'self');
    const shown = await Promise.all(own.map(async (one) => (await me.get(requestFor(one).path)).text.includes(MARK)));
    expect(shown.filter(Boolean).length).toBeGreaterThanOrEqual(3);
    expect(JSON.stringify(await belongings()).split(MARK).length).toBeGreaterThan(8);
  });

  test('nobody else does, and nobody else changes it', async () => {
    const before = await belongings();
    const seen: string[] = [];
    const accepted: string[] = [];
    for (const [who, caller] of [
      ['guest', here.guest],
      ['eve', eve],
    ] as const) {
      await together(
        // What ends the session of the one who asks comes elsewhere.
        routes.filter(({ route }) => route.operation !== 'revokeCustomerAccessToken'),
        async (registered) => {
          const { route, topic, bulkPath } = registered;
          const { path, body } = requestFor(registered);
          const sends = route.method === 'POST' || route.method === 'PUT';
          const note = ({ status, text, request }: { status: number; text: string; request: string }): void => {
            if (text.includes(MARK) || status >= 500)
              seen.push(`${who}: ${request} -> ${status} ${text.slice(0, 300)}`);
            if (status === 202) accepted.push(request);
          };
          note(await caller.send(route.method, path, sends ? body : undefined));
          note(await caller.send(route.method, `${path}?${queryOf(body)}`, sends ? body : undefined));
          if (!topic) return;
          note(await caller.send(route.method, `/async${path}?${queryOf(body)}`, sends ? body : undefined));
          note(await caller.send(route.method, `/async/bulk${bulkPath}`, [{ ...parametersOf(registered), ...body }]));
        },
        8,
      );
    }
    expect(seen).toEqual([]);
    expect(accepted.length).toBeGreaterThan(50);
    const consumer = createConsumer(here.souk.platform);
    consumer.start();
    await consumer.waitUntilIdle();
    await consumer.stop();
    const results = await here.souk.storage.reader
      .selectFrom('operation')
      .select(['result', 'result_message'])
      .execute();
    expect(results.filter((row) => JSON.stringify(row).includes(MARK))).toEqual([]);
    expect(await belongings()).toEqual(before);
  });

  function parametersOf({ parameters }: RegisteredRoute): Record<string, unknown> {
    return Object.fromEntries(parameters.map(({ name, type }) => [name, idFor(name) ?? valueOf(type, name)]));
  }
});
