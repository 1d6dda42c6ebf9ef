import type { Call } from '../../kernel/call.ts';
import type { PlatformError } from '../../kernel/errors.ts';
import { amountOf, leastAmount, mostAmount, type Amount, type Quantity } from '../../kernel/units.ts';
import type { AmountColumns, AmountInBoth, Currency } from './amounts.ts';
import type { StoredItem, StoredOrder } from './order.ts';

/** What happens to some items of an order: they are invoiced, refunded, or canceled. */
export type TotalStep = 'invoice' | 'creditmemo' | 'cancellation';

/** Some items of an order, which a total shares in. */
export interface TotalShare<C extends Currency> {
  readonly step: TotalStep;
  readonly currency: C;
  /** What of the amount no step has taken yet; for a credit memo what is invoiced and not refunded. */
  readonly left: Amount<C>;
  /** What the items come to with the totals before this one. */
  readonly grandTotal: Amount<C>;
  readonly lines: readonly { readonly item: StoredItem; readonly qty: Quantity }[];
  /** Whether no more of the order's items is left for such a step. */
  readonly isLast: boolean;
}

/**
 * An amount that a module adds to orders and to the invoices and credit memos of them: a store credit, a wrapping, points. What an
 * order has of it, and what became of that, is kept in the order's document (`OrderExtensions`) under the names that it has on the
 * wire; documents have it among their extension attributes. All amounts are positive.
 */
export interface OrderTotal {
  readonly names: Readonly<Record<'amount' | 'invoiced' | 'refunded' | 'canceled', AmountColumns>>;
  /** Whether it is added to what the buyer pays (1) or taken off it (-1). */
  readonly sign: 1 | -1;
  /** What of it goes with some items of the order, no more than is left. */
  share<C extends Currency>(of: TotalShare<C>): Amount<C>;
  /** What it is called in mails and in print. */
  label(call: Call, storeId: number): string;
  /** Told what is not taken after all, in the transaction of the cancellation. */
  onCancel?(call: Call, order: StoredOrder, given: AmountInBoth): Promise<void>;
  /** Told what is given back, in the transaction of the refund, by the credit memo of this number. */
  onRefund?(call: Call, order: StoredOrder, given: AmountInBoth, memoNumber: string): Promise<void>;
  /** For totals as which money that was paid can be given back too; without it, they give back their share alone. */
  readonly moneyBack?: MoneyBack;
}

/** How money is given back as a total: what a credit memo that is sent tells of the amount beyond its share. */
interface MoneyBack {
  /** Where an order tells all that was given back as the total, shares included. */
  readonly noted: AmountColumns;
  /** The error where more is told than the credit memo comes to. */
  tooMuch(): PlatformError;
}

/** Shares of what the buyer pays with, as a store credit: as much as the items come to. */
export function shareOfPayment<C extends Currency>({ left, grandTotal }: TotalShare<C>): Amount<C> {
  return mostAmount(amountOf<C>(0), leastAmount(left, grandTotal));
}

/** Shares of what is charged once: all with the first invoice, given back with the last credit memo, canceled with the rest. */
export function shareOfFee<C extends Currency>({ step, left, isLast }: TotalShare<C>): Amount<C> {
  return step === 'invoice' || isLast ? left : amountOf<C>(0);
}

declare module '../../kernel/call.ts' {
  interface ContributionPoints {
    orderTotals: OrderTotal;
  }
}
