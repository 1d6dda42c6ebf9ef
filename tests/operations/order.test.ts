import * as fc from '../support/properties.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createConsumer } from '../../src/platform/operation-queue/consumer.ts';
import { attempts } from './counters.ts';
import { accept, notes, operationsOf, type TestPlatform } from './platform.ts';
import { install, setups, type Installation } from './setups.ts';

interface PlannedNote {
  readonly counter: number;
  readonly fails?: 'refused' | 'bug' | 'busy 1' | 'busy 2' | 'busy';
}

const plannedNote: fc.Arbitrary<PlannedNote> = fc.record(
  {
    counter: fc.integer({ min: 0, max: 3 }),
    fails: fc.constantFrom('refused', 'bug', 'busy 1', 'busy 2', 'busy' as const),
  },
  { requiredKeys: ['counter'] },
);
const plannedBulk = fc.record({
  path: fc.constantFrom('/V1/counters', '/V1/counters/slow', '/V1/counters/together'),
  notes: fc.array(plannedNote, { maxLength: 12 }),
});

/** What an operation ends as, whatever happens on the way. */
function finalStatus({ fails }: PlannedNote): number {
  if (fails === 'refused' || fails === 'bug') return 3;
  return fails === 'busy' ? 2 : 1;
}

describe.each(setups)('on $engine with the broker $broker', (setup) => {
  let installation: Installation;
  let platforms: TestPlatform[];
  beforeAll(async () => {
    installation = await install(setup);
    platforms = [await installation.open(), await installation.open()];
    for (const { settingsByPath } of platforms) {
      settingsByPath.set('souk/operations/retry_delay', '2');
      settingsByPath.set('souk/operations/attempts', '4');
    }
  });
  afterAll(() => installation.remove());

  test('every operation ends as it must, once, and in the order accepted for each entity, with several consumers', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(plannedBulk, { minLength: 1, maxLength: 5 }), async (bulks) => {
        run += 1;
        attempts.clear();
        const [first, second] = platforms as [TestPlatform, TestPlatform];
        const consumers = platforms.map((platform) => createConsumer(platform, { concurrency: 2, batchSize: 7 }));
        for (const consumer of consumers) consumer.start();
        const expected: Record<string, string> = {};
        const uuids: string[] = [];
        for (const [b, bulk] of bulks.entries()) {
          const inputs = bulk.notes.map((note, n) => {
            const [sku, text] = [`c${run}-${note.counter}`, `(${b}.${n})`];
            if (finalStatus(note) === 1) expected[sku] = (expected[sku] ?? '') + text;
            return { note: { sku, text, ...(note.fails && { fails: note.fails }) } };
          });
          // Accepted by the one process, by turns, and executed by both.
          uuids.push(await accept(b % 2 ? second : first, inputs, { path: bulk.path }));
        }
        await consumers[0]!.waitUntilIdle();
        await Promise.all(consumers.map((consumer) => consumer.stop()));
        for (const [b, bulk] of bulks.entries()) {
          const operations = await operationsOf(first, uuids[b]!);
          expect(operations.map(({ status }) => status)).toEqual(bulk.notes.map(finalStatus));
        }
        const mine = Object.entries(await notes(first)).filter(([sku]) => sku.startsWith(`c${run}-`));
        expect(Object.fromEntries(mine)).toEqual(expected);
      }),
      { numRuns: 10, endOnFailure: true, interruptAfterTimeLimit: 30_000 },
    );
  });
});
