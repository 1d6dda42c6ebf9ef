import { setTimeout as pause } from 'node:timers/promises';
import { newGroupSize } from '../execution/groups.ts';
import type { Platform } from '../../kernel/platform.ts';
import { system } from '../../kernel/system.ts';
import { dialectOf } from '../../storage/connection.ts';
import { runBatch, type BatchReport, type BatchHost } from './batch.ts';
import { brokerOf } from './brokers.ts';
import type { Outcome } from './outcomes.ts';
import { newBatchPace } from './batch-pace.ts';
import { countOpen } from './status.ts';
import { createExecutionCounter, type ExecutionCounter } from './execution-totals.ts';
import { operationStatuses, type OperationStatus } from './types.ts';

/** Options of a consumer. */
export interface ConsumerOptions {
  /** Greatest number of operations in one transaction. Default: 200. */
  readonly batchSize?: number;
  /** Number of operations after which it ends. Default: never. */
  readonly maxMessages?: number;
  /** Batches executed at the same time. Default: 1, and always 1 on SQLite, where one transaction writes at a time. */
  readonly concurrency?: number;
  /**
   * Called with the outcome of attempts: `complete`, `retriably_failed`, `failed`, or `retried` when another attempt will follow.
   * They are counted in any case.
   */
  readonly onExecuted?: (outcome: string, count: number) => void;
}

/** Executes accepted operations, also those that other processes accepted. */
export interface Consumer {
  start(): void;
  /** Finishes and commits the running operations, then ends. */
  stop(): Promise<void>;
  /** Resolves when the consumer has ended: stopped, or after `maxMessages`. */
  readonly ended: Promise<void>;
  /** Stops executing until `resume`; resolves when the running operations have finished. */
  pause(): Promise<void>;
  resume(): void;
  readonly isPaused: boolean;
  /** Resolves when no operation is open. */
  waitUntilIdle(): Promise<void>;
}

/** How often `waitUntilIdle` looks, in milliseconds. */
const idleInterval = 10;

/** Makes a consumer; it does nothing before `start`. */
export function createConsumer(platform: Platform, options: ConsumerOptions = {}): Consumer {
  const call = platform.newCall(system.caller, system.scope);
  const stopping = new AbortController();
  const workers = dialectOf(call.db) === 'sqlite' ? 1 : (options.concurrency ?? 1);
  const ended = Promise.withResolvers<void>();
  const running = new Set<Promise<BatchReport>>();
  let gate: PromiseWithResolvers<void> | undefined;
  let started = false;
  let left = options.maxMessages ?? Infinity;

  const work = async (host: BatchHost, totals: ExecutionCounter): Promise<void> => {
    const pace = newBatchPace(host, options.batchSize ?? 200);
    while (!stopping.signal.aborted && left > 0) {
      if (gate) {
        await gate.promise;
        continue;
      }
      const limit = Math.min(pace.limit, left);
      left -= limit;
      const batch = runBatch(host, limit);
      running.add(batch);
      const report = await batch;
      running.delete(batch);
      left += limit - report.outcomes.length;
      for (const [name, count] of tally(report.outcomes)) {
        totals.add(name, count);
        options.onExecuted?.(name, count);
      }
      await pace.next(report);
    }
  };
  const run = async (): Promise<void> => {
    const source = await brokerOf(platform).source(workers);
    const totals = createExecutionCounter(platform);
    const host = { platform, call, source, groupSize: newGroupSize(), signal: stopping.signal };
    try {
      await Promise.all(Array.from({ length: workers }, () => work(host, totals)));
    } finally {
      await source.close();
      await totals.close();
    }
  };
  const start = (): void => {
    if (started) return;
    started = true;
    void run().then(() => ended.resolve(), ended.reject);
  };
  return {
    start,
    ended: ended.promise,
    stop: async () => {
      stopping.abort();
      gate?.resolve();
      if (started) await ended.promise;
    },
    pause: async () => {
      gate ??= Promise.withResolvers();
      await Promise.all(running);
    },
    resume: () => {
      gate?.resolve();
      gate = undefined;
    },
    get isPaused() {
      return gate !== undefined;
    },
    waitUntilIdle: async () => {
      while ((await countOpen(call)) > 0) await pause(idleInterval);
    },
  };
}

const outcomeNames: Readonly<Record<OperationStatus, string>> = {
  [operationStatuses.complete]: 'complete',
  [operationStatuses.retriablyFailed]: 'retriably_failed',
  [operationStatuses.failed]: 'failed',
  [operationStatuses.open]: 'retried',
  [operationStatuses.rejected]: 'rejected',
};

function tally(outcomes: readonly Outcome[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { status } of outcomes) {
    const name = outcomeNames[status];
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}
