import { sql } from 'kysely';
import type { Call, Database } from '../../kernel/call.ts';
import type { Platform } from '../../kernel/platform.ts';
import { formatTime } from '../../kernel/time.ts';
import type { Span } from '../../kernel/tracing.ts';
import { perDialect } from '../../storage/dialects.ts';
import { storageErrors } from '../../storage/errors.ts';
import { preparedFirst, type Params } from '../../storage/prepared.ts';
import type { ClaimedOperation } from './broker.ts';
import { isOpen } from './claim.ts';
import { asCallerOf, interceptionOfJob, performAlone, secretsOf, type Job } from './attempt.ts';
import { holdTransaction, TransactionUndone } from './held-transaction.ts';
import { failureOutcome, recordOutcomes, type Outcome } from './outcomes.ts';
import { traceJob } from './traced-job.ts';
import { operationStatuses } from './types.ts';

/** Undoes a transaction that found its operation finished, held by another consumer, or not yet at its turn. */
class OperationTaken extends Error {}

/** Whether slow work comes before the operation's transaction: of its handler, or of somebody outside who has a say on it. */
export function opensOwnTransaction(platform: Platform, call: Call, job: Job): boolean {
  return job.bulk.registered?.route.transaction === false || interceptionOfJob(platform, call, job) !== undefined;
}

/**
 * Attempts an operation whose handler opens its own transaction. The outcome is recorded in that transaction, which is committed
 * when the handler has returned: effect and outcome exist together, or neither. Undefined: another consumer has the operation.
 */
export function attemptAlone(platform: Platform, call: Call, job: Job): Promise<Outcome | undefined> {
  const { tracing } = platform;
  if (!tracing) return attemptUntraced(platform, call, job);
  return traceJob(tracing, call, job, (own, span) => attemptUntraced(platform, own, job, span));
}

/** `span`: learns of a failure. */
async function attemptUntraced(platform: Platform, call: Call, job: Job, span?: Span): Promise<Outcome | undefined> {
  const { operation } = job;
  const startedAt = formatTime(platform.clock.now());
  const heldTransaction = holdTransaction(({ db }) => lock(db, operation));
  const failed = (error: unknown): Outcome => {
    if (error instanceof OperationTaken) throw error;
    span?.fail(error);
    const cause = error instanceof TransactionUndone ? storageErrors.busy(undefined, { cause: error }) : error;
    return failureOutcome(operation, cause, startedAt, platform, { secrets: secretsOf(platform, job) });
  };
  const trying = async (): Promise<Outcome> => {
    const own = asCallerOf(call, job).with({ session: heldTransaction.around });
    return performAlone(platform, own, job, startedAt);
  };
  /** Records an outcome together with the handler's writes; returns the recorded outcome. */
  const record = async (outcome: Outcome): Promise<Outcome> => {
    try {
      const isRecorded = await heldTransaction.end(async (inside) => {
        // A refusal may have been counted, and the count must last; an operation that is tried again starts afresh.
        if (!isFinal(outcome)) throw new TransactionUndone('the operation is tried again');
        await recordOutcomes(call.with({ session: () => inside }), [outcome]);
      });
      if (isRecorded) return outcome;
    } catch (error) {
      if (isFinal(outcome)) outcome = failed(error);
    }
    await recordAlone(call, outcome);
    return outcome;
  };
  try {
    return await record(await trying().catch(failed));
  } catch (error) {
    // No transaction may stay open.
    await heldTransaction.end(() => Promise.reject(new TransactionUndone('the operation is given up'))).catch(() => {});
    if (error instanceof OperationTaken) return undefined;
    throw error;
  }
}

function isFinal({ status }: Outcome): boolean {
  return status === operationStatuses.complete || status === operationStatuses.failed;
}

/** Records an outcome in a transaction of its own, unless the operation is final or another consumer has it. */
export async function recordAlone(call: Call, outcome: Outcome): Promise<void> {
  await call.transaction(async (transaction) => {
    await lock(transaction.db, outcome.operation);
    await recordOutcomes(transaction, [outcome]);
  });
}

const lockIfOpen = preparedFirst((db, p: Params<{ id: number }>) =>
  db
    .selectFrom('operation')
    .select('id')
    .where('id', '=', p.id)
    .where('status', '=', operationStatuses.open)
    .modifyEnd(perDialect({ sqlite: sql``, postgres: sql`for update skip locked` })),
);
const openBefore = preparedFirst((db, p: Params<{ id: number; key: string }>) =>
  db.selectFrom('operation').select('id').where(isOpen).where('id', '<', p.id).where('entity_key', '=', p.key).limit(1),
);

/** Locks an operation, if it is open and the first one for its entity; otherwise undoes the transaction. */
async function lock(db: Database, { id, entityKey }: ClaimedOperation): Promise<void> {
  if (!(await lockIfOpen(db, { id }))) throw new OperationTaken();
  if (entityKey !== null && (await openBefore(db, { id, key: entityKey }))) throw new OperationTaken();
}
