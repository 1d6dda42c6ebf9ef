import type { Call } from '../../kernel/call.ts';
import { formatTime } from '../../kernel/time.ts';
import type { Member } from './access.ts';
import { currentApprovals, decidable, decide } from './approvals.ts';
import { purchaseOrderErrors } from './errors.ts';
import { requirePurchaseOrder, setState } from './find.ts';
import { recordEvent } from './history.ts';
import { mailBuyer, mailComment } from './mails.ts';
import { orderApproved, orderNow, recordingFailures } from './order.ts';
import { applyRules } from './place.ts';
import { cancelableStates, payableStates } from './states.ts';
import type { PurchaseOrderCommentRow, PurchaseOrderRow } from './tables.ts';
import { lockVisible, subordinatesOf, visiblePurchaseOrder } from './visible.ts';

/** Greatest length of a comment, in characters. */
const LONGEST_COMMENT = 4000;

/** A purchase order that is locked, with the approvals that the caller may decide. Throws if there are none. */
async function lockToDecide(call: Call, uid: string) {
  const { member, row } = await lockVisible(call, uid);
  if (row.status !== 'approval_required') throw purchaseOrderErrors.wrongState([row.status]);
  const approvals = await currentApprovals(call, row.entity_id);
  const own = await decidable(call, member, row, approvals);
  if (own.length === 0) throw purchaseOrderErrors.noApprover([row.increment_id]);
  const isLast = approvals.every((one) => one.status !== 'pending' || own.includes(one));
  return { row, own, isLast };
}

/**
 * Gives the caller's approvals of a purchase order; within a transaction. The last approval orders it. Throws 404, and 400 where the
 * state or the caller's roles do not allow it.
 */
export async function approve(call: Call, uid: string): Promise<void> {
  const { row, own, isLast } = await lockToDecide(call, uid);
  await decide(call, own, 'approved');
  await recordEvent(call, row.entity_id, 'approve');
  if (isLast) await orderApproved(call, row, 'approved');
}

/** Rejects a purchase order; within a transaction. One approver is enough. Throws as `approve`. */
export async function reject(call: Call, uid: string): Promise<void> {
  const { row, own } = await lockToDecide(call, uid);
  await decide(call, own, 'rejected');
  await recordEvent(call, row.entity_id, 'reject');
  await mailBuyer(call, 'rejected', await setState(call, row, 'rejected'));
}

/** Whether a user may cancel a purchase order: the buyer, a superior who sees it, and the administrator. */
export async function mayCancel(call: Call, member: Member, row: PurchaseOrderRow): Promise<boolean> {
  if (!cancelableStates.includes(row.status)) return false;
  if (member.isLeader || row.creator_id === member.customerId) return true;
  const { allows } = member;
  if (!allows('Magento_PurchaseOrder::view_purchase_orders_for_subordinates')) return false;
  return (await subordinatesOf(call, member.customerId)).includes(row.creator_id);
}

/** Cancels a purchase order that is not ordered; within a transaction. Throws 404, and 400 where state or caller do not allow it. */
export async function cancel(call: Call, uid: string): Promise<void> {
  const { member, row } = await lockVisible(call, uid);
  if (!cancelableStates.includes(row.status)) throw purchaseOrderErrors.wrongState([row.status]);
  if (!(await mayCancel(call, member, row))) throw purchaseOrderErrors.noCancel([row.increment_id]);
  await setState(call, row, 'canceled');
  await recordEvent(call, row.entity_id, 'cancel');
}

/**
 * Applies the rules to a purchase order that waits for them; within a transaction. One whose rules were applied stays as it is: storefronts
 * validate right after they place. Throws 404, and 400 in other states.
 */
export async function validate(call: Call, uid: string): Promise<void> {
  const { row } = await lockVisible(call, uid);
  if (row.status === 'approval_required') return;
  if (row.status !== 'pending') throw purchaseOrderErrors.wrongState([row.status]);
  const { quote } = call.services;
  const evaluated = await quote.evaluate(call, await quote.cart(call, row.quote_id));
  await applyRules(call, row, evaluated);
}

/** Whether a user may order an approved purchase order: its buyer, whose roles allow orders. */
export function mayOrder(member: Member, { creator_id, status }: PurchaseOrderRow): boolean {
  const isOwn = creator_id === member.customerId && member.allows('Magento_Sales::place_order');
  return isOwn && payableStates.includes(status);
}

/** Orders the caller's approved purchase order, in transactions of its own; returns the id of the order. Throws 400, 401 and 404. */
export async function orderOwn(call: Call, uid: string): Promise<number> {
  const row = await visiblePurchaseOrder(call, uid);
  if (row.creator_id !== call.caller.id) throw purchaseOrderErrors.notFound([uid]);
  if (!payableStates.includes(row.status)) throw purchaseOrderErrors.wrongState([row.status]);
  await recordingFailures(call, row.quote_id, () => orderNow(call, row));
  const { order_id } = await requirePurchaseOrder(call, row.quote_id);
  if (order_id === null) throw purchaseOrderErrors.wrongState([row.status]);
  return order_id;
}

/** Adds a comment of the caller to a purchase order that the caller sees. Throws 400 and 404. */
export async function comment(call: Call, uid: string, text: string): Promise<PurchaseOrderCommentRow> {
  const row = await visiblePurchaseOrder(call, uid);
  const written = text.trim();
  if (written === '' || written.includes('\0') || written.length > LONGEST_COMMENT) {
    throw purchaseOrderErrors.commentText([LONGEST_COMMENT]);
  }
  const added = await call.db
    .insertInto('purchase_order_comment')
    .values({
      purchase_order_id: row.entity_id,
      creator_id: call.caller.id,
      comment: written,
      created_at: formatTime(call.clock.now()),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordEvent(call, row.entity_id, 'comment');
  await mailComment(call, row, written);
  return added;
}
