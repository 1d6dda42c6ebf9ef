import type { Call } from '../../kernel/call.ts';
import type { Worker } from '../../kernel/module.ts';
import type { Platform } from '../../kernel/platform.ts';
import { startRepeating } from '../../kernel/repeating.ts';
import { system } from '../../kernel/system.ts';
import { parseJson } from '../../kernel/json-text.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { inTexts } from '../../storage/sql.ts';
import { isDeclined } from './errors.ts';
import { settleOperation, subjectOf } from './move-money.ts';
import {
  finishOperation,
  finishWithResult,
  noteFailure,
  noteWaiting,
  releaseOperation,
  takeInHand,
  withdrawOperation,
  type OperationRow,
} from './operations.ts';
import { providerOf, type PaymentProvider, type PaymentTask } from './extensions.ts';

/** Interval of checks in milliseconds, and the maximum operations per check. */
const INTERVAL = 1_000;
const BATCH = 10;
/** Maximum time that a stop waits for a slow provider, in milliseconds. */
const LONGEST_STOP = 3_000;

/** Operations of unknown payment methods are excluded, so that they do not block others. */
const due = prepared((db, p: Params<{ now: number; methods: readonly string[]; limit: number }>) =>
  db
    .selectFrom('payment_operation')
    .selectAll()
    .where(inTexts('method', p.methods))
    .where('due_at', '<=', p.now)
    .where('held_until', '<=', p.now)
    .orderBy('due_at')
    .limit(p.limit),
);

/**
 * Finishes interrupted operations, including those of other processes. An order's operation is resumed: its request is
 * sent again with the same key, and the response is recorded. A cart's operation is withdrawn, since its buyer received
 * no order. For a pending transaction, the provider's decision is requested again.
 */
export function startPaymentRecovery(platform: Platform): Worker {
  const call = platform.newCall(system.caller, system.scope);
  const methods = call.contributions.paymentProviders.map(({ method }) => method);
  return startRepeating({
    interval: INTERVAL,
    pausesFirst: true,
    longestStop: LONGEST_STOP,
    async turn(stopping) {
      for (const row of await due(call.db, { now: Date.now(), methods, limit: BATCH })) {
        if (!stopping.aborted) await lookAfter(platform, call, row);
      }
    },
    failed: (error) => platform.log.warn({ err: error }, 'the payments that wait cannot be read'),
  });
}

async function lookAfter(platform: Platform, call: Call, row: OperationRow): Promise<void> {
  const provider = providerOf(call, row.method);
  if (!provider) return;
  const operation = await call.apart((inside) => takeInHand(inside, row, provider));
  if (!operation) return;
  const about = { subject: row.subject, method: row.method, key: row.key };
  try {
    await settleHeld(call, operation, provider);
    platform.log.info(about, 'a payment was settled');
  } catch (error) {
    if (isDeclined(error)) platform.log.info(about, 'a payment was refused');
    else platform.log.warn({ err: error, ...about }, 'a payment cannot be settled yet');
  }
}

/**
 * Settles an operation that this caller holds. Throws when that fails; the failure is recorded, and the recovery
 * retries.
 */
export async function settleHeld(call: Call, row: OperationRow, provider: PaymentProvider): Promise<void> {
  try {
    await resume(call, row, provider);
  } catch (error) {
    if (!isDeclined(error)) await call.apart((inside) => noteFailure(inside, row, reasonOf(error)));
    throw error;
  }
}

async function resume(call: Call, row: OperationRow, provider: PaymentProvider): Promise<void> {
  if (row.state === 'done') {
    await call.apart((inside) => finishOperation(inside, row));
    return;
  }
  const subject = subjectOf(call, row.subject);
  const task = parseJson(row.task);
  try {
    if (row.state === 'open' && subject)
      await settleOperation(call, row, undefined, subject.of.workOf(task), finishWithResult);
    else if (row.state === 'review') await review(call, row, provider, task);
    else {
      // From here on, no call can resume the operation.
      if (row.state === 'open') await call.apart((inside) => withdrawOperation(inside, row));
      await provider.withdraw(call, row.store_id, row.key);
      await call.apart((inside) => finishOperation(inside, row));
    }
  } catch (error) {
    const state = row.state === 'open' && !subject ? 'withdraw' : row.state;
    await call.apart((inside) => releaseOperation(inside, { ...row, state }, provider));
    throw error;
  }
}

/** A one-line description of a failure: its cause if it has one, or else its own message. */
function reasonOf(error: unknown): string {
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  return (cause instanceof Error ? `${message} (${cause.message})` : message).replaceAll(/\s+/g, ' ');
}

async function review(call: Call, row: OperationRow, provider: PaymentProvider, task: PaymentTask): Promise<void> {
  const transactionId = String(task.args.transactionId);
  const answer = await provider.find(call, row.store_id, transactionId);
  if (answer.status === 'pending') {
    await call.apart(async (inside) => {
      await releaseOperation(inside, row, provider);
      await noteWaiting(inside, row);
    });
    return;
  }
  const subject = subjectOf(call, row.subject);
  if (!subject) throw new Error(`no module has the subject ${row.subject}`);
  await call.transaction(async (inside) => {
    await subject.of.review(inside, subject.id, transactionId, answer.status === 'approved');
    await finishOperation(inside, row);
  });
}
