import type { Call } from '../../../kernel/call.ts';
import type { MoneySource } from '../../payment/extensions.ts';
import { amountIn } from '../amounts.ts';
import type { StoredDocument } from '../documents.ts';
import { salesErrors } from '../errors.ts';
import type { StoredOrder } from '../order.ts';
import { lockOrder, saveOrderAndItems } from '../records/rows.ts';
import { documentColumns } from '../lifecycle/columns.ts';
import { captured, invoiceCanceled, mayFollow, unpaid } from '../lifecycle/transitions.ts';
import {
  isOnline,
  moveAfter,
  noteCapture,
  noteTransaction,
  openAuthorization,
  openTransaction,
  tellHistory,
} from '../payments/online.ts';
import { reserveAgain } from '../stock.ts';
import { closeTransaction, transactionsOf } from '../transactions.ts';
import type { InvoiceFields } from '../types/invoice.ts';
import { invoices, invoiceStates } from '../records/document-stores.ts';

/**
 * Captures the money of an open invoice through its provider. Throws 404, and 400 when there is nothing to capture: the
 * invoice is paid or canceled, no money is authorized, or it has no provider.
 */
export function captureInvoice(call: Call, id: number): Promise<boolean> {
  const task = { kind: 'capture', args: { id } };
  return call.services.payment.moveMoney(call, task, (inside, money) => captureWithin(inside, id, money));
}

/** As `captureInvoice`, within a transaction. */
export async function captureWithin(call: Call, id: number, money: MoneySource): Promise<boolean> {
  const { order, invoice } = await lockWithOrder(call, id, money);
  const { fields } = invoice;
  const value = amountIn(fields, documentColumns.grandTotal, 'base');
  const isOpen = fields.state === invoiceStates.open && value.toNumber() > 0 && mayFollow(order.fields.state, 'pay');
  const authorization = isOpen && isOnline(call, order) ? await openAuthorization(call, order) : undefined;
  if (!authorization) throw salesErrors.noCapture();
  const movement = await moveAfter(call, order, money, 'capture', authorization.txn_id, value);
  fields.state = invoiceStates.paid;
  fields.transaction_id = movement.transactionId;
  delete fields.can_void_flag;
  await invoices.update(call, invoice);
  await saveOrderAndItems(call, await noteCapture(call, captured(order, fields), movement, value, authorization));
  return true;
}

/**
 * Voids the captured money of an invoice through its provider before settlement, and cancels the invoice: its items can
 * be invoiced again. Throws 404, and 400 when no provider captured it, or some of it was refunded.
 */
export function voidInvoice(call: Call, id: number): Promise<boolean> {
  const task = { kind: 'void', args: { id } };
  return call.services.payment.moveMoney(call, task, (inside, money) => voidWithin(inside, id, money));
}

/** As `voidInvoice`, within a transaction. */
export async function voidWithin(call: Call, id: number, money: MoneySource): Promise<boolean> {
  const { order, invoice } = await lockWithOrder(call, id, money);
  const { fields } = invoice;
  const isPaid = fields.state === invoiceStates.paid && !fields.base_total_refunded;
  const mayBe = isPaid && isOnline(call, order) && mayFollow(order.fields.state, 'pay');
  const capture = mayBe ? await openTransaction(call, order, fields.transaction_id) : undefined;
  if (!capture) throw salesErrors.noVoid();
  const value = amountIn(fields, documentColumns.grandTotal, 'base');
  const movement = await moveAfter(call, order, money, 'void', capture.txn_id, value);
  const noted = await noteTransaction(call, order, { type: 'void', movement, parent: capture, isClosed: true });
  await closeTransaction(call, capture.transaction_id);
  // Voiding a capture returns the money to its authorization.
  const parent = (await transactionsOf(call, order.id)).find((one) => one.transaction_id === capture.parent_id);
  if (parent?.txn_type === 'authorization') await closeTransaction(call, parent.transaction_id, false);
  const open = await cancelInvoice(call, unpaid(noted, fields), invoice);
  await saveOrderAndItems(call, await tellHistory(call, open, 'Voided capture of %1.', value, movement.transactionId));
  return true;
}

/**
 * Cancels an invoice whose money was not captured, or whose capture was voided. Returns the order, whose items can be
 * invoiced again, or canceled.
 */
export async function cancelInvoice(
  call: Call,
  order: StoredOrder,
  invoice: StoredDocument<InvoiceFields>,
): Promise<StoredOrder> {
  const canceled = invoiceCanceled(order, invoice.fields, call.contributions.orderTotals);
  const after = await reserveAgain(call, canceled, order);
  invoice.fields.state = invoiceStates.canceled;
  await invoices.update(call, invoice);
  return after;
}

/** An invoice and its order. The order is locked first, so that the invoice includes concurrent changes. */
async function lockWithOrder(call: Call, id: number, money: MoneySource) {
  const { fields } = await invoices.get(call, id);
  const order = await lockOrder(call, fields.order_id, money);
  return { order, invoice: await invoices.get(call, id) };
}
