import type { Call } from '../../../kernel/call.ts';
import { amountOf, numberOf, type Amount } from '../../../kernel/units.ts';
import type { MoneySource } from '../../payment/extensions.ts';
import { amountIn, numberIn } from '../amounts.ts';
import { documentColumns } from '../lifecycle/columns.ts';
import type { StoredDocument } from '../documents.ts';
import { invoiceStates } from '../records/document-stores.ts';
import type { StoredOrder } from '../order.ts';
import { isOnline, moveAfter, noteTransaction, openTransaction } from '../payments/online.ts';
import { closeTransaction, type TransactionRow } from '../transactions.ts';
import type { InvoiceFields } from '../types/invoice.ts';

/** The captured money of an invoice, which its provider can refund. */
interface InvoiceCapture {
  readonly row: TransactionRow;
  readonly left: Amount<'base'>;
}

/** Money of an invoice that is not refunded yet. */
export function leftToRefund({ fields }: StoredDocument<InvoiceFields>): Amount<'base'> {
  const total = amountIn(fields, documentColumns.grandTotal, 'base');
  return total.minus(amountOf(numberIn(fields, 'base_total_refunded')));
}

/** The transaction by which a provider captured an invoice; undefined where none did, or all of it was refunded. */
export async function captureOf(
  call: Call,
  order: StoredOrder,
  invoice: StoredDocument<InvoiceFields>,
): Promise<InvoiceCapture | undefined> {
  const { state, transaction_id } = invoice.fields;
  if (state !== invoiceStates.paid || !transaction_id || !isOnline(call, order)) return undefined;
  const row = await openTransaction(call, order, transaction_id);
  return row && { row, left: leftToRefund(invoice) };
}

/** Money that a provider gave back: the order with the transaction in it, and the provider's id of the transaction. */
export interface MoneyGivenBack {
  readonly order: StoredOrder;
  readonly transactionId: string;
}

/** Has the provider refund money of a capture. */
export async function giveBack(
  call: Call,
  order: StoredOrder,
  money: MoneySource,
  { row, left }: InvoiceCapture,
  value: Amount<'base'>,
): Promise<MoneyGivenBack> {
  const movement = await moveAfter(call, order, money, 'refund', row.txn_id, value);
  const noted = await noteTransaction(call, order, { type: 'refund', movement, parent: row, isClosed: true });
  if (value.gte(left)) await closeTransaction(call, row.transaction_id);
  return { order: noted, transactionId: movement.transactionId };
}

/** An invoice after more of its money was refunded, in the base currency. */
export function withRefundedMoney(
  invoice: StoredDocument<InvoiceFields>,
  value: Amount<'base'>,
): StoredDocument<InvoiceFields> {
  const before = amountOf<'base'>(numberIn(invoice.fields, 'base_total_refunded'));
  return { ...invoice, fields: { ...invoice.fields, base_total_refunded: numberOf(before.plus(value)) } };
}
