import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Client } from 'pg';
import { call, remove, startBench } from '../support.ts';

/** A database to be filled. */
export interface OrdersDatabase {
  readonly kind: 'sqlite' | 'postgres';
  readonly url: string;
  /** Where the server of the measurement writes. */
  readonly folder: string;
  readonly drop: () => Promise<void>;
}

export interface Target {
  readonly kind: OrdersDatabase['kind'];
  create(): Promise<OrdersDatabase>;
}

/** SQLite, and PostgreSQL where TEST_DATABASE_URL names a server. */
export function targets(): Target[] {
  const server = process.env.TEST_DATABASE_URL;
  const folder = (): string => mkdtempSync(join(tmpdir(), 'souk-orders-'));
  const sqlite: Target = {
    kind: 'sqlite',
    create: async () => {
      const own = folder();
      return { kind: 'sqlite', url: `sqlite:${own}/souk.db`, folder: own, drop: async () => {} };
    },
  };
  if (!server) return [sqlite];
  const postgres: Target = {
    kind: 'postgres',
    create: async () => {
      const name = `souk_orders_${randomBytes(6).toString('hex')}`;
      await onPostgres(server, [`create database ${name}`]);
      const url = new URL(server);
      url.pathname = `/${name}`;
      const drop = () => onPostgres(server, [`drop database if exists ${name} with (force)`]);
      return { kind: 'postgres', url: url.href, folder: folder(), drop };
    },
  };
  return [sqlite, postgres];
}

export async function removeTarget({ drop, folder }: OrdersDatabase): Promise<void> {
  await drop();
  remove(folder);
}

async function onPostgres(url: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/**
 * Fills a shop with `orders` orders of two years, two lines each, with an invoice and a shipment for each and a credit memo for
 * each tenth: one real order, sold through the interface, is copied within the database.
 */
export async function fillOrders({ kind, url, folder }: OrdersDatabase, orders: number): Promise<void> {
  await sellOne(folder, url);
  const statements = copies(kind, orders);
  if (kind === 'postgres') {
    await onPostgres(url, [...statements, 'vacuum analyze']);
    return;
  }
  const db = new Sqlite(`${folder}/souk.db`);
  db.function('fold', { deterministic: true }, (text: unknown) => (text === null ? null : String(text).toLowerCase()));
  db.pragma('synchronous = off');
  db.transaction(() => statements.forEach((statement) => db.exec(statement)))();
  db.close();
}

async function sellOne(folder: string, url: string): Promise<void> {
  const bench = await startBench(folder, [], { DATABASE_URL: url });
  const post = (path: string, body: unknown, token?: string): Promise<unknown> =>
    call(bench.base, 'POST', `/rest/V1${path}`, token, body);
  const address = {
    firstname: 'Ada',
    lastname: 'Buyer',
    street: ['1 Main St'],
    city: 'Los Angeles',
    region: 'California',
    region_id: 12,
    region_code: 'CA',
    country_id: 'US',
    postcode: '90001',
    telephone: '1',
    email: 'a@example.com',
  };
  const cart = await post('/guest-carts', {});
  for (const sku of ['first', 'second']) {
    const stock_item = { qty: 100, is_in_stock: true };
    const product = { sku, name: sku, attribute_set_id: 4, price: 10, weight: 1, extension_attributes: { stock_item } };
    await post('/products', { product }, bench.token);
    await post(`/guest-carts/${cart}/items`, { cartItem: { sku, qty: 2, quote_id: cart } });
  }
  const method = { shipping_method_code: 'flatrate', shipping_carrier_code: 'flatrate' };
  const addressInformation = { shipping_address: address, billing_address: address, ...method };
  await post(`/guest-carts/${cart}/shipping-information`, { addressInformation });
  const paying = { email: 'a@example.com', paymentMethod: { method: 'checkmo' }, billing_address: address };
  const id = await post(`/guest-carts/${cart}/payment-information`, paying);
  for (const action of ['invoice', 'ship', 'refund']) await post(`/order/${id}/${action}`, {}, bench.token);
  await bench.stop();
}

/** Statements that copy the first order and its documents; the copies have the ids after it. */
function copies(kind: OrdersDatabase['kind'], orders: number): string[] {
  const isSqlite = kind === 'sqlite';
  const spread = Math.floor((2 * 365 * 86_400) / orders) || 1;
  const numbers = (count: number): string =>
    isSqlite
      ? `(with recursive n(i) as (select 2 union all select i + 1 from n where i < ${count}) select i from n)`
      : `generate_series(2, ${count}) as n(i)`;
  const from = (table: string, count: number): string =>
    isSqlite ? `${table} as t, ${numbers(count)} as n` : `${table} as t, ${numbers(count)}`;
  const time = isSqlite
    ? `strftime('%Y-%m-%d %H:%M:%S', '2025-01-01', (i * ${spread}) || ' seconds')`
    : `to_char(timestamp '2025-01-01' + i * ${spread} * interval '1 second', 'YYYY-MM-DD HH24:MI:SS')`;
  const number = isSqlite ? `printf('%09d', i)` : `lpad(i::text, 9, '0')`;
  const status = `case when i % 10 < 6 then 'complete' when i % 10 < 8 then 'processing' when i % 10 < 9 then 'pending' else 'canceled' end`;
  const email = `'buyer' || (i % ${Math.ceil(orders / 10)}) || '@example.com'`;
  const set = (path: string, value: string, under: string): string =>
    isSqlite
      ? `json_set(${under}, '$.${path}', ${value})`
      : `jsonb_set(${under}, '{${path.replace('.', ',')}}', to_jsonb(${value}))`;
  const order = set('fields.increment_id', number, set('fields.status', status, 'document'));
  const document = set('updated_at', time, set('increment_id', number, set('order_id', 'i', 'document')));
  const kinds = [
    ['sales_invoice', orders],
    ['sales_shipment', orders],
    ['sales_creditmemo', Math.ceil(orders / 10)],
  ] as const;
  return [
    `insert into sales_order (id, increment_id, store_id, state, status, customer_id, customer_email, quote_id, grand_total,
        created_at, updated_at, document, version)
      select i, ${number}, store_id, state, ${status}, customer_id, ${email}, quote_id, grand_total, ${time}, ${time},
        ${order}, 1 from ${from('sales_order', orders)} where t.id = 1`,
    `insert into sales_order_item (item_id, order_id, parent_item_id, product_id, sku, created_at, document)
      select item_id + 2 * i, i, null, product_id, sku, created_at, document
      from ${from('sales_order_item', orders)} where t.order_id = 1`,
    ...kinds.map(
      ([table, count]) =>
        `insert into ${table} (id, order_id, increment_id, store_id, state, created_at, document, version)
          select i, i, ${number}, store_id, state, ${time}, ${document}, 1 from ${from(table, count)} where t.id = 1`,
    ),
  ];
}
