import { setTimeout as pause } from 'node:timers/promises';
import { formatTime } from '../kernel/time.ts';
import type { BatchReport, Execution } from './batch.ts';
import type { ClaimedOperation } from './broker.ts';
import { failure } from './outcomes.ts';
import { recordAlone } from './own-transaction.ts';

/** Milliseconds that a batch should take: long enough to share a commit, short enough for others who want to write. */
const batchTime = 75;
const firstLimit = 25;
/** Milliseconds to wait after a batch was undone, doubled with each further one. */
const firstPause = 50;
const longestPause = 5000;

/** How one worker of a consumer goes on from batch to batch. */
export interface Pace {
  /** How many operations the next batch may take. */
  readonly limit: number;
  /** Learns from a batch and resolves when it is time for the next. */
  next(report: BatchReport): Promise<void>;
}

/** The pace of one worker, whose batches are never larger than `most`. */
export function newPace(execution: Execution, most: number): Pace {
  let size = Math.min(firstLimit, most);
  /** Operations still to be taken one by one, because a batch with them was undone. */
  let single = 0;
  /** Batches in a row that failed. */
  let failures = 0;
  const follow = async ({ claimed, outcomes, error, milliseconds }: BatchReport): Promise<void> => {
    if (error !== undefined) {
      const [operation] = claimed;
      if (claimed.length > 1) single = claimed.length;
      else if (operation) await giveUp(execution, operation, error);
      throw error;
    }
    if (single > 0) single -= Math.max(1, claimed.length);
    else if (milliseconds > 2 * batchTime) size = Math.max(1, Math.floor(size / 2));
    else if (claimed.length === size && milliseconds < batchTime) size = Math.min(most, size * 2);
    if (outcomes.length === 0) await execution.source.ready(execution.call, execution.signal);
  };
  return {
    get limit() {
      return single > 0 ? 1 : size;
    },
    next: async (report) => {
      try {
        await follow(report);
        failures = 0;
      } catch (error) {
        const { claimed } = report;
        execution.platform.log.warn({ err: error, operations: claimed.length }, 'operations could not be executed');
        await rest(execution, Math.min(firstPause * 2 ** failures++, longestPause));
      }
    },
  };
}

/** Records that an operation fails whatever batch it is in, so that it does not stand in the way of the others. */
async function giveUp({ platform, call }: Execution, operation: ClaimedOperation, error: unknown): Promise<void> {
  const startedAt = formatTime(platform.clock.now());
  // When this fails, too, it is not the operation's fault: the database is out of reach, and the operation stays open.
  await recordAlone(call, failure(operation, error, startedAt, platform)).catch(() => {});
}

async function rest({ signal }: Execution, milliseconds: number): Promise<void> {
  await pause(milliseconds, undefined, { signal }).catch(() => {});
}
