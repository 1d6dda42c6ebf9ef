import type { Call } from '../../../kernel/call.ts';
import type { MoneyWork, PaymentSubject, Task } from '../../payment/extensions.ts';
import { addAmount, amount } from '../amounts.ts';
import { refundWithin, type InvoiceRefundCreation } from '../creditmemos/create.ts';
import { refundSent } from '../creditmemos/save.ts';
import { withPayment } from '../invoices/book.ts';
import { makeInvoice, type InvoiceCreation } from '../invoices/create.ts';
import { invoices, invoiceStates } from '../invoices/invoices.ts';
import { cancelInvoice, captureWithin, voidWithin } from '../invoices/pay.ts';
import { cancelRest, cancelWithin } from '../orders/actions.ts';
import type { StoredOrder } from '../orders/order.ts';
import { movedOn } from '../orders/progress.ts';
import { lockOrder, saveOrder, saveOrderAndItems } from '../orders/rows.ts';
import { inState } from '../orders/transitions.ts';
import { closeTransaction } from '../transactions.ts';
import type { CreditmemoFields } from '../types/creditmemo.ts';
import { openTransaction, tellHistory } from './online.ts';

/** How tasks that were left go on, by kind. Their arguments are what the functions that made them were given. */
const works: Readonly<Record<string, (args: never) => MoneyWork<unknown>>> = {
  invoice:
    ({ orderId, wanted }: { orderId: number; wanted: InvoiceCreation }) =>
    (call, money) =>
      makeInvoice(call, orderId, wanted, money),
  capture:
    ({ id }: { id: number }) =>
    (call, money) =>
      captureWithin(call, id, money),
  void:
    ({ id }: { id: number }) =>
    (call, money) =>
      voidWithin(call, id, money),
  refund:
    ({ invoiceId, wanted }: { invoiceId: number; wanted: InvoiceRefundCreation }) =>
    (call, money) =>
      refundWithin(call, invoiceId, wanted, money),
  creditmemo:
    ({ sent, byHand }: { sent: CreditmemoFields; byHand: boolean }) =>
    (call, money) =>
      refundSent(call, structuredClone(sent), byHand, money),
  cancel:
    ({ id }: { id: number }) =>
    (call, money) =>
      cancelWithin(call, id, money),
};

/** Orders, as those see them who move money. */
export const orderPayments: PaymentSubject = {
  name: 'order',
  async mark(call, id, key) {
    const order = await lockOrder(call, id, { isAside: true });
    await saveOrder(call, { ...order, operation: key ?? undefined });
  },
  workOf({ kind, args }: Task) {
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

/** The provider holds the money of an order after all, or has taken it. */
async function approve(call: Call, order: StoredOrder, transactionId: string): Promise<StoredOrder> {
  const value = amount(order.fields, 'base_grand_total');
  const invoice = await pendingInvoice(call, order, transactionId);
  let paid = order;
  if (invoice) {
    invoice.fields.state = invoiceStates.paid;
    await invoices.update(call, invoice);
    paid = withPayment(order, invoice.fields);
    if (paid.fields.payment) addAmount(paid.fields.payment, 'base_amount_paid_online', value);
  }
  const open = inState(paid, 'processing');
  // What is invoiced and not to be sent is complete.
  const approved = invoice ? movedOn(open) : open;
  return tellHistory(call, approved, 'Registered update about approved payment.', value, transactionId);
}

/** The provider has refused the money of an order: it is canceled. */
async function deny(call: Call, order: StoredOrder, transactionId: string): Promise<StoredOrder> {
  const value = amount(order.fields, 'base_grand_total');
  const invoice = await pendingInvoice(call, order, transactionId);
  if (invoice) await cancelInvoice(call, order, invoice);
  const canceled = (await cancelRest(call, order)) ?? order;
  const transaction = await openTransaction(call, order, transactionId);
  if (transaction) await closeTransaction(call, transaction.transaction_id);
  return tellHistory(call, canceled, 'Registered update about denied payment.', value, transactionId);
}

async function pendingInvoice(call: Call, order: StoredOrder, transactionId: string) {
  const all = await invoices.ofOrder(call, order.id);
  return all.find(({ fields }) => fields.state === invoiceStates.open && fields.transaction_id === transactionId);
}
