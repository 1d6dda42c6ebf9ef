import { createHash, randomBytes } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { preparedFirst, preparedWrite, type Params } from '../../storage/prepared.ts';
import { insertRows } from '../../storage/rows.ts';
import type { Demand, MoneyRequest, PaymentProvider, Task } from './extensions.ts';
import type { PaymentOperationTable } from './tables.ts';

export type OperationRow = Selectable<PaymentOperationTable>;

/** How long after its time an operation of a cart waits for the buyer to try again, in patiences of its provider. */
const RETRY_PATIENCES = 3;
/** How much longer than its provider's patience somebody may take an operation in hand, in milliseconds. */
const BOOKING = 5_000;

/** Until when an operation that is taken in hand now is left alone. */
function holdUntil(call: Call, provider: PaymentProvider, storeId: number): number {
  return Date.now() + 2 * provider.patience(call, storeId) + BOOKING;
}

/** When an operation that nobody finishes is looked after: at once for an order, after a while for a cart. */
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

/** Tells calls that ask for the same from others. Of a cart the money and the token count, of an order what is to be done. */
function fingerprintOf(subject: string, task: Task, request: MoneyRequest | undefined): string {
  const told = subject.startsWith('cart:') ? [subject, request] : [subject, task];
  return createHash('sha256').update(JSON.stringify(told)).digest('hex');
}

/** Without what must not be kept. */
function kept(request: MoneyRequest): MoneyRequest {
  return 'token' in request ? { ...request, token: null } : request;
}

/** What became of the wish to move money for a subject. */
export type Acquired =
  | { readonly held: OperationRow; readonly isNew: boolean }
  /** Somebody else moves money for it. */
  | 'wait'
  /** Whoever did has finished meanwhile. */
  | 'again';

/**
 * Takes the open operation of a subject in hand, or makes one, within a transaction apart. One that was left with its outcome
 * unknown is gone on with when the same is asked for; a cart's that was for something else is withdrawn. Without a `demand`
 * none is made.
 */
export async function acquire(
  call: Call,
  subject: string,
  task: Task,
  demand: Demand | undefined,
  { providerOf, origin }: { providerOf: (method: string) => PaymentProvider | undefined; origin: string | undefined },
): Promise<Acquired> {
  const fingerprint = fingerprintOf(subject, task, demand?.request);
  const row = await openOf(call.db, { subject });
  if (row) {
    const provider = providerOf(row.method);
    if (row.held_until > Date.now() || !provider) return 'wait';
    if (row.fingerprint === fingerprint) {
      const held = await takeInHand(call, row, provider);
      return held ? { held, isNew: false } : 'wait';
    }
    if (!subject.startsWith('cart:')) return 'wait';
    await change(call.db, { id: row.id, attempts: row.attempts, state: 'withdraw', heldUntil: 0, dueAt: Date.now() });
  }
  if (!demand) return 'again';
  return { held: await insert(call, task, demand, fingerprint, origin), isNew: true };
}

async function insert(
  call: Call,
  task: Task,
  demand: Demand,
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
    task: JSON.stringify(task),
    fingerprint,
    request: JSON.stringify(kept(request)),
    attempts: 1,
    held_until: heldUntil,
    due_at: heldUntil + dueAfter(call, subject, provider, storeId),
  };
  const [written] = await insertRows(call.db, 'payment_operation', [row], { returning: ['id'] });
  return { ...row, id: written!.id, failures: 0, failure: null };
}

/** Takes an operation that nobody holds; undefined when somebody else was quicker. */
export async function takeInHand(
  call: Call,
  row: OperationRow,
  provider: PaymentProvider,
): Promise<OperationRow | undefined> {
  const heldUntil = holdUntil(call, provider, row.store_id);
  const dueAt = heldUntil + dueAfter(call, row.subject, provider, row.store_id);
  return take(call.db, { id: row.id, attempts: row.attempts, heldUntil, dueAt });
}

/** Removes an operation that is settled; false when it is not in this caller's hand any more. */
export async function finish(call: Call, { id, attempts }: OperationRow): Promise<boolean> {
  return (await remove(call.db, { id, attempts })) > 0;
}

/** How long the result of what the recovery has booked is kept for the operation that asked, in milliseconds. */
const KEEPING = 7 * 86_400_000;

const doneOf = preparedFirst((db, p: Params<{ origin: string }>) =>
  db.selectFrom('payment_operation').selectAll().where('origin', '=', p.origin).where('state', '=', 'done'),
);
const keep = preparedWrite((db, p: Params<{ id: number; attempts: number; result: string; dueAt: number }>) =>
  db
    .updateTable('payment_operation')
    .set({ state: 'done', result: p.result, held_until: 0, due_at: p.dueAt })
    .where('id', '=', p.id)
    .where('attempts', '=', p.attempts),
);

/** As `finish`, by the recovery: the accepted operation that began it learns what it came to when it is executed again. */
export async function finishFor(call: Call, row: OperationRow, value: unknown): Promise<boolean> {
  if (row.origin === null) return finish(call, row);
  const { id, attempts } = row;
  return (
    (await keep(call.db, { id, attempts, result: JSON.stringify(value ?? null), dueAt: Date.now() + KEEPING })) > 0
  );
}

/** What the recovery has booked for an accepted operation; undefined: nothing. */
export async function findDone(call: Call): Promise<{ readonly value: unknown } | undefined> {
  if (call.origin === undefined) return undefined;
  const row = await doneOf(call.db, { origin: call.origin });
  return row && { value: JSON.parse(row.result!) as unknown };
}

/** Longest pause between two looks at an operation, in milliseconds. */
const LONGEST_PAUSE = 300_000;

/** Lets go of an operation whose outcome is not known: whoever asks for the same, or the recovery, goes on with it. */
export async function release(call: Call, row: OperationRow, provider: PaymentProvider): Promise<void> {
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

/** Notes that an operation could not be settled, and why. */
export async function noteFailure(call: Call, { id, attempts }: OperationRow, failure: string): Promise<void> {
  await countFailure(call.db, { id, attempts, failure });
}

/** Notes that nothing is wrong with an operation any more: it waits for the provider alone. */
export async function noteWaiting(call: Call, { id }: OperationRow): Promise<void> {
  await forgetFailures(call.db, { id });
}

/** Has whatever an operation came to undone. */
export async function withdraw(call: Call, { id, attempts }: OperationRow): Promise<void> {
  await change(call.db, { id, attempts, state: 'withdraw', heldUntil: 0, dueAt: Date.now() });
}

/** Puts on record that the provider has yet to decide about a transaction. */
export async function awaitReview(call: Call, demand: Demand, transactionId: string): Promise<void> {
  const { subject, provider, request } = demand;
  const row = {
    key: randomBytes(16).toString('hex'),
    subject,
    method: provider.method,
    store_id: request.storeId,
    state: 'review' as const,
    origin: null,
    result: null,
    task: JSON.stringify({ kind: 'review', args: { transactionId } }),
    fingerprint: '',
    request: JSON.stringify(kept(request)),
    attempts: 1,
    held_until: 0,
    due_at: Date.now() + 1_000,
  };
  await insertRows(call.db, 'payment_operation', [row]);
}
