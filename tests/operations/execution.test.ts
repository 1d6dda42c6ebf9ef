import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '../../src/kernel/call.ts';
import { createConsumer } from '../../src/platform/operation-queue/consumer.ts';
import { attempts, company } from './counters.ts';
import { accept, forget, notes, openPlatform, operationsOf, runConsumer, type TestPlatform } from './platform.ts';
import { install, setups, type Installation } from './setups.ts';

const note = (sku: string, text: string, fails?: string) => ({ note: { sku, text, ...(fails && { fails }) } });
const executed = 'Service execution success Magento\\Counters\\Api\\CounterRepositoryInterface::add';

describe.each(setups)('on $engine with the broker $broker', (setup) => {
  let installation: Installation;
  let platform: TestPlatform;
  beforeAll(async () => {
    installation = await install(setup);
    platform = await installation.open();
  });
  beforeEach(() => forget(platform));
  afterAll(() => installation.remove());

  test('D300: the arguments of a complete operation are kept, unless they are long', async () => {
    const uuid = await accept(platform, [note('a', 'x'), note('b', 'x'.repeat(70_000))]);
    await runConsumer(platform);
    const [short, long] = await operationsOf(platform, uuid);
    expect(JSON.parse(JSON.parse(short!.serialized_data!).meta_information)).toEqual(note('a', 'x'));
    expect(long).toMatchObject({ status: 1, serialized_data: null });
  });

  test('what was accepted is open until a consumer runs, then complete with its answer', async () => {
    const uuid = await accept(platform, [note('a', 'x')]);
    expect(await operationsOf(platform, uuid)).toEqual([
      {
        id: 0,
        bulk_uuid: uuid,
        topic_name: 'async.magento.counters.api.counterrepositoryinterface.add.post',
        serialized_data: JSON.stringify({
          entity_id: null,
          entity_link: '',
          meta_information: JSON.stringify(note('a', 'x')),
          store_id: '0',
        }),
        result_serialized_data: null,
        status: 4,
        result_message: null,
        error_code: null,
      },
    ]);
    await runConsumer(platform);
    expect(await operationsOf(platform, uuid)).toMatchObject([
      {
        serialized_data: expect.stringContaining('meta_information'),
        result_serialized_data: '{"notes":"x","caller":"admin 7 all","store_code":"all"}',
        status: 1,
        result_message: executed,
        error_code: null,
      },
    ]);
  });

  test('an operation runs as its caller and in its scope', async () => {
    const caller: Caller = { type: 'integration', id: 3, resources: new Set(['Counters::write', 'Other']) };
    const scope = platform.scopes.resolveScope('fr')!;
    const uuid = await accept(platform, [note('a', 'x')], { caller, scope });
    const noCode = await accept(platform, [note('b', 'x')], { scope: platform.scopes.resolveScope(undefined)! });
    await runConsumer(platform);
    const [first] = await operationsOf(platform, uuid);
    expect(JSON.parse(first!.result_serialized_data!)).toEqual({
      notes: 'x',
      caller: 'integration 3 Counters::write,Other',
      store_code: 'fr',
    });
    const [second] = await operationsOf(platform, noCode);
    expect(JSON.parse(second!.result_serialized_data!)).not.toHaveProperty('store_code');
  });

  test('one that fails leaves its neighbours and nothing of its own', async () => {
    const uuid = await accept(platform, [
      note('a', '1'),
      note('a', '2', 'refused'),
      note('a', '3', 'bug'),
      note('b', '4'),
      note('a', '5'),
    ]);
    await runConsumer(platform);
    const operations = await operationsOf(platform, uuid);
    expect(operations.map(({ status }) => status)).toEqual([1, 3, 3, 1, 1]);
    expect(operations[1]).toMatchObject({
      result_message: 'The counter "a" was refused.',
      error_code: 3,
      result_serialized_data: null,
      serialized_data: expect.stringContaining('refused'),
    });
    expect(operations[2]!.result_message).toMatch(/^Internal Error\. Details .* Report ID: webapi-\w+/);
    expect(JSON.stringify(operations)).not.toContain('secret');
    expect(await notes(platform)).toEqual({ a: '15', b: '4' });
  });

  test('those that may are executed together; where one fails, none of it shows in the others', async () => {
    company.most = 0;
    const path = '/V1/counters/together';
    const fine = await accept(
      platform,
      ['a', 'b', 'c', 'd', 'a'].map((sku, i) => note(sku, String(i))),
      { path },
    );
    await runConsumer(platform);
    expect((await operationsOf(platform, fine)).map(({ status }) => status)).toEqual([1, 1, 1, 1, 1]);
    expect(company.most).toBe(4);
    const failing = await accept(
      platform,
      [note('a', '5'), note('b', '6', 'refused'), note('c', '7', 'busy 1'), note('d', '8', 'alone'), note('a', '9')],
      { path },
    );
    const apart = await accept(platform, [note('c', 'x'), note('d', 'y', 'apart')], { path });
    await runConsumer(platform);
    expect((await operationsOf(platform, failing)).map(({ status }) => status)).toEqual([1, 3, 1, 1, 1]);
    expect((await operationsOf(platform, apart)).map(({ status }) => status)).toEqual([1, 1]);
    expect(await notes(platform)).toEqual({ a: '0459', b: '1', c: '27x', d: '38y' });
  });

  test('what passes by itself is tried again, and keeps its place among those on the same entity', async () => {
    platform.settingsByPath.set('souk/operations/retry_delay', '5');
    const uuid = await accept(platform, [note('a', '1', 'busy 2'), note('a', '2'), note('b', '3'), note('a', '4')]);
    await runConsumer(platform);
    expect((await operationsOf(platform, uuid)).map(({ status }) => status)).toEqual([1, 1, 1, 1]);
    expect(await notes(platform)).toEqual({ a: '124', b: '3' });
    expect(attempts.get('1')).toBe(3);
  });

  test('what never passes ends as retriably failed, after as many attempts as configured', async () => {
    platform.settingsByPath.set('souk/operations/retry_delay', '1');
    platform.settingsByPath.set('souk/operations/attempts', '4');
    const uuid = await accept(platform, [note('a', '1', 'busy'), note('a', '2')]);
    await runConsumer(platform);
    expect(await operationsOf(platform, uuid)).toMatchObject([
      { status: 2, result_message: 'The database is busy. Please try again.', serialized_data: expect.any(String) },
      { status: 1 },
    ]);
    expect(attempts.get('1')).toBe(4);
    expect(await notes(platform)).toEqual({ a: '2' });
  });

  test('one that undoes every batch it is in neither undoes nor stops the others', async () => {
    platform.settingsByPath.set('souk/operations/retry_delay', '1');
    platform.settingsByPath.set('souk/operations/attempts', '2');
    const uuid = await accept(platform, [note('a', '1'), note('b', '2', 'lost'), note('c', '3'), note('d', '4')]);
    await runConsumer(platform);
    const operations = await operationsOf(platform, uuid);
    expect(operations.map(({ status }) => status)).toEqual([1, 2, 1, 1]);
    expect(operations[1]!.result_message).toMatch(/database was busy or out of reach/);
    expect(await notes(platform)).toEqual({ a: '1', c: '3', d: '4' });
  });

  test('operations whose handlers open their own transaction take effect once, in order, beside others', async () => {
    platform.settingsByPath.set('souk/operations/retry_delay', '5');
    const slow = { path: '/V1/counters/slow' };
    const first = await accept(platform, [note('a', '1'), note('a', '2', 'busy 1'), note('a', '3')], slow);
    const second = await accept(platform, [note('a', '4'), note('b', '5')]);
    const third = await accept(platform, [note('a', '6', 'refused'), note('a', '7', 'lost 1'), note('b', '8')], slow);
    await runConsumer(platform, { concurrency: 3 });
    const statuses = await Promise.all([first, second, third].map((uuid) => operationsOf(platform, uuid)));
    expect(statuses.flat().map(({ status }) => status)).toEqual([1, 1, 1, 1, 1, 3, 1, 1]);
    expect(await notes(platform)).toEqual({ a: '12347', b: '58' });
    expect(statuses[0]![0]!.result_serialized_data).toContain('"notes":"1"');
  });

  test('an operation whose store view is gone fails', async () => {
    const scope = { code: 'gone', storeId: 9, websiteId: 1 };
    for (const path of ['/V1/counters', '/V1/counters/slow']) {
      const uuid = await accept(platform, [note('a', '1')], { path, scope });
      await runConsumer(platform);
      expect(await operationsOf(platform, uuid)).toMatchObject([
        { status: 3, result_message: 'Specified request cannot be processed.' },
      ]);
    }
    expect(await notes(platform)).toEqual({});
  });

  test('an operation whose module is gone fails and says so', async () => {
    const uuid = await accept(platform, [note('a', '1')]);
    const { operations } = await import('../../src/platform/operation-queue/module.ts');
    await runConsumer(await openPlatform(platform.storage, { modules: [operations] }));
    expect(await operationsOf(platform, uuid)).toMatchObject([
      { status: 3, result_message: expect.stringContaining('counterrepositoryinterface.add.post') },
    ]);
  });

  test('a consumer outlives a database that fails for a while', async () => {
    const consumer = createConsumer(platform);
    consumer.start();
    await rename('operation', 'gone');
    // Long enough for the consumer to look.
    await pause(400);
    await rename('gone', 'operation');
    await accept(platform, [note('a', '1')]);
    await consumer.waitUntilIdle();
    await consumer.stop();
    expect(await notes(platform)).toEqual({ a: '1' });
  });

  const rename = (table: string, name: string): Promise<void> =>
    platform.storage.transaction((db) => db.schema.alterTable(table).renameTo(name).execute());
});
