import type { Call } from '../../../kernel/call.ts';
import { nextId, nextIds } from '../../../storage/sequences.ts';

/**
 * The next number of a kind of document (`order`, `invoice`, or one of a module) in a store view: nine digits, behind the id of
 * the view unless that is the first. Source: the sequences of the interface's installation.
 */
export async function nextNumber(call: Call, kind: string, storeId: number): Promise<string> {
  const number = await nextId(call.db, `sales_${kind}_${storeId}`);
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
