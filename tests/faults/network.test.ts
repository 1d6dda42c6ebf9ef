import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { brokerOf } from '../../src/platform/operation-queue/brokers.ts';
import { createConsumer } from '../../src/platform/operation-queue/consumer.ts';
import type { Storage } from '../../src/storage/database.ts';
import { openStorage } from '../../src/storage/database.ts';
import { accept, openPlatform, runConsumer, type TestPlatform } from '../operations/platform.ts';
import { install, type Installation } from '../operations/setups.ts';
import { engines } from '../storage/databases.ts';
import { criteria, fails, ok, startProcess, unique, until } from '../support/souk.ts';
import { startProxy, type Proxy } from '../support/proxy.ts';
import { amqpServer, createVirtualHost } from '../support/rabbitmq.ts';
import { inputsOf, pathOf } from './traffic-plan.ts';
import { expectExactlyOnce, startTraffic } from './traffic.ts';

/** Whether a client sends the end of a transaction. */
const isCommit = (data: Buffer): boolean => data.includes('commit\0');

describe
  .runIf(engines.includes('postgres'))
  .each([{ broker: 'database' as const }, ...(amqpServer ? [{ broker: 'RabbitMQ' as const }] : [])])(
  'with the broker $broker',
  ({ broker }) => {
    let installation: Installation;
    let toDatabase: Proxy;
    let toBroker: Proxy | undefined;
    const storages: Storage[] = [];
    let platforms: TestPlatform[];

    /** A process whose every connection leads through the proxies. */
    const openBehindProxies = async (): Promise<TestPlatform> => {
      const storage = await openStorage(toDatabase.url, {
        log: { warn: () => undefined },
        lockWait: 2000,
        patience: 500,
      });
      storages.push(storage);
      const amqpUrl = toBroker && `${toBroker.url}?heartbeat=1`;
      const platform = await openPlatform(storage, { amqpUrl });
      platform.settingsByPath.set('souk/operations/attempts', '1000');
      platform.settingsByPath.set('souk/operations/recovery_interval', '1');
      await brokerOf(platform).start();
      platforms.push(platform);
      return platform;
    };
    beforeEach(async () => {
      platforms = [];
      installation = await install({ engine: 'postgres', broker });
      toDatabase = await startProxy(installation.databaseUrl, 5432);
      toBroker = installation.amqpUrl ? await startProxy(installation.amqpUrl, 5672) : undefined;
    });
    afterEach(async () => {
      for (const platform of platforms) await brokerOf(platform).close();
      for (const storage of storages.splice(0)) await storage.close();
      await toDatabase.close();
      await toBroker?.close();
      await installation.remove();
    });

    test.each(['cut', 'stall'] as const)(
      'a network that is %s again and again loses and doubles nothing',
      async (fault) => {
        const [web, worker] = [await openBehindProxies(), await openBehindProxies()];
        const consumers = [createConsumer(worker), createConsumer(web)];
        for (const consumer of consumers) consumer.start();
        const traffic = startTraffic(web, fault, 30);
        for (let round = 0; round < 4; round++) {
          await pause(200);
          // The one, the other, and both at the same time.
          const broken = [toDatabase, ...(toBroker ? [toBroker] : [])].filter((_, i) => round > 1 || i === round % 2);
          for (const proxy of broken) await proxy[fault]();
          await pause(fault === 'cut' ? 200 : 1200);
          for (const proxy of broken) await proxy.restore();
        }
        await until(async () => traffic.accepted.size > 3);
        await traffic.stop();
        await until(async () =>
          consumers[0]!.waitUntilIdle().then(
            () => true,
            () => false,
          ),
        );
        await Promise.all(consumers.map((consumer) => consumer.stop()));
        expect(traffic.accepted.size).toBeGreaterThan(3);
        await expectExactlyOnce(web, fault, traffic);
      },
    );

    test('a connection that breaks as soon as it is open costs nobody but those who wait for it', async () => {
      const web = await openBehindProxies();
      let breaks = 0;
      toDatabase.inspect = (data) => (data.includes('pg_is_in_recovery') && ++breaks < 4 ? 'cut before' : 'pass');
      await toDatabase.cut();
      await toDatabase.restore();
      await until(async () => accept(web, inputsOf('opened', 0), pathOf(0)).then(Boolean, () => false));
      expect(breaks).toBeGreaterThan(1);
      toDatabase.inspect = undefined;
    });

    test.each(['cut before', 'cut after'] as const)(
      'a call whose connection is %s its commit is accepted once and executed once',
      async (moment) => {
        const web = await openBehindProxies();
        const accepted = new Map<number, string>();
        for (let bulk = 0; bulk < 4; bulk++) {
          let isDue = true;
          toDatabase.inspect = (data) => {
            if (!isDue || !isCommit(data)) return 'pass';
            isDue = false;
            return moment;
          };
          accepted.set(bulk, await accept(web, inputsOf('commit', bulk), pathOf(bulk)));
          expect(isDue).toBe(false);
        }
        let commits = 0;
        toDatabase.inspect = (data) => (isCommit(data) && ++commits % 3 === 0 && commits < 20 ? moment : 'pass');
        await runConsumer(web);
        expect(commits).toBeGreaterThan(3);
        toDatabase.inspect = undefined;
        await expectExactlyOnce(web, 'commit', { accepted });
        expect(await web.storage.reader.selectFrom('bulk').select('id').execute()).toHaveLength(4);
      },
    );
  },
);

test.runIf(amqpServer)(
  'a connection to the broker that breaks while the queues are declared is made again',
  async () => {
    const souk = await startProcess();
    const host = await createVirtualHost();
    const proxy = await startProxy(host.url, 5672);
    let breaks = 0;
    proxy.inspect = (data) =>
      data.includes('async.operations.all') && breaks < 3 && ++breaks ? 'answered with what cannot be read' : 'pass';
    await souk.restart({ AMQP_URL: proxy.url });
    await until(async () => breaks === 3);
    const product = { sku: unique('declared'), price: 1, attribute_set_id: 4, name: 'Declared' };
    const { body } = await souk.admin.post('/async/V1/products', { product });
    await until(async () => (await souk.admin.get(`/V1/products/${product.sku}`)).status === 200);
    expect(body.errors).toBe(false);
    await souk.stop();
    await proxy.close();
    await host.remove();
  },
);

test.runIf(engines.includes('postgres'))(
  'a synchronous call whose connection is lost at its commit is not tried again, and says so',
  async () => {
    const souk = await startProcess();
    const proxy = await startProxy(souk.env.DATABASE_URL!, 5432);
    await souk.restart({ DATABASE_URL: proxy.url });
    const send = (name: string) =>
      souk.admin.store('all').post('/V1/categories', { category: { name, parent_id: 2, is_active: true } });
    const found = async (name: string): Promise<number> => {
      const query = criteria([[{ field: 'name', value: name }]]);
      return ok(await souk.admin.get(`/V1/categories/list?${query}`)).total_count;
    };
    /** Breaks the connection that saves a category of this name; the server commits other things as well. */
    const breakThatOf = (name: string, verdict: 'cut before' | 'cut after'): void => {
      let saving: Socket | undefined;
      proxy.inspect = (data, client) => {
        if (data.includes(name)) saving = client;
        if (client !== saving || !isCommit(data)) return 'pass';
        proxy.inspect = undefined;
        return verdict;
      };
    };
    const saved = unique('saved');
    breakThatOf(saved, 'cut after');
    fails(await send(saved), 503, /lost while the call was being saved\. Check whether it took effect/);
    // The server may still be at it.
    await until(async () => (await found(saved)) === 1);
    const unsaved = unique('unsaved');
    breakThatOf(unsaved, 'cut before');
    fails(await send(unsaved), 503, /Check whether it took effect/);
    expect(await found(unsaved)).toBe(0);
    ok(await send(unsaved));
    await souk.stop();
    await proxy.close();
  },
);
