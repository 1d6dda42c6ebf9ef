import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brokerOf } from '../../src/platform/operation-queue/brokers.ts';
import { createConsumer } from '../../src/platform/operation-queue/consumer.ts';
import { openPlatform, type TestPlatform } from '../operations/platform.ts';
import { createDatabase, engines, type TestDatabase } from '../storage/databases.ts';
import { until } from '../support/client.ts';
import { amqpServer } from '../support/rabbitmq.ts';
import { canStartRabbit, createRabbitServer, type RabbitServer } from '../support/rabbitmq-server.ts';
import { expectExactlyOnce, startTraffic } from './traffic.ts';

// With one database, which has no part in this.
describe.runIf(amqpServer && canStartRabbit && engines.includes('postgres'))('RabbitMQ is killed', () => {
  let server: RabbitServer;
  let database: TestDatabase;
  let platforms: TestPlatform[];
  beforeAll(async () => {
    [server, database] = await Promise.all([createRabbitServer(), createDatabase(engines.at(-1)!)]);
    await server.start();
    platforms = [];
    for (let i = 0; i < 2; i++) {
      const platform = await openPlatform(await database.open(), { amqpUrl: server.url });
      platform.settingsByPath.set('souk/operations/recovery_interval', '1');
      await brokerOf(platform).start();
      platforms.push(platform);
    }
  });
  afterAll(async () => {
    for (const platform of platforms ?? []) await brokerOf(platform).close();
    await database?.remove();
    await server?.remove();
  });

  test.each([
    ['and comes back with what it had', { forget: false }],
    ['and comes back with nothing', { forget: true }],
  ])('%s: every acceptance goes on, everything accepted is executed', async (_, options) => {
    const mark = options.forget ? 'forgotten' : 'kept';
    const [web, other] = platforms as [TestPlatform, TestPlatform];
    const connected = () => until(() => brokerOf(web).figures());
    await connected();
    const consumers = platforms.map((platform) => createConsumer(platform));
    for (const consumer of consumers) consumer.start();
    const traffic = startTraffic(web, mark, 250);
    await until(async () => traffic.accepted.size > 2);
    // A queue whose server is killed in its first seconds may never find its leader again (RabbitMQ 3.10).
    await pause(4000);
    await server.kill(options);
    const down = traffic.accepted.size;
    await until(async () => traffic.accepted.size > down + 2);
    await server.start();
    await connected();
    await pause(300);
    await traffic.stop();
    expect(traffic.refused.size).toBe(0);
    await consumers[0]!.waitUntilIdle();
    await Promise.all(consumers.map((consumer) => consumer.stop()));
    await expectExactlyOnce(other, mark, traffic);
  });
});
