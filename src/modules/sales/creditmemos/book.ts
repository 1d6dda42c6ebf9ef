import type { Call } from '../../../kernel/call.ts';
import { refundAdded } from '../added-totals.ts';
import { addAmount, amount, currencies } from '../amounts.ts';
import type { DocumentAmounts } from '../lines.ts';
import { formatMoney } from '../money-text.ts';
import { withHistory } from '../orders/history.ts';
import type { StoredOrder } from '../orders/order.ts';
import { movedOn } from '../orders/progress.ts';
import { saveOrderAndItems } from '../orders/rows.ts';
import { withFields } from '../orders/transitions.ts';
import { addQuantity } from '../quantities.ts';
import { stockAfterRefund, waitingPieces } from '../stock.ts';
import { noteRefunded } from './amounts.ts';

/** What of a refund the order is told. */
export interface Booking {
  readonly amounts: DocumentAmounts;
  /** Items that go back to stock. */
  readonly returned: readonly number[];
  readonly isNotified: boolean;
  /** The provider's id of the transaction that gave the money back; absent: it was given back by hand. */
  readonly transactionId?: string | undefined;
}

/** Notes in an order what was refunded of it, moves it on, and gives the stock what is returned. */
export async function bookRefund(call: Call, order: StoredOrder, booking: Booking): Promise<void> {
  const { lines, totals } = booking.amounts;
  const waited = waitingPieces(order);
  const { transactionId } = booking;
  noteRefund(order, booking.amounts, transactionId !== undefined);
  await refundAdded(call, order, booking.amounts.added);
  const storeId = order.fields.store_id ?? 0;
  const isAutomatic = call.config.flag('cataloginventory/item_options/auto_return', { storeId });
  const back = isAutomatic ? 'all' : new Set(booking.returned);
  const moved = lines.map(({ line }) => line);
  await stockAfterRefund(call, order, waited, moved, back);
  const refunded = withFields(movedOn(order), { customer_note_notify: booking.isNotified ? 1 : 0 });
  const money = baseMoney(call, order, amount(totals, 'base_grand_total').toNumber());
  const how = transactionId === undefined ? 'offline.' : `online. Transaction ID: "${transactionId}"`;
  const told = await withHistory(call, refunded, {
    comment: `We refunded ${money} ${how}`,
    entity_name: 'creditmemo',
    is_customer_notified: booking.isNotified ? 1 : 0,
  });
  await saveOrderAndItems(call, told);
}

/** Notes in an order and its items what was refunded of them. */
export function noteRefund({ fields }: StoredOrder, { lines, totals }: DocumentAmounts, isOnline = false): void {
  for (const { line, amounts } of lines) {
    addQuantity(line.node, 'qty_refunded', line.qty);
    noteRefunded(line.node.item.fields, amounts);
  }
  for (const currency of currencies) {
    const add = (done: string, name: string): void =>
      addAmount(fields, currency + done, amount(totals, currency + name));
    add('subtotal_refunded', 'subtotal');
    add('tax_refunded', 'tax_amount');
    add('discount_refunded', 'discount_amount');
    add('discount_tax_compensation_refunded', 'discount_tax_compensation_amount');
    add('shipping_refunded', 'shipping_amount');
    add('shipping_tax_refunded', 'shipping_tax_amount');
    add('adjustment_positive', 'adjustment_positive');
    add('adjustment_negative', 'adjustment_negative');
    add('total_refunded', 'grand_total');
    add(isOnline ? 'total_online_refunded' : 'total_offline_refunded', 'grand_total');
    if (fields.payment) {
      addAmount(fields.payment, `${currency}amount_refunded`, amount(totals, `${currency}grand_total`));
      addAmount(fields.payment, `${currency}shipping_refunded`, amount(totals, `${currency}shipping_amount`));
    }
  }
  if (isOnline && fields.payment) {
    addAmount(fields.payment, 'base_amount_refunded_online', amount(totals, 'base_grand_total'));
  }
}

/** An amount in the base currency of an order, as people of its store write it. */
export function baseMoney(call: Call, { fields }: StoredOrder, value: number): string {
  const locale = call.config.get('general/locale/code', { storeId: fields.store_id ?? 0 }) ?? 'en_US';
  return formatMoney(value, fields.base_currency_code ?? 'USD', locale);
}
