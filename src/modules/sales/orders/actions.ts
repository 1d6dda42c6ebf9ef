import type { Call } from '../../../kernel/call.ts';
import type { MoneySource } from '../../payment/extensions.ts';
import { tellCanceled } from '../added-totals.ts';
import { canceledOf } from '../lifecycle/added-totals.ts';
import { mailOrder } from '../mails.ts';
import {
  authorizedLeft,
  isOnline,
  moveAfter,
  noteTransaction,
  openAuthorization,
  tellHistory,
} from '../payments/online.ts';
import { toCancel, treeOf } from '../lifecycle/quantities.ts';
import { releaseCanceled } from '../stock.ts';
import { closeTransaction } from '../transactions.ts';
import type { StoredOrder } from '../order.ts';
import { lockOrder, saveOrder, saveOrderAndItems } from '../records/rows.ts';
import { withFields } from '../lifecycle/changes.ts';
import { canceled, onHold, mayFollow, released, restOf } from '../lifecycle/transitions.ts';

/**
 * Cancels all units of an order that are neither invoiced nor shipped; false when there are none, or the state does not
 * allow it. Once nothing remains to invoice, the provider voids its authorization. Throws 400 when the provider rejects
 * that.
 */
export function cancelOrder(call: Call, id: number): Promise<boolean> {
  const task = { kind: 'cancel', args: { id } };
  return call.services.payment.moveMoney(call, task, (inside, money) => cancelWithin(inside, id, money));
}

/** As `cancelOrder`, within a transaction. */
export async function cancelWithin(call: Call, id: number, money: MoneySource): Promise<boolean> {
  const order = await lockOrder(call, id, money);
  const after = mayFollow(order.fields.state, 'cancel') ? await cancelRest(call, order) : undefined;
  if (!after) return false;
  await saveOrderAndItems(call, await giveUpMoney(call, after, money));
  return true;
}

/** Voids the authorization of an order with nothing left to invoice, through its provider. */
async function giveUpMoney(call: Call, order: StoredOrder, money: MoneySource): Promise<StoredOrder> {
  const left = authorizedLeft(order);
  const isOver = isOnline(call, order) && !left.isZero() && !restOf(order).toInvoice;
  const authorization = isOver ? await openAuthorization(call, order) : undefined;
  if (!authorization) return order;
  const movement = await moveAfter(call, order, money, 'void', authorization.txn_id, left);
  const noted = await noteTransaction(call, order, { type: 'void', movement, parent: authorization, isClosed: true });
  await closeTransaction(call, authorization.transaction_id);
  return tellHistory(call, noted, 'Canceled order online Amount: %1.', left, movement.transactionId);
}

/**
 * An order after a cancellation of all units that are neither invoiced nor shipped, in any state; undefined when there
 * are none.
 */
export async function cancelRest(call: Call, order: StoredOrder): Promise<StoredOrder | undefined> {
  const lines = treeOf(order.items)
    .map((node) => ({ node, qty: toCancel(node) }))
    .filter(({ qty }) => qty > 0);
  if (lines.length === 0) return undefined;
  const added = call.contributions.orderTotals;
  const after = await releaseCanceled(call, canceled(order, lines, added), order);
  await tellCanceled(call, after, canceledOf(added, order));
  if (after.fields.state === 'canceled') await giveBackRules(call, after);
  return after;
}

/** Releases the uses of the rules and the coupons of a canceled order. */
async function giveBackRules(call: Call, { fields, moreCoupons = [] }: StoredOrder): Promise<void> {
  const ruleIds = (fields.applied_rule_ids ?? '').split(',').map(Number).filter(Number.isSafeInteger);
  await call.services.salesRule.giveBack(call, {
    ruleIds: ruleIds.filter((id) => id > 0),
    couponCodes: [fields.coupon_code ?? '', ...moreCoupons].filter((code) => code !== ''),
    customerId: fields.customer_id ?? undefined,
  });
}

/** Puts an order on hold. Throws 400 where the state does not allow it. */
export async function holdOrder(call: Call, id: number): Promise<boolean> {
  await saveOrder(call, onHold(await lockOrder(call, id)));
  return true;
}

/** Restores the state and the status of an order before its hold. Throws 400 for an order that is not on hold. */
export async function unholdOrder(call: Call, id: number): Promise<boolean> {
  await saveOrder(call, released(await lockOrder(call, id)));
  return true;
}

/** Sends the confirmation of an order again; false when such mails are switched off. */
export async function mailOrderAgain(call: Call, id: number): Promise<boolean> {
  const order = await lockOrder(call, id, { isAside: true });
  if (!(await mailOrder(call, order))) return false;
  await saveOrder(call, withFields(order, { email_sent: 1 }));
  return true;
}
