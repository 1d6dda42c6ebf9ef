import type { Call } from '../../../kernel/call.ts';
import type { ErrorFactory } from '../../../kernel/errors.ts';
import { decimal, round, type Decimal } from '../../../kernel/money.ts';
import { formatTime } from '../../../kernel/time.ts';
import type { Money } from '../../payment/extensions.ts';
import type { FollowUp, MoneyTaken } from '../../payment/extensions.ts';
import { addAmount, amount } from '../amounts.ts';
import { baseMoney } from '../creditmemos/book.ts';
import { withHistory } from '../orders/history.ts';
import type { StoredOrder } from '../orders/order.ts';
import { orderSubject } from '../orders/rows.ts';
import { addTransaction, closeTransaction, transactionsOf, type TransactionRow } from '../transactions.ts';

/** Whether a provider moves the money of an order. */
export function isOnline(call: Call, { fields }: StoredOrder): boolean {
  return call.services.payment.providerOf(call, fields.payment?.method) !== undefined;
}

/** The transaction that still holds money of an order; undefined: none does. */
export async function openAuthorization(call: Call, { id }: StoredOrder): Promise<TransactionRow | undefined> {
  return (await transactionsOf(call, id)).find(({ txn_type, is_closed }) => txn_type === 'authorization' && !is_closed);
}

/** The transaction of an order with the provider's id, unless it is closed. */
export async function openTransaction(
  call: Call,
  { id }: StoredOrder,
  txnId: string | null | undefined,
): Promise<TransactionRow | undefined> {
  return (await transactionsOf(call, id)).find(({ txn_id, is_closed }) => txn_id === txnId && !is_closed);
}

/** What of an authorization was not captured, in the base currency. */
export function authorizedLeft({ fields }: StoredOrder): Decimal {
  const { payment } = fields;
  if (!payment) return decimal(0);
  const left = amount(payment, 'base_amount_authorized').minus(amount(payment, 'base_amount_paid_online'));
  return left.gt(0) ? left : decimal(0);
}

/** Has the provider of an order's payment method move money after `parent`, in the base currency. */
export function moveAfter(
  call: Call,
  order: StoredOrder,
  money: Money,
  kind: FollowUp['kind'],
  parent: string,
  value: Decimal,
): Promise<MoneyTaken> {
  const { fields } = order;
  return money.take(call, {
    subject: orderSubject(order.id),
    provider: call.services.payment.providerOf(call, fields.payment?.method)!,
    request: {
      kind,
      amount: round(value).toFixed(2),
      currency: fields.base_currency_code ?? '',
      storeId: fields.store_id ?? 0,
      parent,
    },
  });
}

/** What a transaction is noted with. */
interface Noted {
  readonly type: 'authorization' | 'capture' | 'refund' | 'void';
  readonly taken: MoneyTaken;
  readonly parent?: TransactionRow | undefined;
  /** Whether nothing can follow from it. */
  readonly isClosed: boolean;
}

/** Notes what a provider did among the transactions of an order, and in its payment. */
export async function noteTransaction(call: Call, order: StoredOrder, noted: Noted): Promise<void> {
  const { type, taken, parent, isClosed } = noted;
  const { payment } = order.fields;
  if (payment) {
    payment.last_trans_id = taken.transactionId;
    if (taken.card?.last4) payment.cc_last4 = taken.card.last4;
    if (taken.card?.type) payment.cc_type = taken.card.type;
  }
  await addTransaction(call, {
    order_id: order.id,
    txn_id: taken.transactionId,
    txn_type: type,
    ...(parent ? { parent_id: parent.transaction_id } : {}),
    is_closed: isClosed,
    created_at: formatTime(call.clock.now()),
  });
}

/** An order with an entry in its history of what was done with its money: `Captured amount of %1 online.` and the transaction. */
export async function tellHistory(
  call: Call,
  order: StoredOrder,
  text: string,
  value: Decimal,
  transactionId: string,
): Promise<StoredOrder> {
  const said = text.replace('%1', baseMoney(call, order, value.toNumber()));
  return withHistory(call, order, { comment: `${said} Transaction ID: "${transactionId}"`, entity_name: 'order' });
}

/** Notes in an order that money of it was captured; its authorization is closed once nothing is left of it. */
export async function noteCapture(
  call: Call,
  order: StoredOrder,
  taken: MoneyTaken,
  value: Decimal,
  parent: TransactionRow | undefined,
): Promise<StoredOrder> {
  await noteTransaction(call, order, { type: 'capture', taken, parent, isClosed: false });
  if (order.fields.payment) addAmount(order.fields.payment, 'base_amount_paid_online', value);
  if (parent && !authorizedLeft(order).gt(0)) await closeTransaction(call, parent.transaction_id);
  return tellHistory(call, order, 'Captured amount of %1 online.', value, taken.transactionId);
}

/** The outcome of moving money; a refusal of the provider is told as in the interface. */
export async function unlessDeclined<T>(call: Call, work: Promise<T>, told: ErrorFactory): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!call.services.payment.isDeclined(error)) throw error;
    throw told(undefined, { cause: error });
  }
}
