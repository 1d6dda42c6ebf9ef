import { setTimeout as pause } from 'node:timers/promises';
import { formatTime } from '../../kernel/time.ts';
import type { BatchHost, BatchReport } from './batch.ts';
import type { ClaimedOperation } from './broker.ts';
import { failureOutcome } from './outcomes.ts';
import { recordAlone } from './own-transaction.ts';

const firstLimit = 25;
/** A batch of twice the size has to be faster by this factor, for each operation, to be worth it. */
const worthIt = 1.05;
/** After so many batches other sizes are tried again: the work, or the distance to the database, may have changed. */
const forgetAfter = 64;
/** Milliseconds to wait after a batch was undone; doubled after each further one. */
const firstPause = 50;
const longestPause = 5000;

/** Decides when a worker runs its next batch, and of which size. */
interface BatchPace {
  /** Greatest number of operations in the next batch. */
  readonly limit: number;
  /** Learns from a batch; resolves when it is time for the next one. */
  next(report: BatchReport): Promise<void>;
}

/** The pace of one worker; no batch is larger than `most`. */
export function newBatchPace(host: BatchHost, most: number): BatchPace {
  const size = newBatchSize(Math.min(firstLimit, most), most);
  /** Operations that are still executed one by one, because a batch with them was undone. */
  let single = 0;
  /** Batches in a row that failed. */
  let failures = 0;
  const follow = async ({ claimed, outcomes, error, milliseconds, isAlone }: BatchReport): Promise<void> => {
    if (error !== undefined) {
      const [operation] = claimed;
      if (claimed.length > 1) single = claimed.length;
      else if (operation) await giveUp(host, operation, error);
      // oxlint-disable-next-line typescript/only-throw-error -- the error of the batch, as it was thrown
      throw error;
    }
    if (single > 0) single -= Math.max(1, claimed.length);
    else if (claimed.length >= size.current && !isAlone) size.learn(outcomes.length, milliseconds);
    if (outcomes.length === 0) await host.source.ready(host.call, host.signal);
  };
  return {
    get limit() {
      return single > 0 ? 1 : size.current;
    },
    next: async (report) => {
      try {
        await follow(report);
        failures = 0;
      } catch (error) {
        const { claimed } = report;
        host.platform.log.warn({ err: error, operations: claimed.length }, 'operations could not be executed');
        await rest(host, Math.min(firstPause * 2 ** failures++, longestPause));
      }
    },
  };
}

/** The number of operations in a batch: larger as long as that makes a consumer faster. */
interface BatchSize {
  readonly current: number;
  /** Learns how many operations a batch of this size had, and how long it took. */
  learn(operations: number, milliseconds: number): void;
}

function newBatchSize(first: number, most: number): BatchSize {
  let current = first;
  let batches = 0;
  /** Operations per millisecond, by the size of the batch. */
  const paces = new Map<number, number>();
  const half = (size: number): number => Math.max(1, Math.ceil(size / 2));
  const twice = (size: number): number => Math.min(most, size * 2);
  return {
    get current() {
      return current;
    },
    learn(operations, milliseconds) {
      if (operations === 0) return;
      if (++batches % forgetAfter === 0) paces.clear();
      const measured = operations / Math.max(milliseconds, 0.1);
      const known = paces.get(current);
      const pace = known === undefined ? measured : (known + measured) / 2;
      paces.set(current, pace);
      // The batch ran out of time: a larger one would claim operations in vain.
      if (operations <= current / 2) current = half(current);
      else if (pace < (paces.get(half(current)) ?? 0) * (half(current) < current ? worthIt : 0))
        current = half(current);
      else if ((paces.get(twice(current)) ?? Infinity) >= pace * worthIt) current = twice(current);
    },
  };
}

/** Records the failure of an operation that undoes every batch it is in, so that it no longer holds up the others. */
async function giveUp({ platform, call }: BatchHost, operation: ClaimedOperation, error: unknown): Promise<void> {
  const startedAt = formatTime(platform.clock.now());
  // If this fails too, the database is out of reach: the operation stays open.
  await recordAlone(call, failureOutcome(operation, error, startedAt, platform)).catch(() => {});
}

async function rest({ signal }: BatchHost, milliseconds: number): Promise<void> {
  await pause(milliseconds, undefined, { signal }).catch(() => {});
}
