import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { brokerOf } from '../../src/platform/operation-queue/brokers.ts';
import { createConsumer } from '../../src/platform/operation-queue/consumer.ts';
import { queueFigures } from '../../src/platform/operation-queue/status.ts';
import { accept, callOn, forget, notes, operationsOf, runConsumer, type TestPlatform } from './platform.ts';
import { install, type Installation } from './setups.ts';
import { attempts } from './counters.ts';
import { engines } from '../storage/databases.ts';
import { until } from '../support/client.ts';
import { amqpServer, drain, onChannel, rabbitmqctl, send } from '../support/rabbitmq.ts';

const queue = 'async.operations.all';
const deadLetters = `${queue}.dead`;

const note = (sku: string, text: string, fails?: string) => ({ note: { sku, text, ...(fails && { fails }) } });
const many = (count: number, sku: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => note(sku(i), `[${i}]`));

describe.runIf(amqpServer).each(engines)('RabbitMQ, with %s', (engine) => {
  let installation: Installation;
  let platform: TestPlatform;
  let url: string;
  beforeAll(async () => {
    installation = await install({ engine, broker: 'RabbitMQ' });
    platform = await installation.open();
    url = installation.amqpUrl!;
    await until(() => brokerOf(platform).figures());
  });
  beforeEach(async () => {
    await forget(platform);
    await drain(url, queue);
    platform.settingsByPath.set('souk/operations/recovery_interval', '0.3');
  });
  afterAll(() => installation.remove());

  /** Waits until so many messages wait in the queue, or more: what an earlier test gave back may come late. */
  const waiting = (count: number) => until(async () => ((await brokerOf(platform).figures())?.messages ?? -1) >= count);

  test('queues are replicated and durable, messages persistent', async () => {
    const columns = await rabbitmqctl('list_queues', '-p', new URL(url).pathname.slice(1), 'name', 'type', 'durable');
    expect(
      columns
        .trim()
        .split('\n')
        .map((line) => line.split('\t')),
    ).toEqual(
      expect.arrayContaining([
        [queue, 'quorum', 'true'],
        [deadLetters, 'quorum', 'true'],
      ]),
    );
    await accept(
      platform,
      many(45, (i) => `s${i}`),
    );
    await waiting(3);
    const messages = await drain(url, queue);
    expect(messages.map(({ properties }) => properties.deliveryMode)).toEqual([2, 2, 2]);
    const told = messages.flatMap(({ content }) => JSON.parse(content.toString()).operations as number[]);
    expect(new Set(told).size).toBe(45);
  });

  test('messages that cannot be read go to the dead letters and stop nobody', async () => {
    await send(
      url,
      queue,
      ['no JSON', '{}', '{"operations":[]}', '{"operations":["1"]}', '[1]'].map((text) => Buffer.from(text)),
    );
    const uuid = await accept(platform, [note('a', '1')]);
    await runConsumer(platform);
    expect(await operationsOf(platform, uuid)).toMatchObject([{ status: 1 }]);
    await until(async () => (await brokerOf(platform).figures())?.deadLetters === 5);
    expect((await drain(url, deadLetters)).map(({ content }) => content.toString())).toContain('no JSON');
  });

  test('a message with more operations than one has is not executed, not looked for and kept with the dead letters', async () => {
    const before = (await brokerOf(platform).figures())!.deadLetters;
    const unknown = (count: number) =>
      Buffer.from(JSON.stringify({ operations: Array.from({ length: count }, (_, i) => 10 ** 9 + i) }));
    await send(url, queue, [unknown(50_000), unknown(101), unknown(20)]);
    const uuid = await accept(platform, [note('a', '1')]);
    await runConsumer(platform);
    expect(await operationsOf(platform, uuid)).toMatchObject([{ status: 1 }]);
    await until(async () => (await brokerOf(platform).figures())!.deadLetters === before + 2);
  });

  test('two installations on one broker, each with its prefix, take nothing from each other', async () => {
    const other = await install({ engine, broker: 'database' });
    try {
      const stranger = await other.open({ amqpUrl: url, amqpPrefix: 'other.' });
      const consumer = createConsumer(stranger);
      consumer.start();
      const uuid = await accept(platform, [note('a', '1')]);
      const theirs = await accept(stranger, [note('b', '1')]);
      await consumer.waitUntilIdle();
      await consumer.stop();
      // The message is still there for whom it is meant.
      await waiting(1);
      await runConsumer(platform);
      expect(await operationsOf(platform, uuid)).toMatchObject([{ status: 1 }]);
      expect(await operationsOf(stranger, theirs)).toMatchObject([{ status: 1 }]);
      expect([await notes(platform), await notes(stranger)]).toEqual([{ a: '1' }, { b: '1' }]);
    } finally {
      await other.remove();
    }
  });

  test('a message that comes three times, to several consumers, takes effect once', async () => {
    await accept(
      platform,
      many(60, (i) => `s${i % 7}`),
    );
    await waiting(3);
    const messages = (await drain(url, queue)).map(({ content }) => content);
    await send(url, queue, [...messages, ...messages.toReversed(), ...messages]);
    const other = createConsumer(await installation.open());
    other.start();
    await runConsumer(platform);
    await other.stop();
    expect(await notes(platform)).toEqual(
      Object.fromEntries(
        Array.from({ length: 7 }, (_, sku) => [
          `s${sku}`,
          inOrder(60)
            .filter((i) => i % 7 === sku)
            .map((i) => `[${i}]`)
            .join(''),
        ]),
      ),
    );
    expect([...attempts.values()]).toEqual(Array(60).fill(1));
  });

  test('order holds by entity though messages come in reverse, and though the first is lost', async () => {
    await accept(
      platform,
      many(100, (i) => `s${i % 3}`),
    );
    await waiting(5);
    const messages = (await drain(url, queue)).map(({ content }) => content);
    await send(url, queue, messages.slice(1).toReversed());
    await runConsumer(platform, { batchSize: 7 });
    const found = await notes(platform);
    for (const sku of [0, 1, 2]) {
      expect(found[`s${sku}`]).toBe(
        inOrder(100)
          .filter((i) => i % 3 === sku)
          .map((i) => `[${i}]`)
          .join(''),
      );
    }
  });

  test('what waits behind a failed attempt leaves the queue, and keeps its place', async () => {
    platform.settingsByPath.set('souk/operations/retry_delay', '300');
    const uuid = await accept(platform, [note('a', '1', 'busy 2'), note('a', '2'), note('b', '3'), note('a', '4')]);
    const consumer = createConsumer(platform);
    consumer.start();
    await until(async () => (await operationsOf(platform, uuid)).filter(({ status }) => status === 1).length === 1);
    await consumer.waitUntilIdle();
    await consumer.stop();
    expect(await notes(platform)).toEqual({ a: '124', b: '3' });
    expect(await drain(url, queue)).toEqual([]);
  });

  test('what was in a queue that was purged is published again', async () => {
    const uuid = await accept(
      platform,
      many(30, (i) => `s${i}`),
    );
    await waiting(2);
    await onChannel(url, (channel) => channel.purgeQueue(queue));
    await runConsumer(platform);
    expect((await operationsOf(platform, uuid)).every(({ status }) => status === 1)).toBe(true);
    expect([...attempts.values()]).toEqual(Array(30).fill(1));
  });

  test('a queue that is deleted under its consumers is made anew', async () => {
    const consumer = createConsumer(platform);
    consumer.start();
    await until(async () => (await brokerOf(platform).figures())?.consumers === 1);
    await onChannel(url, (channel) => channel.deleteQueue(queue));
    const uuid = await accept(
      platform,
      many(30, (i) => `s${i}`),
    );
    await consumer.waitUntilIdle();
    await consumer.stop();
    expect((await operationsOf(platform, uuid)).every(({ status }) => status === 1)).toBe(true);
  });

  test('what was accepted without a message broker, or while it was out of reach, is published by whoever reaches it', async () => {
    const without = await installation.open({ amqpUrl: undefined });
    const away = await installation.open({ amqpUrl: 'amqp://127.0.0.1:9' });
    const first = await accept(
      without,
      many(3, (i) => `s${i}`),
    );
    const second = await accept(
      away,
      many(3, (i) => `s${i}`),
    );
    await runConsumer(platform);
    for (const uuid of [first, second]) {
      expect((await operationsOf(platform, uuid)).map(({ status }) => status)).toEqual([1, 1, 1]);
    }
    expect(await brokerOf(away).figures()).toBeUndefined();
    expect((await queueFigures(callOn(platform))).depth).toBe(0);
  });
});

const inOrder = (count: number) => Array.from({ length: count }, (_, i) => i);
