import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accept, forget, notes, openPlatform, operationsOf, runConsumer, type TestPlatform } from './platform.ts';
import { createTestDatabase, engines, type TestDatabase } from '../storage/databases.ts';
import type { Storage } from '../../src/storage/database.ts';

interface Note {
  readonly sku: string;
  readonly text: string;
  readonly fails?: string;
}

/** The law of `storage/concurrent-work.ts`: operations of a group come out as if they had been executed one after another. */
describe.each(engines)('operations that are executed together on %s', (engine) => {
  let database: TestDatabase & { storage: Storage };
  let platform: TestPlatform;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
    platform = await openPlatform(database.storage);
  });
  beforeEach(() => forget(platform));
  afterAll(() => database.remove());

  /** What operations come to: in a bulk of all of them, or each in a bulk of its own that waits for the one before. */
  async function comeTo(bulks: readonly (readonly Note[])[], path: string): Promise<unknown> {
    await forget(platform);
    const ended = [];
    for (const bulk of bulks) {
      const inputs = bulk.map((note) => ({ note }));
      const uuid = await accept(platform, inputs, { path });
      await runConsumer(platform);
      ended.push(...(await operationsOf(platform, uuid)).map(({ status, result_message }) => [status, result_message]));
    }
    return { ended, notes: await notes(platform) };
  }

  async function keepsTheLaw(path: string, sent: readonly Note[]): Promise<boolean> {
    const together = await comeTo([sent], path);
    const oneByOne = await comeTo(
      sent.map((note) => [note]),
      path,
    );
    return JSON.stringify(together) === JSON.stringify(oneByOne);
  }

  const four = (fails?: string): Note[] =>
    ['a', 'b', 'c', 'd'].map((sku) => ({ sku, text: 'x', ...(fails ? { fails } : {}) }));

  test('keep the law where each reads its own', async () => {
    expect(await keepsTheLaw('/V1/counters/together', four())).toBe(true);
  });

  test('keep it where one fails', async () => {
    const sent = four().map((note, i) => (i === 2 ? { ...note, fails: 'refused' } : note));
    expect(await keepsTheLaw('/V1/counters/together', sent)).toBe(true);
  });

  test('break it where one reads what another writes, and that is found', async () => {
    expect(await keepsTheLaw('/V1/counters/counted', four())).toBe(false);
  });

  test('keep it where that one takes its turn', async () => {
    expect(await keepsTheLaw('/V1/counters/counted', four('apart'))).toBe(true);
  });
});
