import type { Call } from '../../../kernel/call.ts';
import { nextGaplessNumber, nextId, nextIds } from '../../../storage/sequences.ts';

/** Kinds of documents that are booked: tax law asks for their numbers without gaps. */
const booked: ReadonlySet<string> = new Set(['invoice', 'creditmemo']);

/**
 * The next number of a kind of document (`order`, `invoice`, or one of a module) in a store view: nine digits, behind the id of
 * the view unless that is the first. Source: the sequences of the interface's installation. Only numbers of invoices and credit
 * memos have no gaps: who draws one holds the next one back until the commit.
 */
export async function nextNumber(call: Call, kind: string, storeId: number): Promise<string> {
  const draw = booked.has(kind) ? nextGaplessNumber : nextId;
  const number = await draw(call.db, `sales_${kind}_${storeId}`);
  return `${storeId > 1 ? storeId : ''}${String(number).padStart(9, '0')}`;
}

/** Ids for records that lie within documents, as comments do. */
export function nextRecordIds(
  call: Call,
  kind:
    | 'order_item'
    | 'order_address'
    | 'order_status_history'
    | 'order_tax'
    | 'order_tax_item'
    | 'invoice_item'
    | 'invoice_comment'
    | 'shipment_item'
    | 'shipment_comment'
    | 'creditmemo_item'
    | 'creditmemo_comment',
  count: number,
): Promise<number[]> {
  return nextIds(call.db, `sales_${kind}`, count);
}
