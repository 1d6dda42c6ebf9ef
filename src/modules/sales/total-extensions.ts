import { Decimal } from '../../kernel/money.ts';
import type { Call } from '../../kernel/call.ts';
import type { Currency } from './amounts.ts';
import type { StoredItem, StoredOrder } from './orders/order.ts';

/** The names of an amount in the order's currency and in the base currency, as on the wire. */
export type AmountName = Readonly<Record<Currency, string>>;

/** What happens to a part of an order: it is invoiced, refunded, or canceled. */
export type TotalStep = 'invoice' | 'creditmemo' | 'cancellation';

/** The part of an order that a total shares in. */
export interface TotalShare {
  readonly step: TotalStep;
  readonly currency: Currency;
  /** What of the amount no step has taken yet; for a credit memo what is invoiced and not refunded. */
  readonly left: Decimal;
  /** What the part comes to with the totals before this one. */
  readonly grandTotal: Decimal;
  readonly lines: readonly { readonly item: StoredItem; readonly qty: number }[];
  /** Whether no more of the order's items is left for such a step. */
  readonly isLast: boolean;
}

/**
 * An amount that a module adds to orders and to the invoices and credit memos of them: a store credit, a wrapping, points. What an
 * order has of it, and what became of that, is kept in the order's document (`OrderExtensions`) under the names that it has on the
 * wire; documents have it among their extension attributes. All amounts are positive.
 */
export interface OrderTotal {
  readonly names: Readonly<Record<'amount' | 'invoiced' | 'refunded' | 'canceled', AmountName>>;
  /** Whether it is added to what the buyer pays (1) or taken off it (-1). */
  readonly sign: 1 | -1;
  /** What of it goes with a part of the order, no more than is left. */
  share(of: TotalShare): Decimal;
  /** What it is called in mails and in print. */
  label(call: Call, storeId: number): string;
  /** Told what is not taken after all, in the transaction of the cancellation. */
  onCancel?(call: Call, order: StoredOrder, given: Readonly<Record<Currency, Decimal>>): Promise<void>;
  /** Told what is given back, in the transaction of the refund. */
  onRefund?(call: Call, order: StoredOrder, given: Readonly<Record<Currency, Decimal>>): Promise<void>;
}

/** An amount whose base currency is told by `base_` before its name. */
export function amountName(name: string): AmountName {
  return { '': name, base_: `base_${name}` };
}

/** Shares of what the buyer pays with, as a store credit: as much as the part of the order comes to. */
export function shareOfPayment({ left, grandTotal }: TotalShare): Decimal {
  return Decimal.max(0, Decimal.min(left, grandTotal));
}

/** Shares of what is charged once: all with the first invoice, given back with the last credit memo, canceled with the rest. */
export function shareOfFee({ step, left, isLast }: TotalShare): Decimal {
  return step === 'invoice' || isLast ? left : left.times(0);
}

declare module '../../kernel/call.ts' {
  interface ContributionPoints {
    orderTotals: OrderTotal;
  }
}
