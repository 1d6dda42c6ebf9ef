import type { Call } from '../../kernel/call.ts';
import { elementAt } from '../../kernel/lists.ts';
import { numberOf } from '../../kernel/units.ts';
import type { ExtensionFields } from './extensions.ts';
import { addedAmount, canceledOf } from './lifecycle/added-totals.ts';
import type { AddedAmounts } from './lifecycle/lines.ts';
import type { StoredOrder } from './order.ts';
import type { NamedDocument } from './total-extensions.ts';

/** Notifies the modules of added totals of the invoiced amounts. */
export async function tellInvoiced(
  call: Call,
  order: StoredOrder,
  added: AddedAmounts,
  invoice: NamedDocument,
): Promise<void> {
  for (const [total, amounts] of added) await total.onInvoice?.(call, order, amounts, invoice);
}

/** Notifies the modules of added totals of the amounts that a credit memo refunds in them, such as store credit. */
export async function tellRefunded(
  call: Call,
  order: StoredOrder,
  added: AddedAmounts,
  memo: NamedDocument,
): Promise<void> {
  for (const [total, amounts] of added) {
    if (!amounts.base.isZero()) await total.onRefund?.(call, order, amounts, memo);
  }
}

/** Notifies the modules of added totals of the amounts that were canceled since `before`. */
export async function tellCanceled(
  call: Call,
  order: StoredOrder,
  before: ReturnType<typeof canceledOf>,
): Promise<void> {
  const totals = call.contributions.orderTotals;
  const after = canceledOf(totals, order);
  for (const [i, total] of totals.entries()) {
    const [now, earlier] = [elementAt(after, i), elementAt(before, i)];
    const amounts = { order: now.order.minus(earlier.order), base: now.base.minus(earlier.base) };
    if (!amounts.base.isZero()) await total.onCancel?.(call, order, amounts);
  }
}

/** The added totals of an order, as extension attributes. */
export function showAdded({ contributions }: Call, order: StoredOrder): ExtensionFields {
  const names = contributions.orderTotals.flatMap((total) =>
    [...Object.values(total.names), ...(total.moneyBack ? [total.moneyBack.noted] : [])].flatMap(
      ({ order: own, base }) => [own, base],
    ),
  );
  const values = names.map((name): [string, unknown] => [name, Reflect.get(order, name)]);
  return Object.fromEntries(values.filter(([, value]) => typeof value === 'number'));
}

/** The added totals of an order or a document for mails and prints; totals of zero are omitted. */
export function addedLines(
  call: Call,
  storeId: number,
  record: object | null | undefined,
): (readonly [name: string, amount: number, label: string])[] {
  return call.contributions.orderTotals.flatMap((total) => {
    const amount = addedAmount(record ?? {}, total.names.amount, 'order').times(total.sign);
    return amount.isZero() ? [] : [[total.names.amount.order, numberOf(amount), total.label(call, storeId)] as const];
  });
}
