import type { Call } from '../../../kernel/call.ts';
import type { ErrorFactory } from '../../../kernel/errors.ts';
import { invariant } from '../../../kernel/invariant.ts';
import { formatTime } from '../../../kernel/time.ts';
import { amountOf, mostAmount, type Amount } from '../../../kernel/units.ts';
import type { MoneySource } from '../../payment/extensions.ts';
import type { FollowUpPayment, MoneyTaken } from '../../payment/extensions.ts';
import { paidOnline, settled } from '../lifecycle/transitions.ts';
import { baseMoney } from '../money-text.ts';
import { withHistory } from '../records/history.ts';
import type { StoredOrder } from '../order.ts';
import { numberIn } from '../amounts.ts';
import { orderSubject } from '../records/rows.ts';
import { addTransaction, closeTransaction, transactionsOf, type TransactionRow } from '../transactions.ts';

/** Whether the payment method of an order has a provider that moves its money. */
export function isOnline(call: Call, { fields }: StoredOrder): boolean {
  return call.services.payment.providerOf(call, fields.payment.method) !== undefined;
}

/** The open authorization of an order; undefined: no transaction holds money. */
export async function openAuthorization(call: Call, { id }: StoredOrder): Promise<TransactionRow | undefined> {
  return (await transactionsOf(call, id)).find(({ txn_type, is_closed }) => txn_type === 'authorization' && !is_closed);
}

/** The transaction of an order with a provider's id; undefined when it is closed. */
export async function openTransaction(
  call: Call,
  { id }: StoredOrder,
  txnId: string | null | undefined,
): Promise<TransactionRow | undefined> {
  return (await transactionsOf(call, id)).find(({ txn_id, is_closed }) => txn_id === txnId && !is_closed);
}

/** The authorized money that is not captured yet, in the base currency. */
export function authorizedLeft({ fields }: StoredOrder): Amount<'base'> {
  const { payment } = fields;
  const authorized = amountOf<'base'>(numberIn(payment, 'base_amount_authorized'));
  return mostAmount(amountOf(0), authorized.minus(amountOf(numberIn(payment, 'base_amount_paid_online'))));
}

/** Has the provider of an order move money that belongs to the transaction `parent`. */
export function moveAfter(
  call: Call,
  order: StoredOrder,
  money: MoneySource,
  kind: FollowUpPayment['kind'],
  parent: string,
  value: Amount<'base'>,
): Promise<MoneyTaken> {
  const { fields } = order;
  const provider = call.services.payment.providerOf(call, fields.payment.method);
  return money.take(call, {
    subject: orderSubject(order.id),
    provider: invariant(provider, 'money is moved by the provider of the payment method'),
    request: {
      kind,
      amount: value.toFixed(2),
      currency: fields.base_currency_code ?? '',
      storeId: fields.store_id,
      parent,
    },
  });
}

/** The data of a transaction to store. */
interface TransactionNote {
  readonly type: 'authorization' | 'capture' | 'refund' | 'void';
  readonly movement: MoneyTaken;
  readonly parent?: TransactionRow | undefined;
  /** Whether no further transaction can follow from it. */
  readonly isClosed: boolean;
}

/** Stores a transaction of a provider; returns the order, whose payment names it. */
export async function noteTransaction(call: Call, order: StoredOrder, note: TransactionNote): Promise<StoredOrder> {
  const { type, movement, parent, isClosed } = note;
  await addTransaction(call, {
    order_id: order.id,
    txn_id: movement.transactionId,
    txn_type: type,
    ...(parent ? { parent_id: parent.transaction_id } : {}),
    is_closed: isClosed,
    created_at: formatTime(call.clock.now()),
  });
  return settled(order, movement);
}

/** An order with an entry in its history about its money: `Captured amount of %1 online.` and the transaction. */
export async function tellHistory(
  call: Call,
  order: StoredOrder,
  text: string,
  value: Amount<'base'>,
  transactionId: string,
): Promise<StoredOrder> {
  const sentence = text.replace('%1', baseMoney(call, order, value));
  return withHistory(call, order, { comment: `${sentence} Transaction ID: "${transactionId}"`, entity_name: 'order' });
}

/** Stores a capture; returns the order. The authorization is closed once all of it is captured. */
export async function noteCapture(
  call: Call,
  order: StoredOrder,
  movement: MoneyTaken,
  value: Amount<'base'>,
  parent: TransactionRow | undefined,
): Promise<StoredOrder> {
  const noted = await noteTransaction(call, order, { type: 'capture', movement, parent, isClosed: false });
  const paid = paidOnline(noted, value);
  if (parent && authorizedLeft(paid).isZero()) await closeTransaction(call, parent.transaction_id);
  return tellHistory(call, paid, 'Captured amount of %1 online.', value, movement.transactionId);
}

/** The outcome of moving money; when the provider refuses, throws the error of the interface instead. */
export async function unlessDeclined<T>(call: Call, work: Promise<T>, errorOf: ErrorFactory): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!call.services.payment.isDeclined(error)) throw error;
    throw errorOf(undefined, { cause: error });
  }
}
