import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Call } from '../../src/kernel/call.ts';
import { callOn } from '../search/calls.ts';
import { createTestDatabase, engines, type TestDatabase } from './databases.ts';

describe.each(engines)('work after a commit on %s', (kind) => {
  const warnings: string[] = [];
  let database: TestDatabase;
  let call: Call;
  beforeAll(async () => {
    database = await createTestDatabase(kind);
    call = callOn(await database.open({ log: { warn: (_, text) => void warnings.push(text) } }));
  });
  afterAll(() => database.remove());

  test('runs at once outside a transaction, and its errors are logged', async () => {
    const ran: string[] = [];
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', note);

    call.afterCommit(() => ran.push('first'));
    expect(ran).toEqual(['first']);
    call.afterCommit(() => Promise.reject(new Error('a rejected promise')));
    call.afterCommit(() => {
      throw new Error('an error');
    });
    await new Promise(setImmediate);

    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
    expect(warnings).toEqual(['work after a commit failed', 'work after a commit failed']);
  });

  test('runs after the commit, and the transaction waits for it', async () => {
    const ran: string[] = [];
    await call.transaction(async (inside) => {
      inside.afterCommit(async () => {
        await new Promise(setImmediate);
        ran.push('after');
      });
      await new Promise(setImmediate);
      expect(ran).toEqual([]);
    });
    expect(ran).toEqual(['after']);
  });
});
