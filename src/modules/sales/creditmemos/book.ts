import type { Call } from '../../../kernel/call.ts';
import { itemSettings } from '../../inventory/configuration.ts';
import { tellRefunded } from '../added-totals.ts';
import type { AddedAmounts, DocumentAmounts } from '../lifecycle/lines.ts';
import { allGivenBack, withGivenBack } from '../lifecycle/money-back.ts';
import { baseMoney } from '../money-text.ts';
import { withHistory } from '../records/history.ts';
import type { StoredOrder } from '../order.ts';
import type { NamedDocument } from '../total-extensions.ts';
import { saveOrderAndItems } from '../records/rows.ts';
import { withFields } from '../lifecycle/changes.ts';
import { refunded } from '../lifecycle/transitions.ts';
import { stockAfterRefund } from '../stock.ts';

/** The data of a refund for its order. */
interface RefundBooking {
  readonly amounts: DocumentAmounts;
  readonly memo: NamedDocument;
  /** Money that is refunded in totals of modules, such as store credit; absent: none. */
  readonly moneyBack?: AddedAmounts;
  /** Items that go back to stock. */
  readonly returned: readonly number[];
  readonly isNotified: boolean;
  /** The provider's id of the refund transaction; absent for a refund by hand. */
  readonly transactionId?: string | undefined;
}

/** Saves an order after a refund: adds the refund to its history, and puts returned items back in stock. */
export async function bookRefund(call: Call, order: StoredOrder, booking: RefundBooking): Promise<void> {
  const { amounts, transactionId } = booking;
  const moneyBack = allGivenBack({ shares: amounts.added, money: booking.moneyBack ?? new Map() });
  const paid = withGivenBack(refunded(order, amounts, transactionId !== undefined), moneyBack);
  await tellRefunded(call, paid, moneyBack, booking.memo);
  const storeId = order.fields.store_id ?? 0;
  const isAutomatic = call.config.of(itemSettings.returnsRefunded, { storeId });
  const returned = isAutomatic ? 'all' : new Set(booking.returned);
  const moved = amounts.lines.map(({ line }) => line);
  const after = await stockAfterRefund(call, paid, order, moved, returned);
  const isNotified = booking.isNotified ? 1 : 0;
  const money = baseMoney(call, order, amounts.totals.base.grandTotal);
  const how = transactionId === undefined ? 'offline.' : `online. Transaction ID: "${transactionId}"`;
  const withEntry = await withHistory(call, withFields(after, { customer_note_notify: isNotified }), {
    comment: `We refunded ${money} ${how}`,
    entity_name: 'creditmemo',
    is_customer_notified: isNotified,
  });
  await saveOrderAndItems(call, withEntry);
}
