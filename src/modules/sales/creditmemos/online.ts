import type { Call } from '../../../kernel/call.ts';
import type { Decimal } from '../../../kernel/money.ts';
import type { Money } from '../../payment/extensions.ts';
import { amount } from '../amounts.ts';
import type { StoredDocument } from '../documents.ts';
import { invoiceStates } from '../invoices/invoices.ts';
import type { StoredOrder } from '../orders/order.ts';
import { isOnline, moveAfter, noteTransaction, openTransaction } from '../payments/online.ts';
import { closeTransaction, type TransactionRow } from '../transactions.ts';
import type { InvoiceFields } from '../types/invoice.ts';

/** The money of an invoice that can be refunded through its provider. */
export interface Capture {
  readonly row: TransactionRow;
  /** In the base currency. */
  readonly left: Decimal;
}

/** Money of an invoice that was not refunded, in the base currency. */
export function leftToRefund({ fields }: StoredDocument<InvoiceFields>): Decimal {
  return amount(fields, 'base_grand_total').minus(amount(fields, 'base_total_refunded'));
}

/** The transaction by which a provider took the money of an invoice; undefined where none did, or all was given back. */
export async function captureOf(
  call: Call,
  order: StoredOrder,
  invoice: StoredDocument<InvoiceFields>,
): Promise<Capture | undefined> {
  const { state, transaction_id } = invoice.fields;
  if (state !== invoiceStates.paid || !transaction_id || !isOnline(call, order)) return undefined;
  const row = await openTransaction(call, order, transaction_id);
  return row && { row, left: leftToRefund(invoice) };
}

/** Has the provider give money of a capture back; gives its id of the transaction. What is nothing needs none. */
export async function giveBack(
  call: Call,
  order: StoredOrder,
  money: Money,
  { row, left }: Capture,
  value: Decimal,
): Promise<string> {
  const taken = await moveAfter(call, order, money, 'refund', row.txn_id, value);
  await noteTransaction(call, order, { type: 'refund', taken, parent: row, isClosed: true });
  if (value.gte(left)) await closeTransaction(call, row.transaction_id);
  return taken.transactionId;
}
