import { Client as PostgresClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../storage/databases.ts';
import { ok, startSouk, until, type Souk } from '../support/souk.ts';
import { guestCart, makeProduct, PAYMENT, ship } from './shop.ts';

// SQLite has one writer at a time: each call waits for the one before.
describe.runIf(engines.includes('postgres'))('while the commit of an order is held back', () => {
  let souk: Souk;
  let database: PostgresClient;
  beforeAll(async () => {
    souk = await startSouk();
    database = new PostgresClient({ connectionString: souk.env.DATABASE_URL! });
    await database.connect();
  });
  afterAll(async () => {
    await database.end();
    await souk.stop();
  });

  async function cartWith(sku: string): Promise<string> {
    const { path } = await guestCart(souk, [sku, 1]);
    await ship(souk.guest, path);
    return path;
  }

  const order = async (path: string): Promise<number> =>
    ok(await souk.guest.post(`${path}/payment-information`, PAYMENT)) as number;

  const invoiced = async (id: number): Promise<string> => {
    const invoice = ok(await souk.admin.post(`/V1/order/${id}/invoice`, { capture: false })) as number;
    return ok(await souk.admin.get(`/V1/invoices/${invoice}`)).increment_id;
  };

  it('an order that waits for its commit holds back no order of another product, and no cart', async () => {
    const [awaited, other] = [await makeProduct(souk), await makeProduct(souk)];
    const { id: product } = ok(await souk.admin.get(`/V1/products/${awaited}`));
    // From then on the product has a row of what is reserved, and the sequences are there.
    await order(await cartWith(awaited));
    const [first, second] = [await cartWith(awaited), await cartWith(other)];
    await database.query('begin');
    const held = 'select from cataloginventory_reservation where product_id = $1 for update';
    expect((await database.query(held, [product])).rowCount).toBe(1);
    // It stops at its last statement: all else is written, and held until its commit.
    const waiting = order(first);
    await until(async () => {
      const { rows } = await database.query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows[0]!.n === 1;
    });
    const placed = await order(second);
    const cart = await cartWith(awaited);
    expect(ok(await souk.guest.get(`${cart}/items`))).toHaveLength(1);
    await database.query('commit');
    const late = await waiting;
    const numberOf = async (id: number): Promise<string> => ok(await souk.admin.get(`/V1/orders/${id}`)).increment_id;
    expect(Number(await numberOf(placed))).toBe(Number(await numberOf(late)) + 1);
  });

  it('an invoice that is undone leaves no gap in their numbers', async () => {
    const sku = await makeProduct(souk);
    const [one, two] = [await order(await cartWith(sku)), await order(await cartWith(sku))];
    const before = Number(await invoiced(one));
    await database.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`);
    await database.query('create trigger refuse before insert on sales_invoice for each row execute function refuse()');
    expect((await souk.admin.post(`/V1/order/${two}/invoice`, { capture: false })).status).toBe(500);
    await database.query('drop trigger refuse on sales_invoice');
    expect(Number(await invoiced(two))).toBe(before + 1);
  });
});
