import { Client as PostgresClient } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ok, until, type Client } from '../support/client.ts';
import { engines } from '../storage/databases.ts';
import { startHere, type Here } from '../support/here.ts';
import { canStartPostgres, createPostgresServer, type PostgresServer } from '../support/postgres-server.ts';

/** Milliseconds that the replica replays commits late. */
const LATE = 150;

describe.runIf(engines.includes('postgres') && canStartPostgres)('reads that a replica may answer', () => {
  let primary: PostgresServer;
  let replica: PostgresServer;
  /** Two processes of one installation. */
  let one: Here;
  let other: Here;
  let control: PostgresClient;

  beforeAll(async () => {
    primary = await createPostgresServer();
    await primary.start();
    replica = await createPostgresServer({ primary, settings: { recovery_min_apply_delay: `${LATE}ms` } });
    await replica.start();
    await connect();
    const env = {
      DATABASE_URL: primary.url,
      DATABASE_READ_URL: replica.url,
      SOUK_READ_WAIT: '20',
      SOUK_READ_LAG: '2',
      SOUK_SECRET_KEY: 'one key for both',
    };
    one = await startHere('sqlite', { env });
    other = await startHere('sqlite', { env });
    await usedBy(one, other);
  });
  afterAll(async () => {
    await one?.stop();
    await other?.stop();
    await control?.end();
    replica?.remove();
    primary?.remove();
  });

  async function connect(): Promise<void> {
    control = new PostgresClient({ connectionString: replica.url });
    control.on('error', () => {});
    await control.connect();
  }

  /** Resolves when the replica is used, and shows all there is. */
  async function usedBy(...processes: Here[]): Promise<void> {
    for (const here of processes) {
      await until(async () => {
        await here.guest.get('/V1/directory/countries/DE');
        const { replicas } = here.souk.storage.replicas()!;
        return replicas.every(({ isUsed, lag }) => isUsed && lag === 0);
      });
    }
  }

  const answeredBy = ({ souk }: Here, by: (name: string) => boolean): number =>
    souk.storage
      .replicas()!
      .answered.filter((answered) => by(answered.by))
      .reduce((sum, { count }) => sum + count, 0);
  const byReplica = (here: Here): number => answeredBy(here, (by) => !by.startsWith('primary'));
  const byPrimary = (here: Here): number => answeredBy(here, (by) => by.startsWith('primary'));

  interface Account {
    readonly id: number;
    readonly email: string;
    readonly at: (here: Here) => Client;
  }

  async function customer(name: string): Promise<Account> {
    const email = `${name}@example.com`;
    const { id } = ok(
      await one.admin.post('/V1/customers', {
        customer: { email, firstname: name, lastname: 'X' },
        password: 'Customer123!',
      }),
    );
    const token = ok(
      await other.guest.post('/V1/integration/customer/token', { username: email, password: 'Customer123!' }),
    );
    return { id, email, at: (here) => here.guest.as(token) };
  }

  const rename = async (client: Client, { id, email }: Account, name: string): Promise<void> =>
    void ok(
      await client.put('/V1/customers/me', {
        customer: { id, email, firstname: name, lastname: 'X', website_id: 1 },
      }),
    );

  test('a customer sees what they have just written, in every process, by REST and by GraphQL', async () => {
    const anna = await customer('anna');
    const { at } = anna;
    for (let i = 0; i < 12; i++) {
      const [writer, reader] = i % 2 === 0 ? [one, other] : [other, one];
      await rename(at(writer), anna, `Anna ${i}`);
      const [rest, graphql] = await Promise.all([
        at(reader).get('/V1/customers/me'),
        at(reader).raw('POST', '/graphql', {
          query: '{ customer { firstname } }',
        }),
      ]);
      expect(ok(rest).firstname).toBe(`Anna ${i}`);
      expect(ok(graphql).data.customer.firstname).toBe(`Anna ${i}`);
    }
  });

  test('a new account, its token and a cart of a guest are seen at once', async () => {
    for (let i = 0; i < 3; i++) {
      const { at } = await customer(`new${i}`);
      expect(ok(await at(one).get('/V1/customers/me')).firstname).toBe(`new${i}`);
      const cart = ok(await one.guest.post('/V1/guest-carts'));
      expect((await other.guest.get(`/V1/guest-carts/${cart}`)).status).toBe(200);
    }
  });

  test('those who have written nothing of late are answered by the replica', async () => {
    const { at } = await customer('reader');
    // Once the replica has what was written before.
    await until(async () => {
      const before = byReplica(one);
      const wasByPrimary = byPrimary(one);
      ok(await at(one).get('/V1/customers/me'));
      ok(await one.guest.get('/V1/directory/countries'));
      return byReplica(one) > before && byPrimary(one) === wasByPrimary;
    });
    const metrics = await (await fetch(`${one.base}/metrics`)).text();
    expect(metrics).toMatch(/souk_replica_reads_total\{by="127\.0\.0\.1:\d+"\} [1-9]/);
    expect(metrics).toMatch(/souk_replica_used\{replica="127\.0\.0\.1:\d+"\} 1/);
    expect(metrics).toMatch(/souk_replica_lag_seconds\{replica="127\.0\.0\.1:\d+"\} \d/);
  });

  describe('while the replica replays nothing', () => {
    beforeAll(async () => {
      await usedBy(one, other);
    });

    test('every caller sees what they have to, and the shared memory is that of the primary', async () => {
      const product = (price: number): object => ({
        product: {
          sku: 'mug',
          name: 'Mug',
          price,
          attribute_set_id: 4,
          type_id: 'simple',
          status: 1,
          visibility: 4,
          extension_attributes: { stock_item: { qty: 9, is_in_stock: true } },
        },
      });
      ok(await one.admin.post('/V1/products', product(1)));
      const bea = await customer('bea');
      const { at } = bea;
      await usedBy(one, other);
      await control.query('select pg_wal_replay_pause()');
      try {
        await rename(at(one), bea, 'Beatrix');
        expect(ok(await at(other).get('/V1/customers/me')).firstname).toBe('Beatrix');
        ok(await one.admin.put('/V1/products/mug', product(2)));
        expect(ok(await other.admin.get('/V1/products/mug')).price).toBe(2);
        await one.configure({ 'general/locale/timezone': 'Europe/Berlin' });
        const config = ok(await other.guest.raw('POST', '/graphql', { query: '{ storeConfig { timezone } }' }));
        expect(config.data).toEqual({ storeConfig: { timezone: 'Europe/Berlin' } });
        // Farther behind than is allowed: it is left out.
        await until(async () => !other.souk.storage.replicas()!.replicas[0]!.isUsed);
      } finally {
        await control.query('select pg_wal_replay_resume()');
      }
      await usedBy(one, other);
    });

    test('what guests were answered from it is not kept longer than it holds', async () => {
      const price = async (here: Here): Promise<unknown> =>
        ok(
          await here.guest.raw('POST', '/graphql', {
            query:
              '{ products(filter: { sku: { eq: "mug" } }) { items { price_range { minimum_price { final_price { value } } } } } }',
          }),
        );
      await usedBy(one, other);
      await price(one);
      await control.query('select pg_wal_replay_pause()');
      try {
        ok(await other.admin.put('/V1/products/mug', { product: { price: 3 } }));
        await price(one);
      } finally {
        await control.query('select pg_wal_replay_resume()');
      }
      for (const here of [one, other]) {
        // Much sooner than after the minute for which kept answers hold at most.
        await until(async () => JSON.stringify(await price(here)).includes('"value":3'));
      }
    });
  });

  test('a replica that is killed is left out, and comes back', async () => {
    const { at } = await customer('steady');
    const before = byReplica(one);
    replica.kill();
    for (let i = 0; i < 5; i++) {
      expect(ok(await at(one).get('/V1/customers/me')).firstname).toBe('steady');
    }
    await until(async () => !one.souk.storage.replicas()!.replicas[0]!.isUsed);
    await replica.start();
    await usedBy(one);
    ok(await at(one).get('/V1/customers/me'));
    expect(byReplica(one)).toBeGreaterThan(before);
  });

  test('a primary that has been restarted is followed again', async () => {
    const cleo = await customer('cleo');
    const { at } = cleo;
    primary.kill();
    await primary.start();
    await until(async () => (await at(one).get('/V1/customers/me')).status === 200);
    await rename(at(one), cleo, 'Again');
    expect(ok(await at(other).get('/V1/customers/me')).firstname).toBe('Again');
    await usedBy(one, other);
  });
});
