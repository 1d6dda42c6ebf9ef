import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createConsumer } from '../../src/platform/operation-queue/consumer.ts';
import { attempts } from '../operations/counters.ts';
import { accept, notes, operationsOf, runConsumer, type TestPlatform } from '../operations/platform.ts';
import { install, setups, type Installation } from '../operations/setups.ts';
import { until } from '../support/client.ts';

const note = (sku: string, text: string) => ({ note: { sku, text } });

const onPostgres = setups.filter(({ engine }) => engine === 'postgres');

// SQLite has one writer at a time: nothing can lock each other out.
test.skipIf(onPostgres.length > 0)('a deadlock is for PostgreSQL alone', () => {
  expect(onPostgres).toEqual([]);
});

describe.each(onPostgres)('with the broker $broker', (setup) => {
  let installation: Installation;
  let platform: TestPlatform;
  let other: Client;
  beforeAll(async () => {
    installation = await install(setup);
    platform = await installation.open();
    other = new Client({ connectionString: installation.databaseUrl });
    await other.connect();
    // The consumer is to be the one whom the database picks.
    await other.query(`set deadlock_timeout = '60s'`);
  });
  afterAll(async () => {
    await other?.end();
    await installation?.remove();
  });

  test('an operation that dies in a deadlock is tried again, and its neighbours are not', async () => {
    await accept(platform, [note('a', '0'), note('b', '0'), note('c', '0')]);
    await runConsumer(platform);
    attempts.clear();
    await other.query('begin');
    await other.query(`update counter set notes = notes where sku = 'b'`);
    const uuid = await accept(platform, [note('a', '1'), note('b', '2'), note('c', '3')]);
    const consumer = createConsumer(platform);
    consumer.start();
    await until(async () => (await waiting()) === 1);
    // Waits for the consumer's transaction, which waits for this one.
    await other.query(`update counter set notes = notes where sku = 'a'`);
    await other.query('commit');
    await consumer.waitUntilIdle();
    await consumer.stop();
    expect((await operationsOf(platform, uuid)).map(({ status }) => status)).toEqual([1, 1, 1]);
    expect(await notes(platform)).toEqual({ a: '01', b: '02', c: '03' });
    expect(Object.fromEntries(attempts)).toEqual({ 1: 1, 2: 2, 3: 1 });
  });

  /** How many other connections to this database wait for a lock. */
  const waiting = async (): Promise<number> => {
    const { rows } = await other.query(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0].n;
  };
});
