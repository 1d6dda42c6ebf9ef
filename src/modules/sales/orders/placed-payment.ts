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
  movement: PlacedMoney,
): Promise<void> {
  const value = amountIn(order.fields, orderColumns.grandTotal, 'base');
  const booked = await (movement.status === 'pending' ? bookPending : bookTaken)(
    call,
    authorized(order),
    movement,
    value,
  );
  const { state, status, status_histories } = booked.fields;
  const finalStatus = hasStatus(state ?? '', order_status) ? order_status : (status ?? null);
  await saveOrderAndItems(
    call,
    withFields(booked, {
      status: finalStatus,
      status_histories: status_histories?.map((entry) => Object.assign({}, entry, { status: finalStatus })) ?? null,
    }),
  );
}

type PlacedMoney = MoneyTaken & { readonly kind: 'authorization' | 'sale' };

/** Books that the provider holds the money, or has taken it. */
async function bookTaken(
  call: Call,
  order: StoredOrder,
  movement: PlacedMoney,
  value: Amount<'base'>,
): Promise<StoredOrder> {
  const { transactionId } = movement;
  if (movement.kind === 'authorization') {
    const noted = await noteTransaction(call, order, { type: 'authorization', movement, isClosed: false });
    return tellHistory(call, inProcess(noted), 'Authorized amount of %1.', value, transactionId);
  }
  const written = await writeInvoice(call, order, amountsOfRest(call, order), { state: 'paid', transactionId });
  const paid = await noteCapture(call, written.order, movement, value, undefined);
  return movedOn(inProcess(paid));
}

/** Books that the provider has not decided yet. */
async function bookPending(
  call: Call,
  order: StoredOrder,
  movement: PlacedMoney,
  value: Amount<'base'>,
): Promise<StoredOrder> {
  const { fields } = order;
  const isSale = movement.kind === 'sale';
  const { transactionId } = movement;
  const open = isSale
    ? (await writeInvoice(call, order, amountsOfRest(call, order), { state: 'open', transactionId })).order
    : order;
  const noted = await noteTransaction(call, open, {
    type: isSale ? 'capture' : 'authorization',
    movement,
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
        kind: movement.kind,
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
