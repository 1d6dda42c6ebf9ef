import type { Call } from '../../kernel/call.ts';
import type { PlatformError } from '../../kernel/errors.ts';
import { amountOf, leastAmount, mostAmount, type Amount, type Quantity } from '../../kernel/units.ts';
import type { AmountColumns, AmountInBoth, OrderCurrency } from './amounts.ts';
import type { StoredItem, StoredOrder } from './order.ts';

/** Steps that take a share of an amount: some items of an order are invoiced, refunded or canceled. */
export type TotalStep = 'invoice' | 'creditmemo' | 'cancellation';

/** Some items of an order, and the context in which they get a share of a total. */
export interface TotalShare<C extends OrderCurrency> {
  readonly step: TotalStep;
  readonly currency: C;
  /** How much of the amount no step has taken yet; for a credit memo, how much is invoiced and not refunded. */
  readonly left: Amount<C>;
  /** The total of the items, with the added totals before this one. */
  readonly grandTotal: Amount<C>;
  readonly lines: readonly { readonly item: StoredItem; readonly qty: Quantity }[];
  /** Whether nothing of the order is left for another such step. */
  readonly isLast: boolean;
}

/** An invoice or a credit memo, by its id and its number. */
export interface NamedDocument {
  readonly id: number;
  readonly number: string;
}

/**
 * An amount that a module adds to orders, invoices and credit memos: store credit, a wrapping, points. The order's
 * document stores it, and its invoiced, refunded and canceled parts, under the names on the wire (`OrderExtensions`).
 * Documents have it among their extension attributes. All amounts are positive.
 */
export interface OrderTotal {
  readonly names: Readonly<Record<'amount' | 'invoiced' | 'refunded' | 'canceled', AmountColumns>>;
  /** Whether it adds to the buyer's payment (1) or reduces it (-1). */
  readonly sign: 1 | -1;
  /** The share of some items of the order, at most the rest of the total. */
  share<C extends OrderCurrency>(of: TotalShare<C>): Amount<C>;
  /** Its name in mails and prints. */
  label(call: Call, storeId: number): string;
  /** Called with the canceled amount, in the transaction of the cancellation. */
  onCancel?(call: Call, order: StoredOrder, amounts: AmountInBoth): Promise<void>;
  /** Called with the invoiced amount, in the transaction of the invoice. */
  onInvoice?(call: Call, order: StoredOrder, amounts: AmountInBoth, invoice: NamedDocument): Promise<void>;
  /** Called with the refunded amount, in the transaction of the refund. */
  onRefund?(call: Call, order: StoredOrder, amounts: AmountInBoth, memo: NamedDocument): Promise<void>;
  /** For totals in which paid money can be refunded too; absent: only their own share is refunded. */
  readonly moneyBack?: MoneyBack;
}

/** Refunds of paid money in a total: a credit memo's request has more than the total's share. */
interface MoneyBack {
  /** Columns of the order for all refunds in the total, including shares. */
  readonly noted: AmountColumns;
  /** The error for an amount above the money of the credit memo. */
  tooMuch(): PlatformError;
}

/** The names of a total's amounts on the wire, by its own name: `gift_cards` has `gift_cards_amount`, `base_gift_cards_invoiced`. */
export function namesOfTotal(name: string): OrderTotal['names'] {
  const columns = (part: string): AmountColumns => ({ order: `${name}_${part}`, base: `base_${name}_${part}` });
  return {
    amount: columns('amount'),
    invoiced: columns('invoiced'),
    refunded: columns('refunded'),
    canceled: columns('canceled'),
  };
}

/** The share of an amount that pays, such as store credit: up to the total of the items. */
export function shareOfPayment<C extends OrderCurrency>({ left, grandTotal }: TotalShare<C>): Amount<C> {
  return mostAmount(amountOf<C>(0), leastAmount(left, grandTotal));
}

/**
 * The share of an amount that is charged once. The first invoice charges all of it, the last credit memo refunds it,
 * and the cancellation of the rest cancels it.
 */
export function shareOfFee<C extends OrderCurrency>({ step, left, isLast }: TotalShare<C>): Amount<C> {
  return step === 'invoice' || isLast ? left : amountOf<C>(0);
}

declare module '../../kernel/merged-types.ts' {
  interface ContributionPoints {
    orderTotals: OrderTotal;
  }
}
