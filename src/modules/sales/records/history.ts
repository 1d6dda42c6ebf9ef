import type { Call } from '../../../kernel/call.ts';
import { firstOf } from '../../../kernel/lists.ts';
import { formatTime } from '../../../kernel/time.ts';
import { numberIn } from '../amounts.ts';
import type { StatusHistoryFields } from '../types/payment.ts';
import { nextRecordIds } from './numbers.ts';
import type { StoredOrder } from '../order.ts';
import { withFields } from '../lifecycle/changes.ts';

/** An order with one more entry in its history. */
export async function withHistory(call: Call, order: StoredOrder, entry: StatusHistoryFields): Promise<StoredOrder> {
  const entity_id = firstOf(await nextRecordIds(call, 'order_status_history', 1));
  const { fields } = order;
  const written = {
    comment: entry.comment ?? null,
    created_at: formatTime(call.clock.now()),
    entity_id,
    entity_name: entry.entity_name ?? null,
    is_customer_notified: (entry.is_customer_notified ?? null) as number,
    is_visible_on_front: numberIn(entry, 'is_visible_on_front'),
    parent_id: order.id,
    status: entry.status ?? fields.status,
  };
  return withFields(order, { status_histories: [...fields.status_histories, written] });
}
