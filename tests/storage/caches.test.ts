import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Call, Database } from '../../src/kernel/call.ts';
import type { SharedCache } from '../../src/kernel/caches.ts';
import { createCaches, type LoadedCaches } from '../../src/storage/caches.ts';
import { connectionOf, databaseOn, withQuery } from '../../src/storage/connection.ts';
import type { Storage } from '../../src/storage/database.ts';
import { callOn } from '../search/calls.ts';
import { createTestDatabase, engines, type TestDatabase } from './databases.ts';

/** A process as far as caches go: its storage, its caches, a cache of all codes. */
interface Process {
  readonly call: Call;
  readonly caches: LoadedCaches;
  readonly codes: SharedCache<string[]>;
  loads: number;
}

/** A database whose statements are counted. */
function watched(db: Database, count: () => void): Database {
  const connection = connectionOf(db)!;
  return databaseOn(
    withQuery(connection, (...statement) => {
      count();
      return connection.query(...statement);
    }),
  );
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 1));
}

describe.each(engines)('shared caches on %s', (kind) => {
  let database: TestDatabase & { storage: Storage };
  let here: Process;
  let there: Process;
  beforeAll(async () => {
    database = await createTestDatabase(kind);
    [here, there] = await Promise.all([startProcess(database.storage), startProcess(await database.open())]);
  });
  afterAll(async () => {
    await Promise.all([here.caches.close(), there.caches.close()]);
    await database.remove();
  });

  async function startProcess(storage: Storage): Promise<Process> {
    const caches = createCaches({ warn: () => undefined }, storage);
    const process: { -readonly [K in keyof Process]?: Process[K] } = { loads: 0, caches, call: callOn(storage) };
    process.codes = caches.define('codes', async ({ db }) => {
      process.loads! += 1;
      const rows = await db.selectFrom('test_item').select('code').orderBy('id').execute();
      return rows.map((row) => row.code);
    });
    await caches.loadAll(process.call!);
    return process as Process;
  }

  const add = async (call: Call, cache: SharedCache<unknown>, code: string): Promise<void> => {
    await call.db.insertInto('test_item').values({ code }).execute();
    await cache.invalidate(call);
  };

  test('a change is seen in its transaction at once, in its process after the commit, in others soon', async () => {
    const generation = here.codes.generation;
    await here.call.transaction(async (call) => {
      await add(call, here.codes, 'zero');
      expect(await here.codes.get(call)).toEqual(['zero']);
      await call.db.deleteFrom('test_item').execute();
      await add(call, here.codes, 'one');
      expect(await here.codes.get(call)).toEqual(['one']);
      expect(here.codes.current).toEqual([]);
      expect(await here.codes.get(here.call)).toEqual([]);
    });
    expect(here.codes.current).toEqual(['one']);
    expect(here.codes.generation).not.toBe(generation);
    expect(there.codes.current).toEqual([]);
    await there.caches.poll();
    expect(there.codes.current).toEqual(['one']);
    expect(there.codes.generation).toBe(here.codes.generation);
  });

  test('polling loads nothing that did not change', async () => {
    const before = [here.loads, there.loads];
    await here.caches.poll();
    await there.caches.poll();
    expect([here.loads, there.loads]).toEqual(before);
  });

  test('a change that is undone is seen nowhere', async () => {
    const before = here.codes.current;
    const { generation } = here.codes;
    const undone = here.call.transaction(async (call) => {
      await add(call, here.codes, 'undone');
      expect(await here.codes.get(call)).toContain('undone');
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    await there.caches.poll();
    expect(here.codes.current).toBe(before);
    expect(here.codes.generation).toBe(generation);
    expect(there.codes.current).toEqual(before);
  });

  test('a change undone with its savepoint is no longer seen in the transaction', async () => {
    await here.call.transaction(async (call) => {
      await add(call, here.codes, 'outer');
      await expect(
        call.savepoint(async (inner) => {
          await add(inner, here.codes, 'inner');
          expect(await here.codes.get(inner)).toContain('inner');
          throw new Error('no');
        }),
      ).rejects.toThrow('no');
      expect(await here.codes.get(call)).toEqual(['one', 'outer']);
    });
    expect(here.codes.current).toEqual(['one', 'outer']);
  });

  test('a transaction that changes much loads once at its end', async () => {
    const before = here.loads;
    await here.call.transaction(async (call) => {
      for (let i = 0; i < 10; i++) await add(call, here.codes, `many-${i}`);
    });
    expect(here.loads).toBe(before + 1);
    expect(here.codes.current).toContain('many-9');
  });

  test('an invalidation outside a transaction makes its own', async () => {
    const { generation } = here.codes;
    await here.codes.invalidate(here.call);
    expect(here.codes.generation).toBe(generation + 1);
  });

  test('many changes in two processes at once leave both with the last', async () => {
    const changes = Array.from({ length: 20 }, (_, i) => {
      const { call, codes } = i % 2 ? here : there;
      return call.transaction((inner) => add(inner, codes, `both-${i}`));
    });
    await Promise.all(changes);
    await Promise.all([here.caches.poll(), there.caches.poll()]);
    expect(here.codes.current.filter((code) => code.startsWith('both'))).toHaveLength(20);
    expect(there.codes.current).toEqual(here.codes.current);
  });

  test('a change that comes while a value is loaded is in it', async () => {
    const caches = createCaches({ warn: () => undefined });
    // The same cache in another process.
    const twin = createCaches({ warn: () => undefined }).define('counted', async () => 0);
    let interrupt: (() => Promise<void>) | undefined = () => there.call.transaction((call) => add(call, twin, 'amid'));
    const counted = caches.define('counted', async ({ db }) => {
      const { count } = await db
        .selectFrom('test_item')
        .select(db.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      const change = interrupt;
      interrupt = undefined;
      await change?.();
      return count;
    });
    await caches.loadAll(here.call);
    const rows = await here.call.db.selectFrom('test_item').select('id').execute();
    expect(counted.current).toBe(rows.length);
    await caches.close();
  });

  test('a value that was long in loading does not replace one that was loaded later', async () => {
    const caches = createCaches({ warn: () => undefined });
    const loads: ((value: string) => void)[] = [];
    const slow = caches.define('slow', () => new Promise<string>((resolve) => loads.push(resolve)));
    const load = async (): Promise<{ done: Promise<void>; resolve: (value: string) => void }> => {
      const begun = loads.length;
      const done = caches.loadAll(here.call);
      await until(() => loads.length > begun);
      return { done, resolve: loads.at(-1)! };
    };
    const first = await load();
    const second = await load();
    second.resolve('later');
    await second.done;
    first.resolve('earlier');
    await first.done;
    expect(slow.current).toBe('later');
  });

  test('a cache that is not loaded says so, but loads for a call', async () => {
    const caches = createCaches({ warn: () => undefined });
    const late = caches.define('late', async () => 'value');
    expect(() => late.current).toThrow('not loaded');
    expect(await late.get(here.call)).toBe('value');
    expect(() => caches.define('late', async () => 'again')).toThrow('twice');
  });

  test('a check tells whether the values were current, and reloads those that were not', async () => {
    await Promise.all([here.caches.refresh(), there.caches.refresh()]);
    expect(await there.caches.check()).toBe(true);
    const before = there.loads;
    expect(await there.caches.check()).toBe(true);
    expect(there.loads).toBe(before);
    await here.call.transaction((call) => add(call, here.codes, 'checked'));
    expect(await there.caches.check()).toBe(false);
    expect(there.codes.current).toContain('checked');
    expect(await there.caches.check()).toBe(true);
    expect(there.loads).toBe(before + 1);
    // The process that has changed it knows already.
    expect(await here.caches.check()).toBe(true);
  });

  test('a check after each of many changes misses none, whoever else checks at the same time', async () => {
    for (let i = 0; i < 25; i++) {
      const checks = [there.caches.check(), there.caches.check()];
      await here.call.transaction((call) => add(call, here.codes, `seen-${i}`));
      await Promise.all([there.caches.refresh(), ...checks, there.caches.refresh()]);
      expect(there.codes.current).toContain(`seen-${i}`);
    }
  });

  test('changes of caches that only other processes have do not make values outdated for good', async () => {
    const newer = createCaches({ warn: () => undefined }, database.storage);
    const added = newer.define('only in a newer release', async () => 0);
    await newer.loadAll(here.call);
    expect(await there.caches.check()).toBe(false);
    await added.invalidate(here.call);
    expect(await there.caches.check()).toBe(false);
    expect(await there.caches.check()).toBe(true);
    await newer.close();
  });

  test('a check rejects while the database cannot be asked, rather than let old values pass', async () => {
    const own = await createTestDatabase(kind);
    const process = await startProcess(own.storage);
    await own.storage.clear();
    await expect(Promise.resolve(process.caches.check())).rejects.toThrow();
    await process.caches.close();
    await own.remove();
  });

  test.runIf(kind === 'sqlite')('while nobody commits, a check is no statement', async () => {
    await there.caches.refresh();
    expect(there.caches.check()).toBe(true);
    await here.call.transaction((call) => call.db.insertInto('test_item').values({ code: 'any' }).execute());
    expect(there.caches.check()).toBeInstanceOf(Promise);
    await there.caches.refresh();
    expect(there.caches.check()).toBe(true);
  });

  test.runIf(kind === 'postgres')('checks of one turn of the event loop share a statement', async () => {
    let statements = 0;
    const counting = createCaches({ warn: () => undefined }, database.storage);
    await counting.loadAll({
      ...here.call,
      inTransaction: false,
      db: watched(here.call.db, () => statements++),
      transaction: (work) => here.call.transaction(work),
    });
    statements = 0;
    await Promise.all(Array.from({ length: 10 }, async () => await counting.check()));
    expect(statements).toBe(1);
    await counting.close();
  });

  test('a database made anew has other generations', async () => {
    const own = await createTestDatabase(kind);
    const process = await startProcess(own.storage);
    const { generation } = process.codes;
    await own.storage.transaction((db) => db.deleteFrom('cache_version').execute());
    await new Promise((resolve) => setTimeout(resolve, 2));
    await process.caches.loadAll(process.call);
    expect(process.codes.generation).not.toBe(generation);
    await process.caches.close();
    await own.remove();
  });
});
