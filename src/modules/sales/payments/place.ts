import type { Call } from '../../../kernel/call.ts';
import { round } from '../../../kernel/money.ts';
import type { OrderDraftPayment } from '../../quote/order-draft.ts';
import type { MoneyTaken } from '../../payment/provider.ts';
import { amount, currencies, setAmount } from '../amounts.ts';
import { amountsOfRest, writeInvoice } from '../invoices/create.ts';
import type { StoredOrder } from '../orders/order.ts';
import { moveOn, setState } from '../orders/progress.ts';
import { orderSubject, saveOrderAndItems } from '../orders/rows.ts';
import { hasStatus } from '../states.ts';
import { noteCapture, noteTransaction, tellHistory } from './online.ts';

/**
 * Books in a new order what the provider of its payment method did: it holds the money, or has taken it, for which there is an
 * invoice at once. While it has yet to decide, the order is under review.
 */
export async function bookPlaced(
  call: Call,
  order: StoredOrder,
  { order_status }: OrderDraftPayment,
  taken: MoneyTaken & { readonly kind: 'authorization' | 'sale' },
): Promise<void> {
  const { fields } = order;
  const value = amount(fields, 'base_grand_total');
  for (const currency of currencies) {
    if (fields.payment)
      setAmount(fields.payment, `${currency}amount_authorized`, amount(fields, `${currency}grand_total`));
  }
  if (taken.status === 'pending') await bookPending(call, order, taken);
  else if (taken.kind === 'authorization') {
    await noteTransaction(call, order, { type: 'authorization', taken, isClosed: false });
    setState(order, 'processing');
    await tellHistory(call, order, 'Authorized amount of %1.', value, taken.transactionId);
  } else {
    await writeInvoice(call, order, amountsOfRest(call, order), { state: 'paid', transactionId: taken.transactionId });
    await noteCapture(call, order, taken, value, undefined);
    setState(order, 'processing');
    moveOn(order);
  }
  if (hasStatus(fields.state ?? '', order_status)) fields.status = order_status;
  for (const entry of fields.status_histories ?? []) entry.status = fields.status ?? null;
  await saveOrderAndItems(call, order);
}

async function bookPending(
  call: Call,
  order: StoredOrder,
  taken: MoneyTaken & { readonly kind: 'authorization' | 'sale' },
): Promise<void> {
  const { fields } = order;
  const value = amount(fields, 'base_grand_total');
  const isSale = taken.kind === 'sale';
  if (isSale)
    await writeInvoice(call, order, amountsOfRest(call, order), { state: 'open', transactionId: taken.transactionId });
  await noteTransaction(call, order, { type: isSale ? 'capture' : 'authorization', taken, isClosed: false });
  setState(order, 'payment_review');
  const text = isSale
    ? 'An amount of %1 will be captured after being approved at the payment gateway.'
    : 'We will authorize %1 after the payment is approved at the payment gateway.';
  await tellHistory(call, order, text, value, taken.transactionId);
  await call.services.payment.awaitReview(
    call,
    {
      subject: orderSubject(order.id),
      provider: call.services.payment.providerOf(call, fields.payment?.method)!,
      request: {
        kind: taken.kind,
        amount: round(value).toFixed(2),
        currency: fields.base_currency_code ?? '',
        storeId: fields.store_id ?? 0,
        token: null,
      },
    },
    taken.transactionId,
  );
}
