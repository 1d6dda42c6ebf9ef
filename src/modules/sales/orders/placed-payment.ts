import type { Call } from '../../../kernel/call.ts';
import { invariant } from '../../../kernel/invariant.ts';
import type { Amount } from '../../../kernel/units.ts';
import type { OrderDraftPayment } from '../../quote/order-draft-types.ts';
import type { MoneyTaken } from '../../payment/extensions.ts';
import { amountIn } from '../amounts.ts';
import { withFields } from '../lifecycle/changes.ts';
import { orderColumns } from '../lifecycle/columns.ts';
import { amountsOfRest, writeInvoice } from '../invoices/create.ts';
import type { StoredOrder } from '../order.ts';
import { orderSubject, saveOrderAndItems } from '../records/rows.ts';
import { authorized, inProcess, movedOn, underReview } from '../lifecycle/transitions.ts';
import { hasStatus } from '../lifecycle/states.ts';
import { noteCapture, noteTransaction, tellHistory } from '../payments/online.ts';

/**
 * Books the payment of a new order. If the provider holds the money, there is an authorization; if it took the money, there is an
 * invoice; if it has not decided yet, the order is under review.
 */
export async function bookPlaced(
  call: Call,
  order: StoredOrder,
  { order_status }: OrderDraftPayment,
  taken: PlacedMoney,
): Promise<void> {
  const value = amountIn(order.fields, orderColumns.grandTotal, 'base');
  const booked = await (taken.status === 'pending' ? bookPending : bookTaken)(call, authorized(order), taken, value);
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

type PlacedMoney = MoneyTaken & { readonly kind: 'authorization' | 'sale' };

/** Books that the provider holds the money, or has taken it. */
async function bookTaken(
  call: Call,
  order: StoredOrder,
  taken: PlacedMoney,
  value: Amount<'base'>,
): Promise<StoredOrder> {
  const { transactionId } = taken;
  if (taken.kind === 'authorization') {
    const noted = await noteTransaction(call, order, { type: 'authorization', taken, isClosed: false });
    return tellHistory(call, inProcess(noted), 'Authorized amount of %1.', value, transactionId);
  }
  const written = await writeInvoice(call, order, amountsOfRest(call, order), { state: 'paid', transactionId });
  const paid = await noteCapture(call, written.order, taken, value, undefined);
  return movedOn(inProcess(paid));
}

/** Books that the provider has not decided yet. */
async function bookPending(
  call: Call,
  order: StoredOrder,
  taken: PlacedMoney,
  value: Amount<'base'>,
): Promise<StoredOrder> {
  const { fields } = order;
  const isSale = taken.kind === 'sale';
  const { transactionId } = taken;
  const open = isSale
    ? (await writeInvoice(call, order, amountsOfRest(call, order), { state: 'open', transactionId })).order
    : order;
  const noted = await noteTransaction(call, open, {
    type: isSale ? 'capture' : 'authorization',
    taken,
    isClosed: false,
  });
  const text = isSale
    ? 'An amount of %1 will be captured after being approved at the payment gateway.'
    : 'We will authorize %1 after the payment is approved at the payment gateway.';
  const reviewed = await tellHistory(call, underReview(noted), text, value, transactionId);
  const provider = call.services.payment.providerOf(call, fields.payment.method);
  await call.services.payment.awaitReview(
    call,
    {
      subject: orderSubject(order.id),
      provider: invariant(provider, 'money is moved by the provider of the payment method'),
      request: {
        kind: taken.kind,
        amount: value.toFixed(2),
        currency: fields.base_currency_code ?? '',
        storeId: fields.store_id,
        token: null,
      },
    },
    transactionId,
  );
  return reviewed;
}
