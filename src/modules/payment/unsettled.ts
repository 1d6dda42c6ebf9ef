import type { Call } from '../../kernel/call.ts';
import { installationMetrics } from '../../kernel/metrics.ts';
import { prepared, preparedFirst, type Params } from '../../storage/prepared.ts';
import { inTexts } from '../../storage/sql.ts';
import { subjectOf } from './move-money.ts';
import { finishOperation, takeInHand, type OperationRow } from './operations.ts';
import { providerOf } from './extensions.ts';
import { settleHeld } from './recovery.ts';

/** After so many failures in a row a person has to look at a payment; the recovery goes on trying all the same. */
const FAILURES = 5;

/** Those that failed too often, and those whose method nobody knows any more. */
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
const count = preparedFirst((db, p: Params<{ failures: number }>) =>
  db
    .selectFrom('payment_operation')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('failures', '>=', p.failures),
);

/** The payments that cannot be settled: money may have moved, and the books do not know it. */
export function unsettledPayments(call: Call): Promise<OperationRow[]> {
  const methods = call.contributions.paymentProviders.map(({ method }) => method);
  return unsettled(call.db, { failures: FAILURES, methods });
}

/** Tries once more, at once, to settle a payment. Throws what keeps it from being settled. */
export async function settleAgain(call: Call, key: string): Promise<OperationRow> {
  const row = await requirePayment(call, key);
  const provider = providerOf(call, row.method);
  if (!provider) throw new Error(`nobody moves money by ${row.method}: settle it --by-hand`);
  const held =
    row.held_until > Date.now() ? undefined : await call.apart((inside) => takeInHand(inside, row, provider));
  if (!held) throw new Error('the payment is being settled at this moment: look again in a minute');
  await settleHeld(call, held, provider);
  return held;
}

/** Removes the record of a payment that a person has settled by hand; its subject can be changed again. */
export async function settleByHand(call: Call, key: string): Promise<OperationRow> {
  return call.transaction(async (inside) => {
    const row = await requirePayment(inside, key);
    if (row.held_until > Date.now() || !(await finishOperation(inside, row))) {
      throw new Error('the payment is being settled at this moment: look again in a minute');
    }
    const subject = subjectOf(inside, row.subject);
    await subject?.of.mark(inside, subject.id, null);
    return row;
  });
}

async function requirePayment(call: Call, key: string): Promise<OperationRow> {
  const row = await byKey(call.db, { key });
  if (!row) throw new Error(`no payment with the key ${key} waits: payment:unsettled tells which do`);
  return row;
}

/** Figures of payment operations. */
export const paymentMetrics = installationMetrics(
  {
    unsettled: {
      name: 'souk_payments_unsettled',
      kind: 'gauge',
      description: 'Payments that the recovery has failed to settle again and again',
    },
  },
  async ({ db }) => ({ unsettled: (await count(db, { failures: FAILURES }))!.count }),
);
