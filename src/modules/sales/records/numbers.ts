import type { Call } from '../../../kernel/call.ts';
import { invariant } from '../../../kernel/invariant.ts';
import { elementAt } from '../../../kernel/lists.ts';
import { keysOf, recordOf } from '../../../kernel/own-fields.ts';
import { nextGaplessNumber, nextId, nextIds, nextIdsWithRow, raiseSequence } from '../../../storage/sequences.ts';

/** Kinds of documents that are booked: tax law asks for their numbers without gaps. */
const booked: ReadonlySet<string> = new Set(['invoice', 'creditmemo']);

/**
 * The next number of a kind of document (`order`, `invoice`, or one of a module) in a store view: nine digits, behind the id of
 * the view unless that is the first. Source: the sequences of the interface's installation. Only numbers of invoices and credit
 * memos have no gaps: who draws one holds the next one back until the commit.
 */
export async function nextNumber(call: Call, kind: string, storeId: number): Promise<string> {
  const draw = booked.has(kind) ? nextGaplessNumber : nextId;
  return numberText(await draw(call.db, sequenceOf(kind, storeId)), storeId);
}

/** Lets numbers of a kind of document begin behind one that was given in another shop, if it has the form of this one's. */
export async function passNumber(call: Call, kind: string, storeId: number, given: string): Promise<void> {
  const prefix = storeId > 1 ? String(storeId) : '';
  const digits = given.startsWith(prefix) ? given.slice(prefix.length) : '';
  if (/^\d{9,15}$/.test(digits)) await raiseSequence(call.db, sequenceOf(kind, storeId), Number(digits));
}

function sequenceOf(kind: string, storeId: number): string {
  return `sales_${kind}_${storeId}`;
}

function numberText(number: number, storeId: number): string {
  return `${storeId > 1 ? storeId : ''}${String(number).padStart(9, '0')}`;
}

/** A kind of records that lie within documents, as comments do. */
type RecordKind =
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
  | 'creditmemo_comment';

/** Ids for records that lie within documents. */
export function nextRecordIds(call: Call, kind: RecordKind, count: number): Promise<number[]> {
  return nextIds(call.db, `sales_${kind}`, count);
}

/** Lets ids of records that lie within documents begin behind one of another shop. */
export function passRecordIds(call: Call, kind: RecordKind, last: number): Promise<void> {
  return raiseSequence(call.db, `sales_${kind}`, last);
}

/**
 * Ids for records of an order, by their kind, and for its row (see `nextIdsWithRow`), with the next number of an order unless it has
 * one; in one statement.
 */
export async function nextOrderIds<K extends RecordKind>(
  call: Call,
  { storeId, number }: { readonly storeId: number; readonly number: string | null },
  counts: Readonly<Record<K, number>>,
): Promise<{ number: string; rowId: number | undefined; ids: Record<K, readonly number[]> }> {
  const kinds = keysOf(counts);
  const numbers = sequenceOf('order', storeId);
  const { rowId, ids: drawn } = await nextIdsWithRow<string>(call.db, 'sales_order', {
    ...(number === null && { [numbers]: 1 }),
    ...Object.fromEntries(kinds.map((kind) => [`sales_${kind}`, counts[kind]])),
  });
  const drawnFrom = (name: string) => invariant(drawn[name], 'each of the sequences has yielded its numbers');
  return {
    number: number ?? numberText(elementAt(drawnFrom(numbers), 0), storeId),
    rowId,
    ids: recordOf(kinds, (kind) => drawnFrom(`sales_${kind}`)),
  };
}
