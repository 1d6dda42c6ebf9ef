import type { Call } from '../../../kernel/call.ts';
import { withStatus } from '../lifecycle/transitions.ts';
import { mailComment } from '../mails.ts';
import { withHistory } from '../records/history.ts';
import { findOrders, lockOrder, saveOrder } from '../records/rows.ts';
import type { StatusHistoryFields } from '../types/payment.ts';

/**
 * Adds a comment, sets its status, and emails it to the customer if requested. Throws 400 for a status of another
 * state.
 */
export async function addComment(call: Call, id: number, input: StatusHistoryFields): Promise<boolean> {
  const order = await lockOrder(call, id, { isAside: true });
  const commented = await withHistory(call, withStatus(order, input.status), { ...input, entity_name: null });
  if (input.is_customer_notified && input.comment) await mailComment(call, order, input.comment);
  await saveOrder(call, commented);
  return true;
}

/** Adds an entry to the history of an order, with the status that the order has, and without a mail. Throws 404. */
export async function noteOnOrder(call: Call, id: number, entry: StatusHistoryFields): Promise<void> {
  const order = await lockOrder(call, id, { isAside: true });
  await saveOrder(call, await withHistory(call, order, entry));
}

/** The comments of an order, oldest first; none for an unknown order. */
export async function commentsOf(call: Call, id: number): Promise<readonly StatusHistoryFields[]> {
  const order = (await findOrders(call, [id], { items: false })).get(id);
  return order?.fields.status_histories ?? [];
}
