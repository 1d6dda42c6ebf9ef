import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '../../src/kernel/call.ts';
import { acceptOperations } from '../../src/platform/operation-queue/accept.ts';
import { createConsumer } from '../../src/platform/operation-queue/consumer.ts';
import {
  accept,
  admin,
  allStores,
  callOn,
  forget,
  notes,
  openPlatform,
  operationsOf,
  runConsumer,
} from './platform.ts';
import type { TestPlatform } from './platform.ts';
import { install, setups, type Installation } from './setups.ts';

const guest: Caller = { type: 'guest', id: 0, resources: new Set() };
const customer: Caller = { type: 'customer', id: 3, resources: new Set() };
const integration: Caller = { type: 'integration', id: 1, resources: 'all' };

function note(sku: string, text: string): Record<string, unknown> {
  return { note: { sku, text } };
}

describe.each(setups)('on $engine with the broker $broker', (setup) => {
  let installation: Installation;
  let platform: TestPlatform;
  beforeAll(async () => {
    installation = await install(setup);
    platform = await installation.open();
  });
  beforeEach(() => forget(platform));
  afterAll(() => installation.remove());

  const junk = (count: number): Record<string, unknown>[] =>
    Array.from({ length: count }, (_, i) => note(`junk${i}`, 'x'));
  /** Executes so many operations, in batches of ten. */
  const execute = async (count: number): Promise<void> => {
    const consumer = createConsumer(platform, { batchSize: 10, maxMessages: count });
    consumer.start();
    await consumer.ended;
  };
  const acceptAt = (caller: Caller, address: string, inputs: Record<string, unknown>[]) =>
    acceptOperations(platform, {
      registered: platform.registry.routes.find(({ route }) => route.path === '/V1/counters')!,
      caller,
      scope: allStores,
      address,
      inputs,
    });

  test("a guest's long queue does not delay an administrator by more than a batch", async () => {
    platform.settingsByPath.set('souk/operations/guest_items', '0').set('souk/operations/guest_open', '0');
    await accept(platform, junk(2000), { caller: guest });
    await execute(30);
    const uuid = await accept(platform, [note('mine', '1'), note('mine', '2')]);
    await execute(10);
    expect((await operationsOf(platform, uuid)).map(({ status }) => status)).toEqual([1, 1]);
    expect(await notes(platform)).toMatchObject({ mine: '12' });
  });

  test('callers share the queue, guests come last in each round', async () => {
    platform.settingsByPath.set('souk/operations/guest_items', '0');
    const ofGuest = await accept(platform, junk(20), { caller: guest });
    const ofCustomer = await accept(platform, [note('c', '1'), note('c', '2'), note('c', '3')], { caller: customer });
    const ofIntegration = await accept(platform, [note('i', '1'), note('i', '2')], { caller: integration });
    const ofAdmin = await accept(platform, [note('a', '1')]);
    const done = async (): Promise<number[]> =>
      Promise.all(
        [ofAdmin, ofIntegration, ofCustomer, ofGuest].map(
          async (uuid) => (await operationsOf(platform, uuid)).filter(({ status }) => status === 1).length,
        ),
      );
    await execute(3);
    expect(await done()).toEqual([1, 1, 1, 0]);
    await execute(3);
    expect(await done()).toEqual([1, 2, 2, 1]);
    await execute(3);
    expect(await done()).toEqual([1, 2, 3, 3]);
  });

  test('an operation takes those before it on the same entity along, in order', async () => {
    await accept(platform, [...junk(30), note('shared', '1'), note('shared', '2')], { caller: integration });
    const uuid = await accept(platform, [note('shared', '3')]);
    await execute(10);
    expect(await operationsOf(platform, uuid)).toMatchObject([{ status: 1 }]);
    expect(await notes(platform)).toMatchObject({ shared: '123' });
  });

  test("what a guest sends stands in nobody's way, though it names the same entity", async () => {
    platform.settingsByPath.set('souk/operations/guest_items', '0');
    const inputs = Array.from({ length: 50 }, () => note('shared', 'x'));
    await accept(platform, inputs, { caller: guest });
    const uuid = await accept(platform, [note('shared', '1')]);
    await execute(1);
    expect(await operationsOf(platform, uuid)).toMatchObject([{ status: 1 }]);
    expect(await notes(platform)).toEqual({ shared: '1' });
  });

  test('D45: a guest may send so many items at once, and have so many open by address', async () => {
    await expect(accept(platform, junk(101), { caller: guest })).rejects.toMatchObject({
      status: 400,
      text: 'Without an access token a bulk may have 100 items at most.',
    });
    platform.settingsByPath.set('souk/operations/guest_open', '5');
    await acceptAt(guest, '192.0.2.1', junk(4));
    await expect(acceptAt(guest, '192.0.2.1', junk(2))).rejects.toMatchObject({ status: 429, retryAfter: 10 });
    await acceptAt(guest, '192.0.2.2', junk(5));
    await acceptAt(customer, '192.0.2.1', junk(6));
    await acceptAt(guest, '192.0.2.1', junk(1));
    await expect(acceptAt(guest, '192.0.2.1', junk(1))).rejects.toMatchObject({ status: 429 });
    await runConsumer(platform);
    await acceptAt(guest, '192.0.2.1', junk(5));
    expect((await callOn(platform).db.selectFrom('bulk').select('id').execute()).length).toBe(5);
  });

  test('D46: while too many operations are open, nothing more is accepted', async () => {
    // A process of its own: it has counted nothing yet.
    const other = await openPlatform(platform.storage, { amqpUrl: installation.amqpUrl });
    other.settingsByPath.set('souk/operations/most_open', '3');
    await accept(other, junk(2));
    await accept(other, junk(2), { caller: admin });
    await expect(accept(other, junk(1))).rejects.toMatchObject({ status: 503, retryAfter: 10 });
    other.settingsByPath.set('souk/operations/most_open', '0');
    await accept(other, junk(1));
    expect((await callOn(platform).db.selectFrom('operation').select('id').execute()).length).toBe(5);
  });
});
