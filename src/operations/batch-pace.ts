import { setTimeout as pause } from 'node:timers/promises';
import { formatTime } from '../kernel/time.ts';
import type { BatchHost, BatchReport } from './batch.ts';
import type { ClaimedOperation } from './broker.ts';
import { failureOutcome } from './outcomes.ts';
import { recordAlone } from './own-transaction.ts';

const firstLimit = 25;
/** How much faster a batch of twice the size has to be, by operation, to be worth it. */
const worthIt = 1.05;
/** After so many batches other sizes are tried again: there may be other work by now, or another distance to the database. */
const forgetAfter = 64;
/** Milliseconds to wait after a batch was undone, doubled with each further one. */
const firstPause = 50;
const longestPause = 5000;

/** How one worker of a consumer goes on from batch to batch. */
interface BatchPace {
  /** How many operations the next batch may take. */
  readonly limit: number;
  /** Learns from a batch and resolves when it is time for the next. */
  next(report: BatchReport): Promise<void>;
}

/** The pace of one worker, whose batches are never larger than `most`. */
export function newBatchPace(host: BatchHost, most: number): BatchPace {
  const size = newBatchSize(Math.min(firstLimit, most), most);
  /** Operations still to be taken one by one, because a batch with them was undone. */
  let single = 0;
  /** Batches in a row that failed. */
  let failures = 0;
  const follow = async ({ claimed, outcomes, error, milliseconds, isAlone }: BatchReport): Promise<void> => {
    if (error !== undefined) {
      const [operation] = claimed;
      if (claimed.length > 1) single = claimed.length;
      else if (operation) await giveUp(host, operation, error);
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

/** How many operations a batch takes: more as long as that makes a consumer faster. */
interface BatchSize {
  readonly current: number;
  /** Learns from a batch of that size, how many operations it came to and how long that took. */
  learn(operations: number, milliseconds: number): void;
}

function newBatchSize(first: number, most: number): BatchSize {
  let current = first;
  let batches = 0;
  /** Operations in a millisecond, by the size of the batch. */
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
      // It ran out of time: what it claims besides is claimed in vain.
      if (operations <= current / 2) current = half(current);
      else if (pace < (paces.get(half(current)) ?? 0) * (half(current) < current ? worthIt : 0))
        current = half(current);
      else if ((paces.get(twice(current)) ?? Infinity) >= pace * worthIt) current = twice(current);
    },
  };
}

/** Records that an operation fails whatever batch it is in, so that it does not stand in the way of the others. */
async function giveUp({ platform, call }: BatchHost, operation: ClaimedOperation, error: unknown): Promise<void> {
  const startedAt = formatTime(platform.clock.now());
  // When this fails, too, it is not the operation's fault: the database is out of reach, and the operation stays open.
  await recordAlone(call, failureOutcome(operation, error, startedAt, platform)).catch(() => {});
}

async function rest({ signal }: BatchHost, milliseconds: number): Promise<void> {
  await pause(milliseconds, undefined, { signal }).catch(() => {});
}
