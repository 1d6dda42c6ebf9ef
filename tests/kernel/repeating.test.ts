import { describe, expect, it } from 'vitest';
import { startRepeating } from '../../src/kernel/repeating.ts';

/** Longer than any test: whoever pauses so long stays there. */
const LONG = 3_600_000;

describe('repeated work', () => {
  it('goes on without a pause while a turn says that there is more', async () => {
    const turns: number[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const worker = startRepeating({
      interval: LONG,
      async turn() {
        if (turns.push(turns.length) < 3) return 'more';
        return resolve();
      },
      failed: () => {},
    });
    await promise;
    await worker.stop();
    expect(turns).toEqual([0, 1, 2]);
  });

  it('goes on after a turn that failed', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const errors: unknown[] = [];
    let turns = 0;
    const worker = startRepeating({
      interval: 1,
      turn() {
        if (++turns === 1) throw new Error('once');
        return Promise.resolve(resolve());
      },
      failed: (error) => errors.push(error),
    });
    await promise;
    await worker.stop();
    expect(errors).toEqual([new Error('once')]);
  });

  it('is stopped before its first turn where that waits, and tidies up', async () => {
    const seen: string[] = [];
    const worker = startRepeating({
      interval: () => LONG,
      pausesFirst: true,
      turn: async () => void seen.push('turn'),
      failed: () => {},
      end: async () => void seen.push('end'),
    });
    await worker.stop();
    expect(seen).toEqual(['end']);
  });

  it('ends after the turn that is under way, for which a stop waits', async () => {
    const seen: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const worker = startRepeating({
      interval: LONG,
      async turn(stopping) {
        resolve();
        await new Promise((ended) => stopping.addEventListener('abort', () => setImmediate(ended)));
        seen.push('turn');
      },
      failed: () => {},
    });
    await promise;
    const stopped = worker.stop().then(() => seen.push('stopped'));
    await stopped;
    expect(seen).toEqual(['turn', 'stopped']);
  });

  it('is left to itself where a turn takes longer than a stop waits', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const worker = startRepeating({ interval: LONG, longestStop: 1, turn: () => promise, failed: () => {} });
    await worker.stop();
    resolve();
  });
});
