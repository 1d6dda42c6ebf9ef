import type { Call } from '../../../kernel/call.ts';
import { formatTime } from '../../../kernel/time.ts';
import type { CriteriaEcho } from '../../../search/criteria.ts';
import { mailComment } from '../mails.ts';
import type { StatusHistory } from '../types/payment.ts';
import { nextRecordIds } from './numbers.ts';
import type { StoredOrder } from './order.ts';
import { findOrders, lockOrder, saveOrder } from './rows.ts';
import { withFields, withStatus } from './transitions.ts';

/** An order with one more entry in its history. */
export async function withHistory(call: Call, order: StoredOrder, entry: StatusHistory): Promise<StoredOrder> {
  const [entity_id] = await nextRecordIds(call, 'order_status_history', 1);
  const { fields } = order;
  const written = {
    comment: entry.comment ?? null,
    created_at: formatTime(call.clock.now()),
    entity_id: entity_id!,
    entity_name: entry.entity_name ?? null,
    is_customer_notified: (entry.is_customer_notified ?? null) as number,
    is_visible_on_front: entry.is_visible_on_front ?? 0,
    parent_id: order.id,
    status: entry.status ?? fields.status ?? null,
  };
  return withFields(order, { status_histories: [...(fields.status_histories ?? []), written] });
}

/**
 * Adds a comment, gives the order the status that it names, and tells the customer where that is wanted. Throws 400 for a status
 * of another state.
 */
export async function addComment(call: Call, id: number, sent: StatusHistory): Promise<boolean> {
  const order = await lockOrder(call, id, { isAside: true });
  const commented = await withHistory(call, withStatus(order, sent.status), { ...sent, entity_name: null });
  if (sent.is_customer_notified && sent.comment) await mailComment(call, order, sent.comment);
  await saveOrder(call, commented);
  return true;
}

/** What a list of the records of one parent says it was asked for. */
export function criteriaOf(parentId: number): CriteriaEcho {
  const filter = { field: 'parent_id', value: String(parentId), condition_type: 'eq' };
  return { filter_groups: [{ filters: [filter] }] };
}

/** The comments of an order, oldest first; none for an order that does not exist. */
export async function listComments(call: Call, id: number) {
  const order = (await findOrders(call, [id])).get(id);
  const items = order?.fields.status_histories ?? [];
  return { items: items as never[], search_criteria: criteriaOf(id), total_count: items.length };
}
