import type { Call } from '../../kernel/call.ts';
import { loader } from '../../kernel/loader.ts';
import { formatTime } from '../../kernel/time.ts';
import { inIds } from '../../storage/sql.ts';
import type { PurchaseOrderHistoryRow } from './tables.ts';

/** The texts of events; `%1`: the number of the purchase order, `%2`: the acting person, `%3`: the detail. */
const texts = {
  submit: 'Purchase order #%1 was submitted by %2',
  apply_rules: 'Approval is required by the rules: %3',
  wait: 'The rules cannot be applied yet: %3',
  auto_approve: 'Purchase order #%1 was approved automatically',
  approve: 'Purchase order #%1 was approved by %2',
  reject: 'Purchase order #%1 was rejected by %2',
  cancel: 'Purchase order #%1 was canceled by %2',
  comment: '%2 commented on purchase order #%1',
  place_order: 'Order #%3 was placed',
  place_order_fail: 'The order could not be placed: %3',
} as const;

const textOf = new Map<string, string>(Object.entries(texts));

/** A kind of event. */
type Activity = keyof typeof texts;

/** Adds an event to the history of a purchase order. `customerId`: default: the caller; null: the shop. */
export async function recordEvent(
  call: Call,
  purchaseOrderId: number,
  activity: Activity,
  { customerId, detail = null }: { readonly customerId?: number | null; readonly detail?: string | null } = {},
): Promise<void> {
  const caller = call.caller.type === 'customer' ? call.caller.id : null;
  await call.db
    .insertInto('purchase_order_history')
    .values({
      purchase_order_id: purchaseOrderId,
      activity,
      customer_id: customerId === undefined ? caller : customerId,
      detail,
      created_at: formatTime(call.clock.now()),
    })
    .execute();
}

/** The events of purchase orders, oldest first, in one query. */
export const historyOf = loader<number, readonly PurchaseOrderHistoryRow[]>(async (ids, call) => {
  const rows = await call.db
    .selectFrom('purchase_order_history')
    .selectAll()
    .where(inIds('purchase_order_id', ids))
    .orderBy('history_id')
    .execute();
  const byOrder = Map.groupBy(rows, ({ purchase_order_id: id }) => id);
  return ids.map((id) => byOrder.get(id) ?? []);
});

/** The names of customers; empty for deleted ones. */
export const nameOfCustomer = loader<number, string>(async (ids, call) => {
  const found = await call.services.customer.customers(call, ids, { addresses: false });
  return ids.map((id) => {
    const customer = found.get(id);
    return customer ? `${customer.firstname} ${customer.lastname}`.trim() : '';
  });
});

/** The text of an event. */
export async function messageOf(
  call: Call,
  { activity, customer_id, detail }: PurchaseOrderHistoryRow,
  number: string,
): Promise<string> {
  const text = textOf.get(activity) ?? activity;
  const name = customer_id === null ? '' : await nameOfCustomer(call, customer_id);
  const values: Readonly<Record<string, string>> = { 1: number, 2: name, 3: detail ?? '' };
  return text.replace(/%([123])/g, (_, place: string) => values[place] ?? '');
}
