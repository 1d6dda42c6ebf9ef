import type { Call } from '../../kernel/call.ts';
import type { Platform } from '../../kernel/platform.ts';
import { system } from '../../kernel/system.ts';
import { prepared, preparedWrite, type Params } from '../../storage/prepared.ts';

/** How often a consumer adds its counts to the totals, in milliseconds. */
const interval = 1000;

/**
 * Counts the executions of a consumer, so that any process can show the totals of all consumers. A killed process loses the
 * counts of a second.
 */
export interface ExecutionCounter {
  add(outcome: string, count: number): void;
  /** Writes the remaining counts, then ends. */
  close(): Promise<void>;
}

const read = prepared((db) => db.selectFrom('operation_total').selectAll().orderBy('outcome'));
const countUp = preparedWrite((db, p: Params<{ outcome: string; count: number }>) =>
  db
    .insertInto('operation_total')
    .values({ outcome: p.outcome, total: p.count })
    .onConflict((conflict) =>
      conflict.column('outcome').doUpdateSet(({ eb, ref }) => ({
        total: eb(ref('operation_total.total'), '+', ref('excluded.total')),
      })),
    ),
);

/** Attempts at operations since the installation, by outcome: `complete`, `failed`, `retriably_failed`, `retried`. */
export async function executionTotals(call: Call): Promise<ReadonlyMap<string, number>> {
  return new Map((await read(call.db, {})).map(({ outcome, total }) => [outcome, total]));
}

/** Makes the counter of a consumer. */
export function createExecutionCounter(platform: Platform): ExecutionCounter {
  const call = platform.newCall(system.caller, system.scope);
  let counts = new Map<string, number>();
  let writing: Promise<void> = Promise.resolve();
  const write = async (): Promise<void> => {
    if (counts.size === 0) return;
    const written = counts;
    counts = new Map();
    try {
      await call.transaction(async ({ db }) => {
        // All consumers write in the same order, so that they do not deadlock.
        for (const [outcome, count] of [...written].sort(([a], [b]) => (a < b ? -1 : 1)))
          await countUp(db, { outcome, count });
      });
    } catch (error) {
      platform.log.warn({ err: error }, 'executions could not be counted; trying again');
      for (const [outcome, count] of written) add(outcome, count);
    }
  };
  const add = (outcome: string, count: number): void => void counts.set(outcome, (counts.get(outcome) ?? 0) + count);
  const timer = setInterval(() => void (writing = writing.then(write)), interval).unref();
  return {
    add,
    async close() {
      clearInterval(timer);
      await writing;
      await write();
    },
  };
}
