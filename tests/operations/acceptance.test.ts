import { createHash } from 'node:crypto';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { acceptOperations } from '../../src/platform/operation-queue/accept.ts';
import { createConsumer } from '../../src/platform/operation-queue/consumer.ts';
import { bulkDetails, bulkSummary, countOperations, queueFigures } from '../../src/platform/operation-queue/status.ts';
import {
  accept,
  admin,
  allStores,
  callOn,
  forget,
  notes,
  openPlatform,
  runConsumer,
  type TestPlatform,
} from './platform.ts';
import { install, setups, type Installation } from './setups.ts';
import { callAt } from '../support/calls.ts';

describe.each(setups)('on $engine with the broker $broker', (setup) => {
  let installation: Installation;
  let platform: TestPlatform;
  beforeAll(async () => {
    installation = await install(setup);
    platform = await installation.open();
  });
  beforeEach(() => forget(platform));
  afterAll(() => installation.remove());

  const acceptance = (inputs: Record<string, unknown>[]) => ({
    registered: platform.registry.routes[0]!,
    caller: admin,
    scope: allStores,
    inputs,
  });

  test('items are numbered in order, each with the hash of what is stored', async () => {
    const texts = ['plain', 'sla/sh', 'Öl 🛢', 'quote " and \\'];
    const answer = await acceptOperations(platform, acceptance(texts.map((text) => ({ note: { sku: 's', text } }))));
    const { operations_list } = await bulkDetails(callOn(platform), answer.bulk_uuid!);
    expect(answer).toEqual({
      bulk_uuid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/),
      request_items: operations_list.map(({ serialized_data }, id) => ({
        id,
        data_hash: createHash('sha256').update(serialized_data!).digest('hex'),
        status: 'accepted',
      })),
      errors: false,
    });
    const sent = operations_list.map(({ serialized_data }) =>
      JSON.parse(JSON.parse(serialized_data!).meta_information),
    );
    expect(sent.map(({ note }) => note.text)).toEqual(texts);
    expect(operations_list[1]!.serialized_data).toContain('sla\\\\\\/sh');
    await runConsumer(platform);
    expect(await notes(platform)).toEqual({ s: texts.join('') });
  });

  test.runIf(setup.engine === 'postgres')('500 items are accepted in four statements', async () => {
    const sent: string[] = [];
    const query = vi.spyOn(Client.prototype, 'query');
    const inputs = Array.from({ length: 500 }, (_, i) => ({ note: { sku: `s${i}`, text: 'x' } }));
    // The first call asks for what the later ones know of the tables.
    await acceptOperations(platform, acceptance(inputs));
    const relayed = /^(?!insert).*(from "bulk"|from "operation"|update "bulk"|update "operation")/s;
    query.mockClear();
    await acceptOperations(platform, acceptance(inputs));
    // A statement without parameters is a plain text: it sets up a connection that the relay may open meanwhile.
    for (const [statement] of query.mock.calls as unknown as [string | { text: string }][]) {
      if (typeof statement !== 'string') sent.push(statement.text);
    }
    query.mockRestore();
    // Whatever the relay reads meanwhile is no part of the acceptance; its transactions begin and end as this one does.
    const own = sent.filter((text) => !relayed.test(text));
    expect(own.filter((text) => text.startsWith('insert'))).toHaveLength(2);
    expect(own.filter((text) => !/^(begin|commit)/.test(text))).toHaveLength(2);
    if (setup.broker === 'database') expect(sent).toHaveLength(4);
  });

  test.runIf(setup.engine === 'sqlite')('arguments are not encoded once more for SQLite', async () => {
    const prepare = vi.spyOn(Sqlite.prototype, 'prepare');
    const fresh = await installation.open();
    await accept(
      fresh,
      Array.from({ length: 100 }, (_, i) => ({ note: { sku: `s${i}`, text: 'x' } })),
    );
    const inserts = prepare.mock.calls
      .map(([text]) => text)
      .filter((text) => text.startsWith('insert into "operation"'));
    prepare.mockRestore();
    expect(inserts).toHaveLength(1);
    expect(inserts[0]).not.toContain('json');
  });

  test('releases before 2.4 give no hash', async () => {
    const old = await openPlatform(platform.storage, { release: '2.3.7' });
    const answer = await acceptOperations(old, acceptance([{ note: { sku: 's', text: 'x' } }]));
    expect(answer.request_items).toEqual([{ id: 0, data_hash: null, status: 'accepted' }]);
  });

  test('a bulk of nothing is a bulk', async () => {
    const answer = await acceptOperations(platform, acceptance([]));
    expect(answer).toMatchObject({ request_items: [], errors: false });
    expect(await bulkSummary(callOn(platform), answer.bulk_uuid!)).toMatchObject({
      operations_list: [],
      operation_count: 0,
      user_type: 2,
      user_id: 7,
      description: 'Topic async.magento.counters.api.counterrepositoryinterface.add.post',
    });
  });

  test('what cannot be written is refused as a whole', async () => {
    await platform.storage.transaction(
      async (db) => void (await sql`alter table operation rename to lost`.execute(db)),
    );
    await expect(accept(platform, [{ note: { sku: 's', text: 'x' } }])).rejects.toThrow(/operation/);
    await platform.storage.transaction(
      async (db) => void (await sql`alter table lost rename to operation`.execute(db)),
    );
    expect(await callOn(platform).db.selectFrom('bulk').select('id').execute()).toEqual([]);
  });

  test('figures of the queue, and counts by status', async () => {
    expect(await queueFigures(callOn(platform))).toEqual({ depth: 0, oldestSeconds: 0 });
    const uuid = await accept(platform, [
      { note: { sku: 'a', text: '1' } },
      { note: { sku: 'b', text: '2', fails: 'bug' } },
    ]);
    const call = callOn(platform);
    const later = callAt(call, () => new Date(Date.now() + 60_000));
    const { depth, oldestSeconds } = await queueFigures(later);
    expect(depth).toBe(2);
    expect(oldestSeconds).toBeGreaterThanOrEqual(60);
    const counts = () => Promise.all([1, 2, 3, 4, 5].map((status) => countOperations(call, uuid, status)));
    expect(await counts()).toEqual([0, 0, 0, 2, 0]);
    await runConsumer(platform);
    expect(await counts()).toEqual([1, 0, 1, 0, 0]);
    expect(await countOperations(call, 'no-such-bulk', 1)).toBe(0);
    await expect(bulkSummary(call, 'no-such-bulk')).rejects.toMatchObject({ status: 404 });
  });

  test('a paused consumer executes nothing until it is resumed', async () => {
    const consumer = createConsumer(platform);
    consumer.start();
    await consumer.pause();
    const uuid = await accept(platform, [{ note: { sku: 'a', text: '1' } }]);
    expect(await countOperations(callOn(platform), uuid, 4)).toBe(1);
    consumer.resume();
    await consumer.waitUntilIdle();
    await consumer.pause();
    await accept(platform, [{ note: { sku: 'a', text: '2' } }]);
    await consumer.stop();
    expect(await notes(platform)).toEqual({ a: '1' });
  });

  test('a consumer ends after as many operations as it was told, and tells of them', async () => {
    await accept(
      platform,
      Array.from({ length: 10 }, (_, i) => ({ note: { sku: 'a', text: String(i) } })),
    );
    const told: [string, number][] = [];
    const consumer = createConsumer(platform, {
      maxMessages: 7,
      batchSize: 3,
      onExecuted: (outcome, count) => told.push([outcome, count]),
    });
    consumer.start();
    await consumer.ended;
    expect(await notes(platform)).toEqual({ a: '0123456' });
    expect(new Set(told.map(([outcome]) => outcome))).toEqual(new Set(['complete']));
    const counts = told.map(([, count]) => count);
    expect(Math.max(...counts)).toBeLessThanOrEqual(3);
    expect(counts.reduce((sum, count) => sum + count)).toBe(7);
  });
});
