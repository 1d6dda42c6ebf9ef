import { Client as PostgresClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../storage/databases.ts';
import { graphqlClient } from '../support/graphql.ts';
import { ok, startSouk, until, type Answer, type Souk } from '../support/souk.ts';
import { guestCart, makeProduct, PAYMENT, ship } from '../quote/shop.ts';

// An order on PostgreSQL reads the stock before it reserves units; the server compares the two when it commits.
describe.runIf(engines.includes('postgres'))('an order whose stock changes after it was read', () => {
  let souk: Souk;
  let other: PostgresClient;
  beforeAll(async () => {
    souk = await startSouk();
    other = new PostgresClient({ connectionString: souk.env.DATABASE_URL! });
    await other.connect();
  });
  afterAll(async () => {
    await other.end();
    await souk.stop();
  });

  /** The answer to an order of two units of a product with 100, of which one is reserved; `change` runs while the order waits to reserve. */
  async function orderDuring(change: string): Promise<{ sku: string; answer: Answer }> {
    const sku = await makeProduct(souk);
    const cartWith = async (qty: number): Promise<string> => {
      const { path } = await guestCart(souk, [sku, qty]);
      await ship(souk.guest, path);
      return path;
    };
    const order = (path: string): Promise<Answer> => souk.guest.post(`${path}/payment-information`, PAYMENT);
    ok(await order(await cartWith(1)));
    const path = await cartWith(2);
    const { id } = ok(await souk.admin.get(`/V1/products/${sku}`));
    await other.query('begin');
    await other.query('select from cataloginventory_reservation where product_id = $1 for update', [id]);
    const ordering = order(path);
    await until(async () => {
      const { rows } = await other.query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows[0]!.n === 1;
    });
    await other.query(change.replace('$id', String(id)));
    await other.query('commit');
    return { sku, answer: await ordering };
  }

  const reserved = (qty: number): string =>
    `update cataloginventory_reservation set qty = ${qty} where product_id = $id`;
  const stock = (set: string): string => `update cataloginventory_stock_item set ${set} where product_id = $id`;

  it.each([
    ['other orders took all but one unit', reserved(99)],
    ['less came in', stock('qty = 2')],
    ['it was taken out of sale', stock('is_in_stock = 0')],
    ['more units are kept', stock('min_qty = 98, use_config_min_qty = 0')],
  ])('is refused where %s', async (_, change) => {
    const { sku, answer } = await orderDuring(change);
    expect([answer.status, answer.body.message]).toEqual([
      400,
      expect.stringMatching(/not enough|out of stock|available/i),
    ]);
    const { items } = ok(
      await souk.admin.get(
        `/V1/orders?searchCriteria[filter_groups][0][filters][0][field]=status&searchCriteria[filter_groups][0][filters][0][value]=pending`,
      ),
    );
    const ordered = items.filter((order: { items: { sku: string }[] }) => order.items[0]!.sku === sku);
    expect(ordered).toHaveLength(1);
  });

  it.each([
    ['enough is left', reserved(90)],
    ['more came in', stock('qty = 500')],
    ['backorders were allowed', stock('qty = 1, backorders = 1, use_config_backorders = 0')],
    ['it is no longer counted', stock('qty = 1, manage_stock = 0, use_config_manage_stock = 0')],
  ])('is placed where %s', async (_, change) => {
    const { answer } = await orderDuring(change);
    expect(ok(answer)).toBeGreaterThan(0);
  });

  it('hides the product where it takes the last units', async () => {
    const { sku, answer } = await orderDuring(reserved(98));
    expect(ok(answer)).toBeGreaterThan(0);
    const query = `{ products(filter: { sku: { eq: "${sku}" } }) { total_count } }`;
    expect(await graphqlClient(souk).data(query)).toEqual({ products: { total_count: 0 } });
  });
});
