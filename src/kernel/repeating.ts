import { setTimeout as pause } from 'node:timers/promises';
import type { Worker } from './module.ts';
import type { Platform } from './platform.ts';
import { installationSetting, seconds, setting } from './settings.ts';

/** Work that a process repeats in the background. */
interface RepeatedWork {
  /** One turn. Returns `more` to repeat without a pause. A long turn ends early when `stopping` aborts. */
  turn(stopping: AbortSignal): Promise<'more' | void>;
  /** Milliseconds between two turns. */
  readonly interval: number | (() => number);
  /** Whether the first turn waits for an interval as well. */
  readonly pausesFirst?: boolean;
  /** Called with the error of a turn; the next turn follows after the interval. */
  failed(error: unknown): void;
  /** Cleans up after the last turn. */
  end?(): Promise<void>;
  /** Maximum wait of a stop for the current turn, in milliseconds; default: until it ends. */
  readonly longestStop?: number;
}

export const cleanUpInterval = setting(
  'souk/operations/retention_interval',
  seconds(0.01),
  60,
  'Time between two removals of expired entries',
  installationSetting,
);

/** The interval of work that deletes expired entries, in milliseconds. */
export function retentionInterval({ config }: Pick<Platform, 'config'>): () => number {
  return () => 1000 * config.of(cleanUpInterval);
}

/** Repeats work until it is stopped. Its pauses do not keep the process alive. */
export function startRepeating(work: RepeatedWork): Worker {
  const stopping = new AbortController();
  const { signal } = stopping;
  const rest = (): Promise<void> => {
    const interval = typeof work.interval === 'number' ? work.interval : work.interval();
    return pause(interval, undefined, { signal, ref: false }).catch(() => {});
  };
  const run = async (): Promise<void> => {
    if (work.pausesFirst) await rest();
    while (!signal.aborted) {
      let left: 'more' | void = undefined;
      try {
        left = await work.turn(signal);
      } catch (error) {
        work.failed(error);
      }
      if (left !== 'more') await rest();
    }
    await work.end?.();
  };
  const ended = run();
  return {
    stop: async () => {
      stopping.abort();
      const patience = work.longestStop === undefined ? [] : [pause(work.longestStop, undefined, { ref: false })];
      await Promise.race([ended, ...patience]);
    },
  };
}
