import type { Call } from '../../kernel/call.ts';
import { firstOf } from '../../kernel/lists.ts';
import { installationMetrics } from '../../kernel/metrics.ts';
import { prepared, preparedFirst, type Params } from '../../storage/prepared.ts';
import { inTexts } from '../../storage/sql.ts';
import { paymentErrors } from './errors.ts';
import { subjectOf } from './move-money.ts';
import { finishOperation, takeInHand, type OperationRow } from './operations.ts';
import { providerOf } from './extensions.ts';
import { settleHeld } from './recovery.ts';

/** Consecutive failures after which a person has to check a payment; the recovery continues to retry. */
const FAILURES = 5;

/** Operations with too many failures, and those of unknown payment methods. */
const unsettled = prepared((db, p: Params<{ failures: number; methods: readonly string[] }>) =>
  db
    .selectFrom('payment_operation')
    .selectAll()
    .where('state', '<>', 'done')
    .where((where) => where.or([where('failures', '>=', p.failures), where.not(inTexts('method', p.methods))]))
    .orderBy('id'),
);
const byKey = preparedFirst((db, p: Params<{ key: string }>) =>
  db.selectFrom('payment_operation').selectAll().where('key', '=', p.key).where('state', '<>', 'done'),
);
const count = prepared((db, p: Params<{ failures: number }>) =>
  db
    .selectFrom('payment_operation')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('failures', '>=', p.failures),
);

/** Payments that cannot be settled: money may have moved without a record. */
export function unsettledPayments(call: Call): Promise<OperationRow[]> {
  const methods = call.contributions.paymentProviders.map(({ method }) => method);
  return unsettled(call.db, { failures: FAILURES, methods });
}

/** Retries to settle a payment immediately. Throws the error that prevents it. */
export async function settleAgain(call: Call, key: string): Promise<OperationRow> {
  const row = await requirePayment(call, key);
  const provider = providerOf(call, row.method);
  if (!provider) throw paymentErrors.noProvider([row.method]);
  const operation =
    row.held_until > Date.now() ? undefined : await call.apart((inside) => takeInHand(inside, row, provider));
  if (!operation) throw paymentErrors.beingSettled();
  await settleHeld(call, operation, provider);
  return operation;
}

/** Removes the record of a payment that a person has settled by hand; its subject can be changed again. */
export async function settleByHand(call: Call, key: string): Promise<OperationRow> {
  return call.transaction(async (inside) => {
    const row = await requirePayment(inside, key);
    if (row.held_until > Date.now() || !(await finishOperation(inside, row))) {
      throw paymentErrors.beingSettled();
    }
    const subject = subjectOf(inside, row.subject);
    await subject?.of.mark(inside, subject.id, null);
    return row;
  });
}

async function requirePayment(call: Call, key: string): Promise<OperationRow> {
  const row = await byKey(call.db, { key });
  if (!row) throw paymentErrors.notUnsettled([key]);
  return row;
}

/** Metrics of payment operations. */
export const paymentMetrics = installationMetrics(
  {
    unsettled: {
      name: 'souk_payments_unsettled',
      kind: 'gauge',
      description: 'Payments that the recovery has failed to settle again and again',
    },
  },
  async ({ db }) => ({ unsettled: firstOf(await count(db, { failures: FAILURES })).count }),
);
