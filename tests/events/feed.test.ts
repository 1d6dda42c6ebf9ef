import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newOrder } from './orders.ts';
import { changeLog } from '../../src/platform/change-log/tables.ts';
import { engines } from '../storage/databases.ts';
import { hasFirst, nearEnd } from '../storage/first-partition.ts';
import { fails, ok, unique, until, type Client } from '../support/client.ts';
import { newCustomer, person } from '../support/customers.ts';
import { startHere, type Here } from '../support/here.ts';
import { addToSet, newAttribute, newProduct, product } from '../support/products.ts';

/** A change as the feed tells it. */
interface Told {
  readonly position: number;
  readonly entity: string;
  readonly action: string;
  readonly id: number;
  readonly key: string | null;
  readonly fields?: readonly string[];
  readonly by: { readonly type: string; readonly id: number };
}

const feed = (client: Client, query = '', headers = {}) => client.raw('GET', `/_/changes${query}`, undefined, headers);

async function tellAll(client: Client, after: number, entities?: string): Promise<Told[]> {
  const found: Told[] = [];
  for (let position = after; ;) {
    const page = ok(await feed(client, `?after=${position}${entities ? `&entity=${entities}` : ''}`));
    found.push(...page.changes);
    position = page.position;
    if (!page.more) return found;
  }
}

describe.each(engines)('the feed of changes on %s', (kind) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(kind, { consumer: true });
  });
  afterAll(() => here?.stop());

  const latest = async (): Promise<number> => ok(await feed(here.admin)).position;
  /** What `work` is told as, in short. */
  async function told(work: () => Promise<unknown>, entities?: string): Promise<string[]> {
    const before = await latest();
    await work();
    const changes = await tellAll(here.admin, before, entities);
    return changes.map(({ entity, action, key, fields }) =>
      [`${entity} ${key} ${action}`, ...(fields ? [fields.join()] : [])].join(': '),
    );
  }

  it('tells what was created, changed and deleted of products, prices and stock, and nothing that stays the same', async () => {
    const sku = unique('e');
    const put = (more: object) => here.admin.store('all').put(`/V1/products/${sku}`, { product: more });
    expect(await told(() => newProduct(here, { sku, extension_attributes: {} }))).toEqual([
      `product ${sku} created`,
      `price ${sku} created`,
      `stock ${sku} created`,
    ]);
    expect(await told(async () => ok(await put({ price: 6, name: 'New' })))).toEqual([
      `product ${sku} changed: name,price`,
      `price ${sku} changed: price`,
    ]);
    expect(await told(async () => ok(await put({ price: 6, name: 'New' })))).toEqual([]);
    expect(await told(async () => fails(await put({ price: 7, name: '' }), 400))).toEqual([]);
    const stock = { extension_attributes: { stock_item: { qty: 7, is_in_stock: true } } };
    expect(await told(async () => ok(await put(stock)), 'stock')).toEqual([`stock ${sku} changed: qty,is_in_stock`]);
    const prices = [{ price: 4, store_id: 0, sku }];
    expect(await told(async () => ok(await here.admin.post('/V1/products/base-prices', { prices })))).toEqual([
      `product ${sku} changed: price`,
      `price ${sku} changed: price`,
    ]);
    const unlink = async () => ok(await here.admin.delete(`/V1/products/${sku}/websites/1`));
    expect(await told(unlink)).toEqual([`product ${sku} changed: website_ids`]);
    const productWebsiteLink = { sku, website_id: 1 };
    const link = async () => ok(await here.admin.post(`/V1/products/${sku}/websites`, { productWebsiteLink }));
    expect(await told(link)).toEqual([`product ${sku} changed: website_ids`]);
    expect(await told(link)).toEqual([]);
    expect(await told(async () => ok(await here.admin.delete(`/V1/products/${sku}`)))).toEqual([
      `product ${sku} deleted`,
      `price ${sku} deleted`,
      `stock ${sku} deleted`,
    ]);
  });

  it('tells of categories, customers and their addresses, also of what bulks change', async () => {
    const category = { name: unique('c'), is_active: true };
    const made = await told(async () => ok(await here.admin.post('/V1/categories', { category })), 'category');
    expect(made).toEqual([expect.stringMatching(/^category \d+ created$/)]);
    const create = async (name: string, parent_id?: number): Promise<number> =>
      ok(await here.admin.post('/V1/categories', { category: { name: unique(name), is_active: true, parent_id } })).id;
    const parent = await create('p');
    const moved = await create('m');
    const below = await create('b', moved);
    const move = async () => ok(await here.admin.put(`/V1/categories/${moved}/move`, { parentId: parent }));
    expect(await told(move, 'category')).toEqual([
      `category ${moved} changed: parent_id,path,level,position`,
      `category ${below} changed: path,level`,
    ]);
    const customer = person();
    let id = 0;
    const joined = await told(async () => ({ id } = await newCustomer(here, customer)));
    expect(joined).toEqual([`customer ${id} created`]);
    const renamed = { ...customer, id, lastname: 'Other', website_id: 1 };
    const change = async () => ok(await here.admin.put(`/V1/customers/${id}`, { customer: renamed }));
    expect(await told(change)).toEqual([`customer ${id} changed: lastname`]);
    const sku = unique('bulk');
    const before = await latest();
    const products = [sku, `${sku}-2`].map((one) => ({ product: product({ sku: one }) }));
    const accepted = await here.admin.send('POST', '/async/bulk/V1/products', products);
    expect(accepted.status).toBe(202);
    const made2 = await until(async () => {
      const found = await tellAll(here.admin, before, 'product');
      return found.length === 2 && found;
    });
    expect(made2.map(({ key }) => key).sort()).toEqual([sku, `${sku}-2`]);
    expect(made2[0]).toMatchObject({ by: { type: 'admin', id: 1 }, origin: expect.stringMatching(/^operation:\d+$/) });
  });

  it('tells which products lose a value with an option or its attribute, also where they are many', async () => {
    const code = unique('glaze').replaceAll('-', '_');
    const options = ['Matt', 'Gloss'].map((label) => ({ label }));
    await newAttribute(here, { attribute_code: code, frontend_input: 'multiselect', options });
    await addToSet(here, code);
    const made = ok(await here.admin.get(`/V1/products/attributes/${code}/options`));
    const idOf = (label: string): string => made.find((one: { label: string }) => one.label === label).value;
    const glazed = (sku: string, value: string) => ({
      product: product({ sku, custom_attributes: [{ attribute_code: code, value }] }),
    });
    const name = unique('e');
    const skus = Array.from({ length: 520 }, (_, i) => `${name}-${i}`);
    const many = skus.map((sku) => glazed(sku, idOf('Gloss')));
    const { bulk_uuid: uuid } = (await here.admin.post('/async/bulk/V1/products', many)).body;
    await until(async () => {
      const { operations_list: all } = ok(await here.admin.get(`/V1/bulk/${uuid}/status`));
      return all.every(({ status }: { status: number }) => status === 1);
    });
    const [both, bare] = [unique('e'), unique('e')];
    ok(await here.admin.post('/V1/products', glazed(both, `${idOf('Matt')},${idOf('Gloss')}`)));
    await newProduct(here, { sku: bare });
    const remove = (path: string) => told(async () => ok(await here.admin.delete(`/V1/products/attributes/${path}`)));
    expect(await remove(`${code}/options/${idOf('Matt')}`)).toEqual([`product ${both} changed: ${code}`]);
    const lost = [...skus, both].map((sku) => `product ${sku} changed: ${code}`);
    expect((await remove(code)).toSorted()).toEqual(lost.toSorted());
  });

  it('tells of what sources have', async () => {
    const [sku, source_code] = [unique('e'), unique('source')];
    await newProduct(here, { sku, extension_attributes: {} });
    const source = { source_code, name: source_code, country_id: 'US', postcode: '1' };
    ok(await here.admin.post('/V1/inventory/sources', { source }));
    const write = (code: string) => async (): Promise<unknown> =>
      ok(await here.admin.post('/V1/inventory/source-items', { sourceItems: [{ sku, source_code: code, quantity: 5, status: 1 }] })); // prettier-ignore
    expect(await told(write(source_code))).toEqual([`stock ${sku} changed: source_items`]);
    expect(await told(write('default'))).toEqual([`stock ${sku} changed: qty,is_in_stock`]);
    const assigned = { skus: [sku], sourceCodes: [source_code] };
    const take = async () => ok(await here.admin.post('/V1/inventory/bulk-product-source-unassign', assigned));
    expect(await told(take)).toEqual([`stock ${sku} changed: source_items`]);
    expect(await told(take)).toEqual([]);
  });

  it('tells what can be sold of all that a source has in stock when that is linked, unlinked, disabled or enabled', async () => {
    const { admin } = here;
    const [source_code, some] = [unique('source'), [unique('e'), unique('e'), unique('e')]];
    const source = { source_code, name: source_code, country_id: 'US', postcode: '1' };
    ok(await admin.post('/V1/inventory/sources', { source }));
    for (const sku of some) await newProduct({ admin }, { sku });
    const sourceItems = some.map((sku, i) => ({ sku, source_code, quantity: 5, status: i < 2 ? 1 : 0 }));
    ok(await admin.post('/V1/inventory/source-items', { sourceItems }));
    const stock_id = ok(await admin.post('/V1/inventory/stocks', { stock: { name: source_code } }));
    const all = some
      .slice(0, 2)
      .map((sku) => `stock ${sku} changed: salable_quantity`)
      .sort();
    const sorted = async (work: () => Promise<unknown>): Promise<string[]> => (await told(work)).sort();
    const turn = (enabled: boolean) => async (): Promise<unknown> =>
      ok(await admin.put(`/V1/inventory/sources/${source_code}`, { source: { ...source, enabled } }));
    const links = [{ stock_id, source_code, priority: 1 }];
    const link = async (): Promise<unknown> => ok(await admin.post('/V1/inventory/stock-source-links', { links }));
    const unlink = async (): Promise<unknown> =>
      ok(await admin.post('/V1/inventory/stock-source-links-delete', { links: [{ stock_id, source_code }] }));
    expect(await sorted(turn(false))).toEqual([]);
    await turn(true)();
    expect(await sorted(link)).toEqual(all);
    expect(await sorted(link)).toEqual([]);
    expect(await sorted(turn(false))).toEqual(all);
    expect(await sorted(turn(false))).toEqual([]);
    expect(await sorted(unlink)).toEqual([]);
    expect(await sorted(link)).toEqual([]);
    expect(await sorted(turn(true))).toEqual(all);
    expect(await sorted(unlink)).toEqual(all);
    await link();
    expect(await sorted(async () => ok(await admin.delete(`/V1/inventory/stocks/${stock_id}`)))).toEqual(all);
  });

  it('tells of a cart that becomes an order, and of its documents', async () => {
    const before = await latest();
    const { orderId, itemId, sku } = await newOrder(here);
    const words = async (): Promise<string[]> =>
      (await tellAll(here.admin, before)).map(({ entity, action }) => `${entity} ${action}`);
    expect(await words()).toEqual(expect.arrayContaining(['cart created', 'cart changed', 'order created']));
    const ofCart = (await tellAll(here.admin, before, 'cart')).flatMap(({ fields = [] }) => fields);
    expect(ofCart).toContain('items');
    // What the server reserves for itself.
    expect(ofCart.filter((field) => field.startsWith('spare_'))).toEqual([]);
    const reserved = (await tellAll(here.admin, before, 'stock')).at(-1)!;
    expect(reserved).toMatchObject({ key: sku, fields: ['salable_quantity'] });
    const order = ok(await here.admin.get(`/V1/orders/${orderId}`));
    const created = (await tellAll(here.admin, before, 'order'))[0]!;
    expect(created).toMatchObject({ id: orderId, key: order.increment_id, action: 'created' });
    ok(await here.admin.post(`/V1/order/${orderId}/invoice`, { capture: true }));
    ok(await here.admin.post(`/V1/order/${orderId}/ship`, { items: [{ order_item_id: itemId, qty: 1 }] }));
    const later = await tellAll(here.admin, created.position, 'order,invoice,shipment');
    expect(later.map(({ entity, action }) => `${entity} ${action}`)).toEqual(
      expect.arrayContaining(['invoice created', 'shipment created', 'order changed']),
    );
    expect(later.find(({ entity }) => entity === 'order')!.fields).toContain('total_invoiced');
  });

  it('shows callers what they may read, and no more', async () => {
    const sku = unique('acl');
    const before = await latest();
    await newProduct(here, { sku });
    const clerk = await here.granted('integration', ['Magento_Catalog::catalog_inventory']);
    expect(new Set((await tellAll(clerk, before)).map(({ entity }) => entity))).toEqual(new Set(['stock']));
    expect(fails(await feed(clerk, '?entity=stock,product'), 401).message).toContain("isn't authorized");
    const nobody = await here.granted('integration', ['Magento_Backend::store']);
    fails(await feed(nobody), 401);
    fails(await feed(here.guest), 401);
  });

  it('refuses what it cannot be asked', async () => {
    fails(await feed(here.admin, '?after=x'), 400, /is not a position/);
    fails(await feed(here.admin, '?entity=moon'), 400, /"moon" is unknown/);
    fails(await feed(here.admin, '?limit=0'), 400, /from 1 to 1000/);
    fails(await feed(here.admin, '?wait=61'), 400, /from 0 to 60/);
    fails(await feed(here.admin, '?after=999999999'), 410, /Read all entities again/);
  });

  it('lets readers wait for the first change', async () => {
    const sku = unique('wait');
    const before = await latest();
    const waiting = feed(here.admin, `?after=${before}&wait=30&entity=product`);
    await newProduct(here, { sku });
    expect(ok(await waiting).changes).toMatchObject([{ key: sku, action: 'created' }]);
    const none = ok(await feed(here.admin, '?wait=1'));
    expect(none).toMatchObject({ changes: [], more: false });
  });

  it('goes on as a stream from where the reader was', async () => {
    const before = await latest();
    const skus = [unique('s1'), unique('s2')];
    for (const sku of skus) await newProduct(here, { sku });
    const [first] = await tellAll(here.admin, before, 'product');
    const stop = new AbortController();
    const response = await fetch(`${here.base}/_/changes?entity=product`, {
      headers: {
        accept: 'text/event-stream',
        authorization: `Bearer ${here.admin.token}`,
        'last-event-id': String(first!.position),
      },
      signal: stop.signal,
    });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const third = unique('s3');
    let text = '';
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    const readUntil = async (sign: string): Promise<void> => {
      while (!text.includes(sign)) text += (await reader.read()).value ?? '';
    };
    await readUntil(skus[1]!);
    await newProduct(here, { sku: third });
    await readUntil(third);
    expect(text).not.toContain(skus[0]!);
    expect(text).toMatch(new RegExp(`id: \\d+\nevent: product.created\ndata: .*"key":"${third}"`));
    stop.abort();
  });

  it('forgets what is past its lifetime, and says so to those who were too slow', async () => {
    // Its token does not expire.
    const reader = await here.granted('integration', ['Magento_Catalog::products']);
    const before = await latest();
    // On PostgreSQL, some go with their part of the table and others row by row.
    await nearEnd(here.souk.storage, changeLog, 4);
    for (let i = 0; i < 2; i++) await newProduct(here, { sku: unique('old') });
    expect(await tellAll(here.admin, before)).toHaveLength(6);
    expect(await hasFirst(here.souk.storage, changeLog)).toBe(kind === 'postgres');
    const last = await latest();
    ok(await here.guest.raw('PUT', '/_/clock', { now: new Date(Date.now() + 8 * 86_400_000).toISOString() }));
    try {
      const answer = await until(async () => {
        const got = await feed(reader, `?after=${before}`);
        return got.status === 410 && got;
      }, 90);
      expect(answer.body.parameters).toHaveLength(2);
      const left = () => here.souk.storage.reader.selectFrom('change').select('position').limit(1).execute();
      await until(async () => (await left()).length === 0);
    } finally {
      ok(await here.guest.raw('PUT', '/_/clock', { now: null }));
    }
    expect(await hasFirst(here.souk.storage, changeLog)).toBe(false);
    expect(ok(await feed(here.admin, '?after=0'))).toMatchObject({ changes: [], position: last });
  });
});
