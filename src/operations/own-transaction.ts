import { sql } from 'kysely';
import { recordAround } from '../audit/record.ts';
import type { Call } from '../kernel/call.ts';
import type { Platform } from '../kernel/platform.ts';
import { formatTime } from '../kernel/time.ts';
import { perDialect } from '../storage/dialects.ts';
import { preparedFirst, type Params } from '../storage/prepared.ts';
import type { ClaimedOperation } from './broker.ts';
import { entryOf, resolve, run, success, type Done, type Job } from './execute.ts';
import { failure, recordOutcomes, type Outcome } from './outcomes.ts';
import { operationStatuses } from './types.ts';

/** Undoes a transaction that found the operation finished, held by another consumer, or not yet at its turn. */
class Taken extends Error {}

/** Whether the operation's handler opens its transaction itself, because slow work comes before it. */
export function opensOwnTransaction({ bulk }: Job): boolean {
  return bulk.registered?.route.transaction === false;
}

/**
 * Executes an operation whose handler opens its own transaction. That transaction marks the operation as complete, too, so
 * that effect and mark are committed together; the answer is recorded after it. Undefined: another consumer has it.
 */
export async function executeAlone(platform: Platform, call: Call, job: Job): Promise<Outcome | undefined> {
  const { operation } = job;
  const startedAt = formatTime(platform.clock.now());
  let marked = false;
  /** Runs `work` in a transaction, the first of which is the one that locks and marks the operation. */
  const marking = (on: Call): Call => ({
    ...on,
    origin: `operation:${operation.id}`,
    with: (changes) => marking(on.with(changes)),
    transaction: async (work) => {
      const value = await on.transaction(async (transaction) => {
        if (!marked) await lock(transaction, operation);
        const result = await work(transaction);
        await recordOutcomes(transaction, [success(job, begun, startedAt)]);
        return result;
      });
      marked = true;
      return value;
    },
  });
  const attempt = async (): Promise<Done> => {
    const own = marking(resolve(call, job));
    const entry = entryOf(job, '', call.config);
    return entry
      ? recordAround(
          own,
          entry,
          (watched) => run(job, watched),
          (done) => done.entities,
        )
      : run(job, own);
  };
  try {
    const outcome = await attempt().then(
      (done) => success(job, done, startedAt),
      (error: unknown) => {
        if (error instanceof Taken) throw error;
        // What has taken effect must not be tried again.
        return failure(operation, error, startedAt, platform, { final: marked });
      },
    );
    if (marked) await call.transaction((transaction) => recordOutcomes(transaction, [outcome]));
    else await recordAlone(call, outcome);
    return outcome;
  } catch (error) {
    if (error instanceof Taken) return undefined;
    throw error;
  }
}

/** What an operation has come to before its handler has answered. */
const begun: Done = { result: 'null', entities: '' };

/** Records an outcome in a transaction of its own, unless the operation is final or another consumer has it. */
export async function recordAlone(call: Call, outcome: Outcome): Promise<void> {
  await call.transaction(async (transaction) => {
    await lock(transaction, outcome.operation);
    await recordOutcomes(transaction, [outcome]);
  });
}

const lockOpen = preparedFirst((db, p: Params<{ id: number }>) =>
  db
    .selectFrom('operation')
    .select('id')
    .where('id', '=', p.id)
    .where('status', '=', operationStatuses.open)
    .modifyEnd(perDialect({ sqlite: sql``, postgres: sql`for update skip locked` })),
);
const openBefore = preparedFirst((db, p: Params<{ id: number; key: string }>) =>
  db
    .selectFrom('operation')
    .select('id')
    .where('status', '=', operationStatuses.open)
    .where('id', '<', p.id)
    .where('entity_key', '=', p.key)
    .limit(1),
);

/** Locks an operation if it is still open and the first for its entity; else undoes the transaction. */
async function lock(call: Call, { id, entityKey }: ClaimedOperation): Promise<void> {
  if (!(await lockOpen(call.db, { id }))) throw new Taken();
  if (entityKey !== null && (await openBefore(call.db, { id, key: entityKey }))) throw new Taken();
}
