import type { Call } from '../../../kernel/call.ts';
import type { Money } from '../../payment/move.ts';
import { canceledOf, tellCanceled } from '../added-totals.ts';
import { salesErrors } from '../errors.ts';
import { mailOrder } from '../mails.ts';
import {
  authorizedLeft,
  isOnline,
  moveAfter,
  noteTransaction,
  openAuthorization,
  tellHistory,
} from '../payments/online.ts';
import { toCancel, treeOf } from '../quantities.ts';
import { mayFollow } from '../states.ts';
import { releaseCanceled, waitingPieces } from '../stock.ts';
import { closeTransaction } from '../transactions.ts';
import { bookCancel } from './cancel.ts';
import type { StoredOrder } from './order.ts';
import { leftOf, setState } from './progress.ts';
import { lockOrder, saveOrder, saveOrderAndItems } from './rows.ts';

/**
 * Cancels what is neither invoiced nor shipped; false when there is nothing such, or the state does not allow it. Money that a
 * provider holds for the order is given up once nothing of it can be invoiced any more. Throws 400 when the provider refuses.
 */
export function cancelOrder(call: Call, id: number): Promise<boolean> {
  const task = { kind: 'cancel', args: { id } };
  return call.services.payment.moveMoney(call, task, (inside, money) => cancelWithin(inside, id, money));
}

/** As `cancelOrder`, within a transaction. */
export async function cancelWithin(call: Call, id: number, money: Money): Promise<boolean> {
  const order = await lockOrder(call, id, money);
  if (!mayFollow(order.fields.state ?? '', 'cancel') || !(await cancelRest(call, order))) return false;
  const left = authorizedLeft(order);
  const isOver = isOnline(call, order) && left.gt(0) && !leftOf(order).toInvoice;
  const held = isOver ? await openAuthorization(call, order) : undefined;
  if (held) {
    const taken = await moveAfter(call, order, money, 'void', held.txn_id, left);
    await noteTransaction(call, order, { type: 'void', taken, parent: held, isClosed: true });
    await closeTransaction(call, held.transaction_id);
    await tellHistory(call, order, 'Canceled order online Amount: %1.', left, taken.transactionId);
  }
  await saveOrderAndItems(call, order);
  return true;
}

/** Cancels what is neither invoiced nor shipped, whatever the state; false when there is nothing such. The caller saves the order. */
export async function cancelRest(call: Call, order: StoredOrder): Promise<boolean> {
  const nodes = treeOf(order.items);
  const { fields } = order;
  const lines = nodes.map((node) => ({ node, qty: toCancel(node) })).filter(({ qty }) => qty > 0);
  if (lines.length === 0) return false;
  const waited = waitingPieces(order);
  const added = call.contributions.orderTotals;
  const canceled = canceledOf(added, order);
  bookCancel(order, nodes, lines, added);
  await tellCanceled(call, order, canceled);
  await releaseCanceled(call, order, waited);
  if (fields.state === 'canceled') await giveBackRules(call, order);
  return true;
}

/** Gives back the uses of the rules and the coupon of a canceled order. */
async function giveBackRules(call: Call, { fields }: StoredOrder): Promise<void> {
  const ruleIds = (fields.applied_rule_ids ?? '').split(',').map(Number).filter(Number.isSafeInteger);
  await call.services.salesRule.giveBack(call, {
    ruleIds: ruleIds.filter((id) => id > 0),
    couponCode: fields.coupon_code ?? '',
    customerId: fields.customer_id ?? undefined,
  });
}

/** Puts an order on hold. */
export async function holdOrder(call: Call, id: number): Promise<boolean> {
  const order = await lockOrder(call, id);
  const { fields } = order;
  if (!mayFollow(fields.state ?? '', 'hold')) throw salesErrors.noHold();
  fields.hold_before_state = fields.state ?? null;
  fields.hold_before_status = fields.status ?? null;
  setState(order, 'holded');
  await saveOrder(call, order);
  return true;
}

/** Gives an order back the state and the status that it had before it was held. */
export async function unholdOrder(call: Call, id: number): Promise<boolean> {
  const order = await lockOrder(call, id);
  const { fields } = order;
  if (!mayFollow(fields.state ?? '', 'unhold')) throw salesErrors.noUnhold();
  fields.state = fields.hold_before_state ?? 'new';
  fields.status = fields.hold_before_status ?? 'pending';
  fields.hold_before_state = null;
  fields.hold_before_status = null;
  await saveOrder(call, order);
  return true;
}

/** Sends the confirmation of an order again; false when such mails are switched off. */
export async function mailOrderAgain(call: Call, id: number): Promise<boolean> {
  const order = await lockOrder(call, id, { isAside: true });
  if (!(await mailOrder(call, order))) return false;
  order.fields.email_sent = 1;
  await saveOrder(call, order);
  return true;
}
