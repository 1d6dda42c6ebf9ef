import type { Call } from '../../../kernel/call.ts';
import { amountOf, mostAmount, type Amount } from '../../../kernel/units.ts';
import { amountIn, hasAmount } from '../amounts.ts';
import { allowsEmptyRefund } from '../configuration.ts';
import { salesErrors } from '../errors.ts';
import { documentColumns, orderColumns } from '../lifecycle/columns.ts';
import { addedAttributes } from '../lifecycle/added-totals.ts';
import type { AddedAmounts, DocumentAmounts } from '../lifecycle/lines.ts';
import { baseMoney } from '../money-text.ts';
import type { StoredOrder } from '../order.ts';
import { creditmemos, creditmemoStates } from '../records/document-stores.ts';
import type { CreditmemoInput } from '../types/creditmemo.ts';

/**
 * Limits of a credit memo: all credit memos of an order together never exceed the paid amount, and none is below zero.
 * Records from other systems are included.
 */

/** Money of an order that was paid and is not refunded yet. */
export async function refundable(call: Call, order: StoredOrder): Promise<Amount<'base'>> {
  const booked = amountIn(order.fields, orderColumns.totalRefunded, 'base');
  return paidFor(order)
    .minus(mostAmount(booked, await recorded(call, order)))
    .toDecimalPlaces(2);
}

/** Whether a refund of these totals is invalid: below zero, or zero where that is not allowed. */
export function isTooLittle(
  call: Call,
  order: StoredOrder,
  { order: inOrder, base }: DocumentAmounts['totals'],
  added: AddedAmounts,
): boolean {
  if (isBelowZero(inOrder.grandTotal) || isBelowZero(base.grandTotal)) return true;
  const allowsZero = call.config.of(allowsEmptyRefund, {
    storeId: order.fields.store_id ?? 0,
  });
  // Money that goes back as store credit or points is a refund too.
  const isNothing = base.grandTotal.toDecimalPlaces(2).isZero() && Object.keys(addedAttributes(added)).length === 0;
  return isNothing && !allowsZero;
}

function isBelowZero<C extends string>(total: Amount<C>): boolean {
  const rounded = total.toDecimalPlaces(2);
  return rounded.isNegative() && !rounded.isZero();
}

/**
 * Checks the total of a record before it is stored. Orders without a recorded payment have no limit, since they were
 * paid in other systems. Throws 400.
 */
export async function checkRecordedTotal(call: Call, order: StoredOrder, record: CreditmemoInput): Promise<void> {
  const total = totalOf(order, record);
  if (isBelowZero(total)) throw salesErrors.refundTotal();
  const paid = paidFor(order);
  if (total.isZero() || paid.isZero()) return;
  const left = paid.minus(await recorded(call, order, record.entity_id)).toDecimalPlaces(2);
  if (total.toDecimalPlaces(2).gt(left)) throw salesErrors.refundAmount([baseMoney(call, order, left)]);
}

function paidFor({ fields }: StoredOrder): Amount<'base'> {
  return amountIn(fields, orderColumns.totalPaid, 'base');
}

/** The sum of an order's credit memos but one. */
async function recorded(call: Call, order: StoredOrder, exceptId?: number | null): Promise<Amount<'base'>> {
  const memos = await creditmemos.ofOrder(call, order.id);
  return memos
    .filter(({ id, fields }) => id !== exceptId && fields.state !== creditmemoStates.canceled)
    .reduce((sum, { fields }) => sum.plus(totalOf(order, fields)), amountOf<'base'>(0));
}

function totalOf({ fields }: StoredOrder, memo: CreditmemoInput): Amount<'base'> {
  const { grandTotal } = documentColumns;
  if (hasAmount(memo, grandTotal, 'base')) return amountIn(memo, grandTotal, 'base');
  return amountOf(
    amountIn(memo, grandTotal, 'order')
      .div(fields.base_to_order_rate || 1)
      .toNumber(),
  );
}
