import type { Call } from '../../../kernel/call.ts';
import type { MoneyWork, PaymentSubject, PaymentTask } from '../../payment/extensions.ts';
import { amountIn } from '../amounts.ts';
import { refundWithin, type InvoiceRefundCreation } from '../creditmemos/create.ts';
import { refundSent } from '../creditmemos/save.ts';
import { orderColumns } from '../lifecycle/columns.ts';
import { paidOf } from '../lifecycle/paying.ts';
import { makeInvoice, type InvoiceCreation } from '../invoices/create.ts';
import { invoices, invoiceStates } from '../records/document-stores.ts';
import { cancelInvoice, captureWithin, voidWithin } from '../invoices/pay.ts';
import { cancelRest, cancelWithin } from './actions.ts';
import type { StoredOrder } from '../order.ts';
import { lockOrder, saveOrder, saveOrderAndItems } from '../records/rows.ts';
import { inProcess, movedOn, paid, paidOnline } from '../lifecycle/transitions.ts';
import { closeTransaction } from '../transactions.ts';
import type { CreditmemoInput } from '../types/creditmemo.ts';
import { openTransaction, tellHistory } from '../payments/online.ts';

/** Resumes the tasks of orders during a recovery, by kind. A task's arguments are those of its original function. */
const works: Readonly<Record<string, (args: never) => MoneyWork<unknown>>> = {
  invoice:
    ({ orderId, wanted: request }: { orderId: number; wanted: InvoiceCreation }) =>
    (call, money) =>
      makeInvoice(call, orderId, request, money),
  capture:
    ({ id }: { id: number }) =>
    (call, money) =>
      captureWithin(call, id, money),
  void:
    ({ id }: { id: number }) =>
    (call, money) =>
      voidWithin(call, id, money),
  refund:
    ({ invoiceId, wanted: request }: { invoiceId: number; wanted: InvoiceRefundCreation }) =>
    (call, money) =>
      refundWithin(call, invoiceId, request, money),
  creditmemo:
    ({ sent: input, byHand }: { sent: CreditmemoInput; byHand: boolean }) =>
    (call, money) =>
      refundSent(call, input, byHand, money),
  cancel:
    ({ id }: { id: number }) =>
    (call, money) =>
      cancelWithin(call, id, money),
};

/** Orders as something that money is moved for. */
export const orderPayments: PaymentSubject = {
  name: 'order',
  async mark(call, id, key) {
    const order = await lockOrder(call, id, { isAside: true });
    await saveOrder(call, { ...order, operation: key ?? undefined });
  },
  workOf({ kind, args }: PaymentTask) {
    const work = works[kind];
    if (!work) throw new Error(`no payment of an order is a ${kind}`);
    return work(args as never);
  },
  async review(call, id, transactionId, isApproved) {
    const order = await lockOrder(call, id, { isAside: true });
    if (order.fields.state !== 'payment_review') return;
    await saveOrderAndItems(call, await (isApproved ? approve : deny)(call, order, transactionId));
  },
};

/** Books that the provider accepted an order under review: it holds the money, or has taken it. */
async function approve(call: Call, order: StoredOrder, transactionId: string): Promise<StoredOrder> {
  const value = amountIn(order.fields, orderColumns.grandTotal, 'base');
  const invoice = await pendingInvoice(call, order, transactionId);
  let approved = inProcess(order);
  if (invoice) {
    await invoices.update(call, { ...invoice, fields: { ...invoice.fields, state: invoiceStates.paid } });
    // An order is complete when all of it is invoiced and nothing needs shipping.
    approved = movedOn(paidOnline(paid(approved, paidOf(invoice.fields)), value));
  }
  return tellHistory(call, approved, 'Registered update about approved payment.', value, transactionId);
}

/** Cancels an order under review that the provider refused. */
async function deny(call: Call, order: StoredOrder, transactionId: string): Promise<StoredOrder> {
  const value = amountIn(order.fields, orderColumns.grandTotal, 'base');
  const invoice = await pendingInvoice(call, order, transactionId);
  const open = invoice ? await cancelInvoice(call, order, invoice) : order;
  const canceled = (await cancelRest(call, open)) ?? open;
  const transaction = await openTransaction(call, order, transactionId);
  if (transaction) await closeTransaction(call, transaction.transaction_id);
  return tellHistory(call, canceled, 'Registered update about denied payment.', value, transactionId);
}

async function pendingInvoice(call: Call, order: StoredOrder, transactionId: string) {
  const all = await invoices.ofOrder(call, order.id);
  return all.find(({ fields }) => fields.state === invoiceStates.open && fields.transaction_id === transactionId);
}
