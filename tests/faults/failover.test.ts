import { setTimeout as pause } from 'node:timers/promises';
import { Client as PostgresClient } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brokerOf } from '../../src/platform/operation-queue/brokers.ts';
import { createConsumer } from '../../src/platform/operation-queue/consumer.ts';
import { openStorage, type Storage } from '../../src/storage/database.ts';
import { isUnknownCommit } from '../../src/storage/errors.ts';
import { nextGaplessNumber } from '../../src/storage/sequences.ts';
import { openPlatform, type TestPlatform } from '../operations/platform.ts';
import { engines } from '../storage/databases.ts';
import { until } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import { canStartPostgres, createPostgresServer, type PostgresServer } from '../support/postgres-server.ts';
import { expectExactlyOnce, startTraffic } from './traffic.ts';

describe.runIf(engines.includes('postgres') && canStartPostgres)('a standby takes over from the primary', () => {
  let primary: PostgresServer;
  let standby: PostgresServer;
  let url: string;
  const storages: Storage[] = [];
  const platforms: TestPlatform[] = [];
  let here: Here;
  beforeAll(async () => {
    primary = await createPostgresServer();
    await primary.start();
    await onServer(primary, 'create database shop');
    standby = await createPostgresServer({ primary });
    await standby.start();
    await onServer(primary, "alter system set synchronous_standby_names = '*'", 'select pg_reload_conf()');
    // The standby first: processes find the primary.
    url = `postgres://souk@127.0.0.1:${standby.port},127.0.0.1:${primary.port}/postgres?target_session_attrs=read-write`;
    here = await startHere('sqlite', { env: { DATABASE_URL: url.replace('/postgres?', '/shop?') } });
    for (let i = 0; i < 2; i++) {
      const storage = await openStorage(url, { log: { warn: () => undefined } });
      storages.push(storage);
      const platform = await openPlatform(storage);
      platform.settingsByPath.set('souk/operations/recovery_interval', '1');
      // However long the change takes, no operation is to be given up.
      platform.settingsByPath.set('souk/operations/attempts', '1000');
      await brokerOf(platform).start();
      platforms.push(platform);
    }
  });
  afterAll(async () => {
    await here?.stop();
    for (const platform of platforms) await brokerOf(platform).close();
    for (const storage of storages) await storage.close();
    standby?.remove();
    primary?.remove();
  });

  /** Runs statements; gives the first value of the last one. */
  async function onServer(server: PostgresServer, ...statements: string[]): Promise<unknown> {
    const client = new PostgresClient({ connectionString: server.url });
    await client.connect();
    let value: unknown;
    for (const text of statements) value = (await client.query<unknown[]>({ text, rowMode: 'array' })).rows[0]?.[0];
    await client.end();
    return value;
  }

  test('a commit that stops waiting for the standby is not told to have succeeded', async () => {
    const [storage] = storages as [Storage];
    await onServer(standby, 'select pg_wal_replay_pause()');
    await onServer(primary, "alter system set synchronous_commit = 'remote_apply'", 'select pg_reload_conf()');
    // What is connected hears of it before a new connection does.
    await until(async () => (await onServer(primary, 'show synchronous_commit')) === 'remote_apply');
    let isOver = false;
    const writing = storage
      .transaction((db) => nextGaplessNumber(db, 'alone'))
      .then(
        () => undefined,
        (error: unknown) => error,
      )
      .finally(() => (isOver = true));
    // Somebody, or a limit of the server, gives the wait up, and those of the processes' own work.
    await until(async () => {
      await onServer(primary, `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`);
      return isOver;
    });
    expect(isUnknownCommit(await writing)).toBe(true);
    await onServer(standby, 'select pg_wal_replay_resume()');
    await onServer(primary, 'alter system reset synchronous_commit', 'select pg_reload_conf()');
  });

  test('nothing is lost that was confirmed, and processes move over by themselves', async () => {
    const [web, other] = platforms as [TestPlatform, TestPlatform];
    const consumers = platforms.map((platform) => createConsumer(platform));
    for (const consumer of consumers) consumer.start();
    const traffic = startTraffic(web, 'failover', 10);
    const confirmed: string[] = [];
    const stopping = new AbortController();
    const writing = (async () => {
      for (let i = 0; !stopping.signal.aborted; i++) {
        const sku = `f${i}`;
        const product = { sku, name: sku, price: 1, attribute_set_id: 4 };
        const { status } = await here.admin.post('/V1/products', { product });
        if (status === 200) confirmed.push(sku);
        await pause(5);
      }
    })();
    await until(async () => traffic.accepted.size > 5 && confirmed.length > 5);
    primary.kill();
    await standby.promote();
    const before = { accepted: traffic.accepted.size, confirmed: confirmed.length };
    await until(async () => traffic.accepted.size > before.accepted + 5 && confirmed.length > before.confirmed + 5);
    stopping.abort();
    await writing;
    await traffic.stop();
    await consumers[0]!.waitUntilIdle();
    await Promise.all(consumers.map((consumer) => consumer.stop()));
    await expectExactlyOnce(other, 'failover', traffic);
    const lost: string[] = [];
    for (const sku of confirmed) if ((await here.admin.get(`/V1/products/${sku}`)).status !== 200) lost.push(sku);
    expect(lost).toEqual([]);
  });
});
