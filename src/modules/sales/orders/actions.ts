import type { Call } from '../../../kernel/call.ts';
import { salesErrors } from '../errors.ts';
import { mailOrder } from '../mails.ts';
import { toCancel, toRefund, treeOf } from '../quantities.ts';
import { isState, mayFollow, stateAfterCancel, type OrderState } from '../states.ts';
import { releaseCanceled, waitingPieces } from '../stock.ts';
import { bookCancel } from './cancel.ts';
import type { StoredOrder } from './order.ts';
import { leftOf, setState } from './progress.ts';
import { lockOrder, saveOrder, saveOrderAndItems } from './rows.ts';

/** Cancels what is neither invoiced nor shipped; false when there is nothing such, or the state does not allow it. */
export async function cancelOrder(call: Call, id: number): Promise<boolean> {
  const order = await lockOrder(call, id);
  const nodes = treeOf(order.items);
  const { fields } = order;
  const lines = nodes.map((node) => ({ node, qty: toCancel(node) })).filter(({ qty }) => qty > 0);
  if (!mayFollow(fields.state ?? '', 'cancel') || lines.length === 0) return false;
  const isInvoiced = nodes.some((node) => toRefund(node) > 0);
  const waited = waitingPieces(order);
  bookCancel(order, nodes, lines);
  await releaseCanceled(call, order, waited);
  const left = leftOf(order);
  if (isState(fields.state ?? '')) setState(order, stateAfterCancel(fields.state as OrderState, left, isInvoiced));
  await saveOrderAndItems(call, order);
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
  const order = await lockOrder(call, id);
  if (!(await mailOrder(call, order))) return false;
  order.fields.email_sent = 1;
  await saveOrder(call, order);
  return true;
}
