import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { brokerOf } from '../../src/platform/operation-queue/brokers.ts';
import { operationLog } from '../../src/platform/operation-queue/tables.ts';
import { hasFirst, nearEnd } from '../storage/first-partition.ts';
import { removeExpiredBulks, startRetention } from '../../src/platform/operation-queue/retention.ts';
import { retryBulk } from '../../src/platform/operation-queue/retry.ts';
import { countRetriablyFailed } from '../../src/platform/operation-queue/status.ts';
import { executionTotals } from '../../src/platform/operation-queue/execution-totals.ts';
import { formatTime } from '../../src/kernel/time.ts';
import { until } from '../support/client.ts';
import { attempts } from './counters.ts';
import { accept, callOn, forget, notes, operationsOf, runConsumer, type TestPlatform } from './platform.ts';
import { install, setups, type Installation } from './setups.ts';
import { callAt } from '../support/calls.ts';

const note = (sku: string, text: string, fails?: string) => ({ note: { sku, text, ...(fails && { fails }) } });
const day = 86_400_000;

describe.each(setups)('on $engine with the broker $broker', (setup) => {
  let installation: Installation;
  let platform: TestPlatform;
  beforeAll(async () => {
    installation = await install(setup);
    platform = await installation.open();
  });
  beforeEach(async () => {
    await forget(platform);
    platform.settingsByPath.set('souk/operations/retry_delay', '1');
  });
  afterAll(() => installation.remove());

  test('what failed by something that passes is executed again when somebody asks, and only that', async () => {
    platform.settingsByPath.set('souk/operations/attempts', '2');
    const uuid = await accept(platform, [
      note('a', '1', 'busy 3'),
      note('a', '2'),
      note('b', '3', 'refused'),
      note('b', '4', 'busy 2'),
    ]);
    await runConsumer(platform);
    const statuses = async () => (await operationsOf(platform, uuid)).map(({ status }) => status);
    expect(await statuses()).toEqual([2, 1, 3, 2]);
    expect(await countRetriablyFailed(callOn(platform))).toBe(2);
    expect(await retryBulk(callOn(platform), uuid)).toBe(2);
    expect(await statuses()).toEqual([4, 1, 3, 4]);
    expect((await operationsOf(platform, uuid))[0]).toMatchObject({ result_message: null, error_code: null });
    await runConsumer(platform);
    expect(await statuses()).toEqual([1, 1, 3, 1]);
    expect(await notes(platform)).toEqual({ a: '21', b: '4' });
    expect([...attempts]).toEqual(
      expect.arrayContaining([
        ['2', 1],
        ['3', 1],
      ]),
    );
    expect(await retryBulk(callOn(platform), uuid)).toBe(0);
    await expect(retryBulk(callOn(platform), 'no-such-bulk')).rejects.toMatchObject({ status: 404 });
  });

  test('executions are counted by outcome, for all consumers together', async () => {
    const before = await executionTotals(callOn(platform));
    platform.settingsByPath.set('souk/operations/attempts', '3');
    await accept(platform, [note('a', '1'), note('b', '2', 'refused'), note('c', '3', 'busy'), note('d', '4')]);
    await runConsumer(platform);
    await accept(platform, [note('a', '5')]);
    await runConsumer(await installation.open());
    const after = await executionTotals(callOn(platform));
    const counted = Object.fromEntries(
      [...after].map(([outcome, count]) => [outcome, count - (before.get(outcome) ?? 0)]),
    );
    expect(counted).toEqual({ complete: 3, failed: 1, retriably_failed: 1, retried: 2 });
  });

  test('bulks past their lifetime are removed with their operations, but none that is open', async () => {
    const finished = await accept(platform, [note('a', '1'), note('a', '2', 'refused')]);
    const large = await accept(
      platform,
      Array.from({ length: 1200 }, (_, i) => note(`s${i}`, `[${i}]`)),
    );
    await runConsumer(platform);
    const open = await accept(platform, [note('a', '3')]);
    const call = callOn(platform);
    const after = (days: number) => callAt(call, () => new Date(Date.now() + days * day));
    platform.settingsByPath.set('system/bulk/lifetime', '0');
    expect(await removeExpiredBulks(after(9999))).toBe(0);
    platform.settingsByPath.set('system/bulk/lifetime', '10');
    expect(await removeExpiredBulks(after(9))).toBe(0);
    expect(await operationsOf(platform, large)).toHaveLength(1200);
    // Two processes at a time, as in an installation of several.
    const [first, second] = await Promise.all([removeExpiredBulks(after(11)), removeExpiredBulks(after(11))]);
    expect(first + second).toBe(2);
    for (const uuid of [finished, large]) {
      await expect(operationsOf(platform, uuid)).rejects.toMatchObject({ status: 404 });
    }
    expect(await operationsOf(platform, open)).toMatchObject([{ status: 4 }]);
    expect(await call.db.selectFrom('operation').select('id').execute()).toHaveLength(1);
  });

  test('they go by the parts of their table, but for those of a bulk that is open in another one', async () => {
    const call = callOn(platform);
    const after = (days: number) => callAt(call, () => new Date(Date.now() + days * day));
    const date = (uuid: string, days: number) =>
      call.transaction(({ db }) =>
        db
          .updateTable('bulk')
          .set({ start_time: formatTime(new Date(Date.now() + days * day)) })
          .where('uuid', '=', uuid)
          .execute(),
      );
    await nearEnd(platform.storage, operationLog, 5);
    const finished = await accept(platform, [note('a', '1'), note('a', '2')]);
    const other = await accept(platform, [note('a', '3')]);
    await date(other, 5);
    await runConsumer(platform);
    const open = await accept(
      platform,
      Array.from({ length: 3 }, (_, i) => note('b', String(i))),
    );
    const [first] = await call.db.selectFrom('operation').selectAll().where('status', '=', 4).orderBy('id').execute();
    await call.transaction(({ db }) =>
      db
        .updateTable('operation')
        .set({ status: 1 })
        .where('id', '<=', first!.id + 1)
        .execute(),
    );
    // What is open lies in the next part.
    const isParted = platform.storage.kind === 'postgres';
    expect(await hasFirst(platform.storage, operationLog)).toBe(isParted);
    // Held by the bulk that is open.
    expect(await removeExpiredBulks(after(61))).toBe(1);
    await expect(operationsOf(platform, finished)).rejects.toMatchObject({ status: 404 });
    expect((await operationsOf(platform, open)).map(({ status }) => status)).toEqual([1, 1, 4]);
    expect(await hasFirst(platform.storage, operationLog)).toBe(isParted);
    await runConsumer(platform);
    const last = await accept(platform, [note('c', '1')]);
    // Past its lifetime, but the first part can go as a whole before long.
    await date(other, -5);
    expect(await removeExpiredBulks(after(59))).toBe(isParted ? 0 : 1);
    expect(await removeExpiredBulks(after(61))).toBe(isParted ? 2 : 1);
    expect(await hasFirst(platform.storage, operationLog)).toBe(false);
    await expect(operationsOf(platform, open)).rejects.toMatchObject({ status: 404 });
    expect(await operationsOf(platform, last)).toMatchObject([{ status: 4 }]);
    await runConsumer(platform);
    expect(await operationsOf(platform, last)).toMatchObject([{ status: 1 }]);
  });

  test('that goes on by itself', async () => {
    const uuid = await accept(platform, [note('a', '1')]);
    await runConsumer(platform);
    platform.settingsByPath.set('souk/operations/retention_interval', '0.01');
    const later = { ...platform, clock: { now: () => new Date(Date.now() + 61 * day) } };
    const retention = startRetention({
      ...later,
      newCall: (...scope) => callAt(platform.newCall(...scope), later.clock.now),
    });
    await until(
      async () =>
        (await callOn(platform).db.selectFrom('bulk').select('id').where('uuid', '=', uuid).execute()).length === 0,
    );
    await retention.stop();
  });

  test('a broker tells what it holds', async () => {
    const figures = await brokerOf(platform).figures();
    if (setup.broker === 'database') expect(figures).toBeUndefined();
    else expect(figures).toMatchObject({ messages: expect.any(Number), consumers: 0, deadLetters: 0 });
  });
});
