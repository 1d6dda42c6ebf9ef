import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { migrations } from '../../src/modules/quote/tables.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { guestCart, makeProduct, ADDRESS } from '../quote/shop.ts';
import { createDatabase, engines } from '../storage/databases.ts';
import type { DemoGateway } from '../../src/modules/payment-gateway/demo/gateway.ts';
import { ok, startSouk, type Client, type Souk } from '../support/souk.ts';
import { storedValues, writtenBy } from '../support/stored.ts';
import { pay, readyCart, startGateway, useGateway } from './shop.ts';

describe('D260: the data of a payment', () => {
  let souk: Souk;
  let gateway: DemoGateway;
  beforeAll(async () => {
    gateway = await startGateway();
    souk = await startSouk({ env: { SOUK_LOG: 'trace' } });
    await useGateway(souk, gateway);
  });
  afterAll(async () => {
    await souk.stop();
    await gateway.stop();
  });

  const card = (number: string) => ({ cc_number: number, cc_cid: '97531', cc_exp_year: '2031' });
  const payments = async (): Promise<string[]> =>
    (await storedValues(souk, 'select document from quote order by id desc limit 1')).map((document) =>
      JSON.stringify(
        ((typeof document === 'string' ? JSON.parse(document) : document) as { payment: unknown }).payment,
      ),
    );

  it('is not kept by methods that declare none, whichever way a cart is given its payment', async () => {
    const sku = await makeProduct(souk, { type_id: 'virtual' });
    const cart = async () => (await guestCart(souk, [sku, 1])).path;
    const method = (number: string) => ({ method: 'checkmo', additional_data: card(number) });
    const billing = { email: 'ada@example.com', billingAddress: ADDRESS };
    const { guest }: { guest: Client } = souk;
    ok(await guest.put(`${await cart()}/selected-payment-method`, { method: method('4111111111110001') }));
    ok(
      await guest.post(`${await cart()}/set-payment-information`, {
        ...billing,
        paymentMethod: method('4111111111110002'),
      }),
    );
    ok(await guest.put(`${await cart()}/collect-totals`, { paymentMethod: method('4111111111110003') }));
    const list = { method: 'checkmo', additional_data: ['4111111111110004'] };
    ok(await guest.put(`${await cart()}/selected-payment-method`, { method: list }));
    const xml =
      '<request><method><method>checkmo</method><additional_data><cc_number>4111111111110005</cc_number></additional_data></method></request>';
    ok(await guest.put(`${await cart()}/selected-payment-method`, xml, { 'content-type': 'application/xml' }));
    ok(
      await guest.post(`${await cart()}/payment-information`, {
        ...billing,
        paymentMethod: method('4111111111110006'),
      }),
    );
    expect(await writtenBy(souk)).not.toMatch(/411111111111000\d|97531/);
  });

  it('is kept encrypted where the method declares it, and nothing beside', async () => {
    const { path } = await readyCart(souk);
    const choose = (method: string, additional_data: unknown) =>
      souk.guest.put(`${path}/selected-payment-method`, { method: { method, additional_data } });
    ok(await choose('gateway', { token: 'tok_good_but_plain', ...card('4222222222220001') }));
    expect((await payments())[0]).toMatch(/"method":"gateway".*"sealed_data":"[\w+/=]{40,}"/);
    expect(await writtenBy(souk)).not.toMatch(/tok_good_but_plain|422222222222000\d|97531/);
    ok(await choose('checkmo', null));
    expect((await payments())[0]).toContain('"sealed_data":null');
    ok(await choose('gateway', { token: 'tok_good' }));
    ok(await souk.guest.put(`${path}/order`, { paymentMethod: null }));
    expect((await payments())[0]).toContain('"sealed_data":null');
  });

  it('reaches the provider from a request, from a cart, by name and from a list; no other member takes its place', async () => {
    const { path } = await readyCart(souk);
    ok(await pay(souk, path));
    const inList = await readyCart(souk);
    const paymentMethod = { method: 'gateway', additional_data: ['tok_good'] };
    ok(await souk.guest.put(`${inList.path}/order`, { paymentMethod }));
    const misnamed = await readyCart(souk);
    const wrong = { method: 'gateway', additional_data: { cc_number: '4333333333330001' } };
    expect((await souk.guest.put(`${misnamed.path}/order`, { paymentMethod: wrong })).status).toBe(400);
  });

  it('of a cart that was encrypted with another key is to be sent again', async () => {
    const { path } = await readyCart(souk);
    const method = { method: 'gateway', additional_data: { token: 'tok_good' } };
    ok(await souk.guest.put(`${path}/selected-payment-method`, { method }));
    await souk.restart({ SOUK_SECRET_KEY: 'another key' });
    await useGateway(souk, gateway);
    const refused = await souk.guest.put(`${path}/order`, { paymentMethod: null });
    expect(refused).toMatchObject({ status: 400, body: { message: 'Enter a valid payment method and try again.' } });
    ok(await souk.guest.put(`${path}/selected-payment-method`, { method }));
    ok(await souk.guest.put(`${path}/order`, { paymentMethod: null }));
  });
});

test.each(engines)(
  'data of payments that carts stored in the clear is removed by a migration on %s',
  async (engine) => {
    const database = await createDatabase(engine);
    try {
      const storage = await database.open();
      const quote = (names: (name: string) => boolean) => ({
        name: 'Quote',
        migrations: migrations.filter(({ name }) => names(name)),
      });
      await migrate(storage, [quote((name) => name < '004')]);
      const payment = { id: 1, method: 'checkmo', additional_data: ['4111111111111111'] };
      const documents = [{ payment }, { payment: null }, { payment: { ...payment, additional_data: null } }];
      await storage.transaction(async (db) => {
        for (const [index, document] of documents.entries()) {
          await sql`insert into quote (id, store_id, website_id, is_active, created_at, updated_at, items_count, items_qty,
          customer_group_id, document, version)
          values (${index + 1}, 1, 1, 1, 'x', 'x', 0, 0, 0, ${JSON.stringify(document)}, 1)`.execute(db);
        }
      });
      await migrate(storage, [quote(() => true)]);
      const { rows } = await storage.transaction((db) =>
        sql<{ document: string | object }>`select document from quote order by id`.execute(db),
      );
      const stored = rows.map(({ document }) => (typeof document === 'string' ? JSON.parse(document) : document));
      expect(stored).toEqual([
        { payment: { id: 1, method: 'checkmo' } },
        { payment: null },
        { payment: { id: 1, method: 'checkmo' } },
      ]);
    } finally {
      await database.remove();
    }
  },
);
