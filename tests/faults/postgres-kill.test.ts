import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brokerOf } from '../../src/platform/operation-queue/brokers.ts';
import { createConsumer } from '../../src/platform/operation-queue/consumer.ts';
import { openStorage, type Storage } from '../../src/storage/database.ts';
import { openPlatform, type TestPlatform } from '../operations/platform.ts';
import { engines } from '../storage/databases.ts';
import { canStartPostgres, createPostgresServer, type PostgresServer } from '../support/postgres-server.ts';
import { amqpServer, createVirtualHost, type VirtualHost } from '../support/rabbitmq.ts';
import { until } from '../support/client.ts';
import { expectExactlyOnce, startTraffic } from './traffic.ts';

describe
  .runIf(engines.includes('postgres') && canStartPostgres)
  .each([{ broker: 'database' }, ...(amqpServer ? [{ broker: 'RabbitMQ' }] : [])])(
  'PostgreSQL is killed, with the broker $broker',
  ({ broker }) => {
    let server: PostgresServer;
    let host: VirtualHost | undefined;
    const storages: Storage[] = [];
    const platforms: TestPlatform[] = [];
    beforeAll(async () => {
      server = await createPostgresServer();
      await server.start();
      host = broker === 'RabbitMQ' ? await createVirtualHost() : undefined;
      for (let i = 0; i < 2; i++) {
        const storage = await openStorage(server.url, { log: { warn: () => undefined } });
        storages.push(storage);
        const platform = await openPlatform(storage, { amqpUrl: host?.url });
        platform.settingsByPath.set('souk/operations/recovery_interval', '1');
        // However long the server is away, no operation is to be given up.
        platform.settingsByPath.set('souk/operations/attempts', '1000');
        await brokerOf(platform).start();
        platforms.push(platform);
      }
    });
    afterAll(async () => {
      for (const platform of platforms) await brokerOf(platform).close();
      for (const storage of storages) await storage.close();
      server?.remove();
      await host?.remove();
    });

    test('what was accepted is executed once, what was refused is not there', async () => {
      const [web, other] = platforms as [TestPlatform, TestPlatform];
      const consumers = platforms.map((platform) => createConsumer(platform));
      for (const consumer of consumers) consumer.start();
      const traffic = startTraffic(web, 'killed', 20);
      for (let round = 0; round < 3; round++) {
        await pause(300 + 50 * round);
        server.kill();
        await pause(100);
        await server.start();
      }
      await until(async () => traffic.accepted.size > 5);
      await traffic.stop();
      expect(traffic.accepted.size).toBeGreaterThan(5);
      await consumers[0]!.waitUntilIdle();
      await Promise.all(consumers.map((consumer) => consumer.stop()));
      await expectExactlyOnce(other, 'killed', traffic);
    });
  },
);
