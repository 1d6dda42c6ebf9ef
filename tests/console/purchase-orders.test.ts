import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { companyWithCredit, fill } from '../company-credit/shop.ts';
import { newCompany } from '../company/shop.ts';
import type { Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { fails, ok, unique, type Client } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import { countStatements, type StatementCount } from '../support/statements.ts';

const enabled = { extension_attributes: { is_purchase_order_enabled: true } };

describe.each(engines)('purchase orders in the console, on %s', (engine) => {
  let here: Here;
  let counted: StatementCount;
  beforeAll(async () => {
    counted = countStatements();
    here = await startHere(engine);
    await here.configure({
      'btob/website_configuration/purchaseorder_enabled': '1',
      'payment/companycredit/active': '1',
    });
  });
  afterAll(async () => {
    await here.stop();
    counted.stop();
  });

  const list = async (query = '', caller: Client = here.admin): Promise<Json> =>
    ok(await caller.raw('GET', `/_/console/purchase-orders?${query}`));
  const read = (id: number, caller: Client = here.admin) => caller.raw('GET', `/_/console/purchase-orders/${id}`);
  const place = async (me: Client, method = 'checkmo'): Promise<number> =>
    ok(await me.post('/V1/carts/mine/po-payment-information', { paymentMethod: { method } }));

  /** A purchase order that became an order. */
  async function ordered(): Promise<{ id: number; company: Json }> {
    const { company, boss } = await newCompany(here, { ...enabled, company_name: unique('Yard ') });
    const me = await here.callerOf('customer', boss.id);
    await fill(here, me);
    return { id: await place(me), company };
  }

  it('are listed newest first, and found by number, company and state', async () => {
    const first = await ordered();
    const second = await ordered();
    const { items } = await list();
    expect(items.slice(0, 2).map(({ id }: Json) => id)).toEqual([second.id, first.id]);
    expect(items[1]).toMatchObject({
      status: 'order_placed',
      company: first.company.company_name,
      subtotal: 20,
      currency: 'USD',
    });
    expect(items[1].order_number).toMatch(/^\d{9}$/);
    const found = async (query: string) => (await list(query)).items.map(({ id }: Json) => id);
    expect(await found(`search=${encodeURIComponent(first.company.company_name)}`)).toEqual([first.id]);
    expect(await found(`search=${items[1].number}`)).toEqual([first.id]);
    expect(await found(`search=${items[1].number}&status=order_failed,approved`)).toEqual([]);
    expect((await list('limit=1&page=2')).items.map(({ id }: Json) => id)).toEqual([first.id]);
  });

  it('show their items, with prices until they are ordered', async () => {
    const placed = ok(await read((await ordered()).id));
    expect(placed.items).toMatchObject([{ qty: 2 }]);
    expect(placed.items[0].price).toBeUndefined();
    expect(placed.shipping_address).toContain('US');
    expect(placed.history.at(-1).message).toMatch(/^Order #\d+ was placed$/);
    const { company, boss } = await companyWithCredit(here, { credit_limit: 20 });
    ok(await here.admin.put(`/V1/company/${company.id}`, { company: enabled }));
    await fill(here, boss);
    const id = await place(boss, 'companycredit');
    const failed = ok(await read(id));
    expect(failed).toMatchObject({ status: 'order_failed', payment_method: 'companycredit' });
    expect(failed.items).toMatchObject([{ qty: 2, price: 10, row_total: 20 }]);
    fails(await read(987_654_321), 404);
  });

  it('are for those who may read orders, in as many statements for several as for one', async () => {
    const { id } = await ordered();
    await ordered();
    const clerk = await here.granted('integration', ['Magento_Sales::actions_view']);
    expect((await list('', clerk)).total_count).toBeGreaterThan(1);
    ok(await read(id, clerk));
    const other = await here.granted('integration', ['Magento_Company::index']);
    fails(await other.raw('GET', '/_/console/purchase-orders'), 401);
    fails(await read(id, other), 401);
    const count = async (limit: number) => (await counted.settled(() => list(`limit=${limit}`))).length;
    await count(1);
    expect(await count(2)).toBe(await count(1));
  });
});
