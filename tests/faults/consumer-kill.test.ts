import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, engines, type TestDatabase } from '../storage/databases.ts';
import { notes, openPlatform, operationsOf, runConsumer } from '../operations/platform.ts';

const script = fileURLToPath(new URL('consumer-process.ts', import.meta.url));

interface AcceptedBulk {
  readonly process: string;
  readonly bulk: number;
  readonly items: number;
  readonly uuid: string;
}

const children = new Set<ChildProcess>();

/** Starts a process; `heard` collects what it says it has accepted. */
async function start(url: string, name: string, tasks: string[], heard: AcceptedBulk[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, [script, url, name, ...tasks], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.add(child);
  let rest = '';
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`ended with ${code} before it was ready`)));
    child.stdout!.on('data', (data: Buffer) => {
      const lines = (rest + data.toString()).split('\n');
      rest = lines.pop()!;
      for (const line of lines) {
        if (line === 'ready') resolve();
        const [, bulk, items, uuid] = /^accepted (\d+) (\d+) (.*)$/.exec(line) ?? [];
        if (uuid) heard.push({ process: name, bulk: Number(bulk), items: Number(items), uuid });
      }
    });
  });
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  children.delete(child);
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGKILL');
  await closed;
}

describe.each(engines)('on %s', (engine) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createDatabase(engine);
  });
  afterEach(async () => {
    for (const child of children) await kill(child);
    await database.remove();
  });

  /** Executes what is left and checks that every bulk is there whole and took effect once, in order, accepted ones at least. */
  async function expectExactlyOnce(heard: readonly AcceptedBulk[]): Promise<void> {
    const platform = await openPlatform(await database.open());
    await runConsumer(platform);
    const found = await notes(platform);
    for (const { process, bulk, items, uuid } of heard) {
      const operations = await operationsOf(platform, uuid);
      expect(operations.map(({ id, status }) => `${id} ${status}`)).toEqual(
        Array.from({ length: items }, (_, item) => `${item} 1`),
      );
      for (let item = 0; item < Math.min(items, 20); item++) {
        expect(found).toHaveProperty([`${process}-${bulk}-${item}`]);
      }
    }
    // Of those that nobody heard of, too: whole or not at all, and once.
    for (const [sku, text] of Object.entries(found)) {
      const item = Number(sku.split('-').at(-1));
      const [bulk] = sku.split('-').slice(-2).map(Number);
      const positions = bulk! % 4 === 3 ? [item] : [0, 20, 40, 60, 80].map((start) => start + item);
      expect(text, sku).toBe(positions.map((position) => `[${position}]`).join(''));
    }
  }

  test('a process that accepts and executes is killed again and again', async () => {
    const heard: AcceptedBulk[] = [];
    for (let round = 0; round < 6; round++) {
      const child = await start(database.url, `p${round}`, ['accept', 'consume'], heard);
      await pause(40 + 60 * round);
      await kill(child);
    }
    expect(heard.length).toBeGreaterThan(3);
    await expectExactlyOnce(heard);
  });

  test('consumers are killed while others go on, and while bulks come in', async () => {
    const heard: AcceptedBulk[] = [];
    const accepting = await start(database.url, 'web', ['accept'], heard);
    const steady = await start(database.url, 'steady', ['consume'], heard);
    for (let round = 0; round < 4; round++) {
      const child = await start(database.url, `victim${round}`, ['consume'], heard);
      await pause(100 + 30 * round);
      await kill(child);
      // Let the consumers catch up: the point is their end, not a long queue.
      if (round === 1) await kill(accepting);
    }
    await kill(steady);
    expect(heard.length).toBeGreaterThan(3);
    await expectExactlyOnce(heard);
  });
});
