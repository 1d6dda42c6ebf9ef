import type { Call } from '../../../kernel/call.ts';
import { round, type Decimal } from '../../../kernel/money.ts';
import type { OrderDraftPayment } from '../../quote/order-draft-types.ts';
import type { MoneyTaken } from '../../payment/extensions.ts';
import { amount, currencies, setAmount } from '../amounts.ts';
import { amountsOfRest, writeInvoice } from '../invoices/create.ts';
import type { StoredOrder } from '../orders/order.ts';
import { movedOn } from '../orders/progress.ts';
import { orderSubject, saveOrderAndItems } from '../orders/rows.ts';
import { inState, withFields } from '../orders/transitions.ts';
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
  taken: Taken,
): Promise<void> {
  const { fields } = order;
  const value = amount(fields, 'base_grand_total');
  for (const currency of currencies) {
    if (fields.payment)
      setAmount(fields.payment, `${currency}amount_authorized`, amount(fields, `${currency}grand_total`));
  }
  const booked = await (taken.status === 'pending' ? bookPending : bookTaken)(call, order, taken, value);
  const { state, status, status_histories } = booked.fields;
  const wanted = hasStatus(state ?? '', order_status) ? order_status : (status ?? null);
  await saveOrderAndItems(
    call,
    withFields(booked, {
      status: wanted,
      status_histories: status_histories?.map((entry) => Object.assign({}, entry, { status: wanted })) ?? null,
    }),
  );
}

type Taken = MoneyTaken & { readonly kind: 'authorization' | 'sale' };

/** The provider holds the money, or has taken it. */
async function bookTaken(call: Call, order: StoredOrder, taken: Taken, value: Decimal): Promise<StoredOrder> {
  const { transactionId } = taken;
  if (taken.kind === 'authorization') {
    await noteTransaction(call, order, { type: 'authorization', taken, isClosed: false });
    return tellHistory(call, inState(order, 'processing'), 'Authorized amount of %1.', value, transactionId);
  }
  const written = await writeInvoice(call, order, amountsOfRest(call, order), { state: 'paid', transactionId });
  const paid = await noteCapture(call, written.order, taken, value, undefined);
  return movedOn(inState(paid, 'processing'));
}

/** The provider has yet to decide. */
async function bookPending(call: Call, order: StoredOrder, taken: Taken, value: Decimal): Promise<StoredOrder> {
  const { fields } = order;
  const isSale = taken.kind === 'sale';
  if (isSale)
    await writeInvoice(call, order, amountsOfRest(call, order), { state: 'open', transactionId: taken.transactionId });
  await noteTransaction(call, order, { type: isSale ? 'capture' : 'authorization', taken, isClosed: false });
  const text = isSale
    ? 'An amount of %1 will be captured after being approved at the payment gateway.'
    : 'We will authorize %1 after the payment is approved at the payment gateway.';
  const reviewed = await tellHistory(call, inState(order, 'payment_review'), text, value, taken.transactionId);
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
  return reviewed;
}
