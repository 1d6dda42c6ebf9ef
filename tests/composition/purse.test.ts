import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pino } from 'pino';
import { module, type ModuleManifest } from '../../src/kernel/module.ts';
import { zeroPair } from '../../src/modules/quote/totals/totals.ts';
import { modules } from '../../src/program/modules.ts';
import { readSettings } from '../../src/program/environment/settings.ts';
import { openSouk } from '../../src/program/souk.ts';
import type { Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { cart } from '../support/carts.ts';
import { ok, unique, type Client } from '../support/client.ts';
import { address, newCustomer } from '../support/customers.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';
import { purses } from './purse.ts';

/** A module with money of its own: what is paid with it is taken once, by the order, and comes back with it. */
describe.each(engines)('a module that carts are paid with, on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine, { modules: [...modules, purses] });
  });
  afterAll(() => here.stop());

  async function newPurse(balance: number): Promise<string> {
    const code = unique('purse');
    await here.souk.systemCall().transaction(async ({ db }) => {
      const row = { code, balance: balance * 100 };
      await db.insertInto('purse').values(row).execute();
    });
    return code;
  }

  async function balanceOf(code: string): Promise<number> {
    const { db } = here.souk.systemCall();
    const row = await db.selectFrom('purse').select('balance').where('code', '=', code).executeTakeFirstOrThrow();
    return row.balance / 100;
  }

  /** A customer's cart with two things at 10 each, shipped for 5 a piece. */
  async function fill(): Promise<Client> {
    const [{ sku }, customer] = [await newProduct(here), await newCustomer(here)];
    const me = await here.callerOf('customer', customer.id);
    const quote_id = ok(await me.post('/V1/carts/mine'));
    ok(await me.post('/V1/carts/mine/items', { cartItem: { sku, qty: 2, quote_id } }));
    const shipped = { ...address(), region_id: 12, region: undefined };
    const addressInformation = {
      shipping_method_code: 'flatrate',
      shipping_carrier_code: 'flatrate',
      shipping_address: shipped,
      billing_address: shipped,
    };
    ok(await me.post('/V1/carts/mine/shipping-information', { addressInformation }));
    return me;
  }

  const pay = (me: Client, method: string) =>
    me.post('/V1/carts/mine/payment-information', { paymentMethod: { method } });
  const lines = ({ total_segments }: Json) => total_segments.map(({ code, value }: Json) => [code, value]);

  it('is chosen by a route of its own, and with what totals are asked for', async () => {
    const [me, code] = [await fill(), await newPurse(12)];
    expect((await me.post('/V1/carts/mine/purse', { code: 'nobody' })).status).toBe(404);
    expect(ok(await me.post('/V1/carts/mine/purse', { code }))).toBe(true);
    const totals = ok(await me.get('/V1/carts/mine/totals'));
    expect(lines(totals).slice(-2)).toEqual([
      ['grand_total', 18],
      ['purse', -12],
    ]);

    const { sku } = await newProduct(here);
    const { id: guest } = await cart(here, { sku, qty: 2 });
    const other = await newPurse(3);
    expect(ok(await here.guest.post(`/V1/guest-carts/${guest}/purse`, { code: other }))).toBe(true);
    expect(ok(await here.guest.get(`/V1/guest-carts/${guest}/totals`)).grand_total).toBe(17);
    const asked = { address: { country_id: 'US' }, extension_attributes: { purse: code } };
    const path = `/V1/guest-carts/${guest}/totals-information`;
    expect(ok(await here.guest.post(path, { addressInformation: asked })).grand_total).toBe(8);
    expect(ok(await here.guest.get(`/V1/guest-carts/${guest}/totals`)).grand_total).toBe(8);
    expect(await balanceOf(code)).toBe(12);
  });

  it('leaves nothing to pay where it has enough, and gets it back when the order is canceled', async () => {
    const [me, code] = [await fill(), await newPurse(50)];
    ok(await me.post('/V1/carts/mine/purse', { code }));
    const { payment_methods: methods, totals } = ok(await me.get('/V1/carts/mine/payment-information'));
    expect([totals.grand_total, methods.map((one: Json) => one.code)]).toEqual([0, expect.arrayContaining(['free'])]);
    expect((await pay(me, 'checkmo')).status).toBe(400);
    expect(await balanceOf(code)).toBe(50);
    const id = ok(await pay(me, 'free'));
    expect(await balanceOf(code)).toBe(20);
    const order = ok(await here.admin.get(`/V1/orders/${id}`));
    expect(order).toMatchObject({ grand_total: 0, extension_attributes: { purse_amount: 30 } });
    ok(await here.admin.post(`/V1/orders/${id}/cancel`));
    expect(await balanceOf(code)).toBe(50);
  });

  it('is in the invoice and the credit memo, and gets back what is refunded', async () => {
    const [me, code] = [await fill(), await newPurse(12)];
    ok(await me.post('/V1/carts/mine/purse', { code }));
    const id = ok(await pay(me, 'checkmo'));
    expect(await balanceOf(code)).toBe(0);
    const invoice = ok(await here.admin.post(`/V1/order/${id}/invoice`, { capture: true }));
    expect(ok(await here.admin.get(`/V1/invoices/${invoice}`))).toMatchObject({
      grand_total: 18,
      extension_attributes: { purse_amount: 12 },
    });
    const memo = ok(await here.admin.post(`/V1/order/${id}/refund`));
    const { extension_attributes: told } = ok(await here.admin.get(`/V1/creditmemo/${memo}`));
    expect(await balanceOf(code)).toBe(told.purse_amount);
    expect(told.purse_amount).toBeGreaterThan(0);
  });

  it('pays one of many orders that want it at the same time', async () => {
    const code = await newPurse(30);
    const buyers = [await fill(), await fill(), await fill()];
    for (const me of buyers) ok(await me.post('/V1/carts/mine/purse', { code }));
    const answers = await Promise.all(buyers.map((me) => pay(me, 'free')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    expect(await balanceOf(code)).toBe(0);
    const carts = await Promise.all(buyers.map((me) => me.get('/V1/carts/mine')));
    expect(carts.map(({ status }) => status).toSorted()).toEqual([200, 200, 404]);
  });
});

/** Totals that build on each other are put in order once, at the start. */
describe('totals of carts that do not fit together', () => {
  const total = (code: string, after: string): ModuleManifest =>
    module({ name: code, contributes: { cartTotals: [{ code, after, sortOrder: 50, load: () => undefined }] } });
  const start = async (...added: readonly ModuleManifest[]): Promise<void> => {
    const settings = readSettings({ DATABASE_URL: 'sqlite::memory:' });
    await (await openSouk(settings, pino({ level: 'silent' }), [...modules, ...added])).close();
  };

  it('keep a server from starting', async () => {
    await expect(start(total('one', 'gone'))).rejects.toThrow('The total one of carts comes after gone');
    await expect(start(total('one', 'two'), total('two', 'one'))).rejects.toThrow('come after each other: one, two');
    await expect(start(total('one', 'tax'), total('one', 'tax'))).rejects.toThrow('Two totals of carts are called one');
    await expect(start(total('tax', 'subtotal'))).rejects.toThrow('Two totals of carts are called tax');
  });

  it('are put behind what they name, whatever the order of the modules', async () => {
    const seen: string[] = [];
    const noting = (code: string, after: string): ModuleManifest =>
      module({
        name: code,
        contributes: {
          cartTotals: [{ code, after, sortOrder: 50, load: () => ({ collect: () => (seen.push(code), zeroPair) }) }],
        },
      });
    const added = [
      noting('third', 'second'),
      noting('last', 'grand_total'),
      noting('second', 'first'),
      noting('first', 'tax'),
    ];
    const here = await startHere('sqlite', { modules: [...modules, ...added] });
    try {
      const { sku } = await newProduct(here);
      const { path } = await cart(here, { sku, qty: 1 });
      seen.length = 0;
      ok(await here.guest.get(`${path}/totals`));
      expect(seen).toEqual(['first', 'second', 'third', 'last']);
    } finally {
      await here.stop();
    }
  });
});
