import { createHash, randomBytes } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { jsonTextOf, parseJson, type JsonText } from '../../kernel/json-text.ts';
import { firstOf } from '../../kernel/lists.ts';
import { preparedFirst, preparedWrite, type Params } from '../../storage/prepared.ts';
import { insertRows } from '../../storage/rows.ts';
import type { MoneyDemand, MoneyRequest, PaymentProvider, PaymentTask } from './extensions.ts';
import type { PaymentOperationTable } from './tables.ts';

/** A payment operation as stored. */
export type OperationRow = Selectable<PaymentOperationTable>;

/** Time that an overdue cart operation waits for a retry by the buyer, as a multiple of the provider's patience. */
const RETRY_PATIENCES = 3;
/** Milliseconds added to the provider's patience, for the time to record the result. */
const BOOKING = 5_000;

/** Expiry of the hold of a process that takes an operation now. */
function holdUntil(call: Call, provider: PaymentProvider, storeId: number): number {
  return Date.now() + 2 * provider.patience(call, storeId) + BOOKING;
}

/**
 * Delay before the recovery takes an unfinished operation, in milliseconds: none for an order, a multiple of the
 * provider's patience for a cart.
 */
function dueAfter(call: Call, subject: string, provider: PaymentProvider, storeId: number): number {
  return subject.startsWith('cart:') ? RETRY_PATIENCES * provider.patience(call, storeId) : 0;
}

const openOf = preparedFirst((db, p: Params<{ subject: string }>) =>
  db.selectFrom('payment_operation').selectAll().where('subject', '=', p.subject).where('state', '=', 'open'),
);
const take = preparedFirst((db, p: Params<{ id: number; attempts: number; heldUntil: number; dueAt: number }>) =>
  db
    .updateTable('payment_operation')
    .set({ attempts: sql<number>`attempts + 1`, held_until: p.heldUntil, due_at: p.dueAt })
    .where('id', '=', p.id)
    .where('attempts', '=', p.attempts)
    .returningAll(),
);
const change = preparedWrite(
  (db, p: Params<{ id: number; attempts: number; state: OperationRow['state']; heldUntil: number; dueAt: number }>) =>
    db
      .updateTable('payment_operation')
      .set({ state: p.state, held_until: p.heldUntil, due_at: p.dueAt })
      .where('id', '=', p.id)
      .where('attempts', '=', p.attempts),
);
const remove = preparedWrite((db, p: Params<{ id: number; attempts: number }>) =>
  db.deleteFrom('payment_operation').where('id', '=', p.id).where('attempts', '=', p.attempts),
);

/** Equal for repeated calls. Calls for a cart are compared by amount and token, those for an order by task. */
function fingerprintOf(subject: string, task: PaymentTask, request: MoneyRequest | undefined): string {
  const identity = subject.startsWith('cart:') ? [subject, request] : [subject, task];
  return createHash('sha256').update(JSON.stringify(identity)).digest('hex');
}

/** The storable request, without the card token. */
function withoutToken(request: MoneyRequest): MoneyRequest {
  return 'token' in request ? { ...request, token: null } : request;
}

/** The result of trying to acquire the operation of a subject. */
export type AcquiredOperation =
  | { readonly operation: OperationRow; readonly isNew: boolean }
  /** Another process holds the subject's operation. */
  | 'wait'
  /** The other process has finished in the meantime: try again. */
  | 'again';

/**
 * Takes the open operation of a subject, or creates one if there is a `demand`. Runs in a transaction of its own.
 *
 * If the outcome of an operation is unknown, a repeated call resumes it. For a different call, a cart's operation is
 * withdrawn; an order's operation must finish first.
 */
export async function acquireOperation(
  call: Call,
  subject: string,
  task: PaymentTask,
  demand: MoneyDemand | undefined,
  { providerOf, origin }: { providerOf: (method: string) => PaymentProvider | undefined; origin: string | undefined },
): Promise<AcquiredOperation> {
  const fingerprint = fingerprintOf(subject, task, demand?.request);
  const row = await openOf(call.db, { subject });
  if (row) {
    const provider = providerOf(row.method);
    if (row.held_until > Date.now() || !provider) return 'wait';
    if (row.fingerprint === fingerprint) {
      const operation = await takeInHand(call, row, provider);
      return operation ? { operation, isNew: false } : 'wait';
    }
    if (!subject.startsWith('cart:')) return 'wait';
    await change(call.db, { id: row.id, attempts: row.attempts, state: 'withdraw', heldUntil: 0, dueAt: Date.now() });
  }
  if (!demand) return 'again';
  return { operation: await insert(call, task, demand, fingerprint, origin), isNew: true };
}

async function insert(
  call: Call,
  task: PaymentTask,
  demand: MoneyDemand,
  fingerprint: string,
  origin: string | undefined,
): Promise<OperationRow> {
  const { subject, provider, request } = demand;
  const { storeId } = request;
  const heldUntil = holdUntil(call, provider, storeId);
  const row = {
    key: randomBytes(16).toString('hex'),
    subject,
    method: provider.method,
    store_id: storeId,
    state: 'open' as const,
    origin: origin ?? null,
    result: null,
    task: jsonTextOf(task),
    fingerprint,
    request: jsonTextOf(withoutToken(request)),
    attempts: 1,
    held_until: heldUntil,
    due_at: heldUntil + dueAfter(call, subject, provider, storeId),
  };
  const written = await insertRows(call.db, 'payment_operation', [row], { returning: ['id'] });
  return { ...row, id: firstOf(written).id, failures: 0, failure: null };
}

/** Takes an operation that no process holds; undefined when another process was quicker. */
export async function takeInHand(
  call: Call,
  row: OperationRow,
  provider: PaymentProvider,
): Promise<OperationRow | undefined> {
  const heldUntil = holdUntil(call, provider, row.store_id);
  const dueAt = heldUntil + dueAfter(call, row.subject, provider, row.store_id);
  return take(call.db, { id: row.id, attempts: row.attempts, heldUntil, dueAt });
}

/** Removes a settled operation; false when this caller no longer holds it. */
export async function finishOperation(call: Call, { id, attempts }: OperationRow): Promise<boolean> {
  return (await remove(call.db, { id, attempts })) > 0;
}

/** Retention of results that the recovery recorded for the originating accepted operation, in milliseconds. */
const KEEPING = 7 * 86_400_000;

const doneOf = preparedFirst((db, p: Params<{ origin: string }>) =>
  db.selectFrom('payment_operation').selectAll().where('origin', '=', p.origin).where('state', '=', 'done'),
);
const keep = preparedWrite(
  (db, p: Params<{ id: number; attempts: number; result: JsonText<unknown>; dueAt: number }>) =>
    db
      .updateTable('payment_operation')
      .set({ state: 'done', result: p.result, held_until: 0, due_at: p.dueAt })
      .where('id', '=', p.id)
      .where('attempts', '=', p.attempts),
);

/**
 * As `finishOperation`, for the recovery: stores the result for the originating accepted operation, which runs again.
 */
export async function finishWithResult(call: Call, row: OperationRow, value: unknown): Promise<boolean> {
  if (row.origin === null) return finishOperation(call, row);
  const { id, attempts } = row;
  return (await keep(call.db, { id, attempts, result: jsonTextOf(value ?? null), dueAt: Date.now() + KEEPING })) > 0;
}

/** The result that the recovery recorded for an accepted operation; undefined if missing. */
export async function findBookedResult(call: Call): Promise<{ readonly value: unknown } | undefined> {
  if (call.origin === undefined) return undefined;
  const row = await doneOf(call.db, { origin: call.origin });
  return row?.result ? { value: parseJson(row.result) } : undefined;
}

/** Longest pause between two attempts of the recovery, in milliseconds. */
const LONGEST_PAUSE = 300_000;

/** Releases an operation with an unknown outcome. The next repeated call resumes it, or else the recovery. */
export async function releaseOperation(call: Call, row: OperationRow, provider: PaymentProvider): Promise<void> {
  const pause = Math.min(1_000 * 2 ** Math.min(row.attempts - 1, 10), LONGEST_PAUSE);
  const dueAt = Date.now() + Math.max(pause, dueAfter(call, row.subject, provider, row.store_id));
  await change(call.db, { id: row.id, attempts: row.attempts, state: row.state, heldUntil: 0, dueAt });
}

const countFailure = preparedWrite((db, p: Params<{ id: number; attempts: number; failure: string }>) =>
  db
    .updateTable('payment_operation')
    .set({ failures: sql<number>`failures + 1`, failure: p.failure })
    .where('id', '=', p.id)
    .where('attempts', '=', p.attempts),
);
const forgetFailures = preparedWrite((db, p: Params<{ id: number }>) =>
  db
    .updateTable('payment_operation')
    .set({ failures: 0, failure: null })
    .where('id', '=', p.id)
    .where('failures', '>', 0),
);

/** Records why an operation could not be settled. */
export async function noteFailure(call: Call, { id, attempts }: OperationRow, failure: string): Promise<void> {
  await countFailure(call.db, { id, attempts, failure });
}

/** Clears the recorded failures of an operation that only waits for its provider. */
export async function noteWaiting(call: Call, { id }: OperationRow): Promise<void> {
  await forgetFailures(call.db, { id });
}

/** Marks an operation as withdrawn: the recovery asks the provider to reverse it. */
export async function withdrawOperation(call: Call, { id, attempts }: OperationRow): Promise<void> {
  await change(call.db, { id, attempts, state: 'withdraw', heldUntil: 0, dueAt: Date.now() });
}

/** Records that the provider's decision about a transaction is pending. */
export async function awaitReview(call: Call, demand: MoneyDemand, transactionId: string): Promise<void> {
  const { subject, provider, request } = demand;
  const row = {
    key: randomBytes(16).toString('hex'),
    subject,
    method: provider.method,
    store_id: request.storeId,
    state: 'review' as const,
    origin: null,
    result: null,
    task: jsonTextOf({ kind: 'review', args: { transactionId } }),
    fingerprint: '',
    request: jsonTextOf(withoutToken(request)),
    attempts: 1,
    held_until: 0,
    due_at: Date.now() + 1_000,
  };
  await insertRows(call.db, 'payment_operation', [row]);
}
