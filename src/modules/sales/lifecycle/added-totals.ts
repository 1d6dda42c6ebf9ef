import { amountOf, numberOf, type Amount } from '../../../kernel/units.ts';
import { currencies, type AmountColumns, type AmountInBoth, type OrderCurrency } from '../amounts.ts';
import type { StoredOrder } from '../order.ts';
import type { OrderTotal, TotalShare, TotalStep } from '../total-extensions.ts';
import type { AddedAmounts, DocumentAmounts, DocumentTotals } from './lines.ts';

/** Totals that modules add; `call.contributions.orderTotals`. */
export type AddedTotals = readonly OrderTotal[];

/** The stored figures of each added total. */
type AddedName = keyof OrderTotal['names'];

/**
 * An amount of an added total, in an order or in the extension attributes of a document; 0 when absent. Some amounts
 * are strings on the wire.
 */
export function addedAmount<C extends OrderCurrency>(record: object, columns: AmountColumns, currency: C): Amount<C> {
  const value: unknown = Reflect.get(record, columns[currency]);
  return amountOf(typeof value === 'number' || typeof value === 'string' ? Number(value) || 0 : 0);
}

/** As `addedAmount`, in both currencies. */
export function addedInBoth(record: object, columns: AmountColumns): AmountInBoth {
  return { order: addedAmount(record, columns, 'order'), base: addedAmount(record, columns, 'base') };
}

/** How much of a total is left in an order for a step. */
function leftOf<C extends OrderCurrency>(
  { names }: OrderTotal,
  order: StoredOrder,
  step: TotalStep,
  currency: C,
): Amount<C> {
  const value = (name: AddedName): Amount<C> => addedAmount(order, names[name], currency);
  if (step === 'creditmemo') return value('invoiced').minus(value('refunded'));
  return value('amount').minus(value('invoiced')).minus(value('canceled'));
}

function shareOf<C extends OrderCurrency>(
  total: OrderTotal,
  order: StoredOrder,
  share: Omit<TotalShare<C>, 'left'>,
): Amount<C> {
  const left = leftOf(total, order, share.step, share.currency);
  return left.isZero() ? left : total.share({ ...share, left }).toDecimalPlaces(4);
}

/**
 * Takes the shares of added totals that belong to these lines, and adjusts the grand total. Charges come before
 * payments, independently of the order of the modules, because payments must cover the charges.
 */
export function withAddedTotals(
  totals: AddedTotals,
  step: TotalStep,
  order: StoredOrder,
  amounts: DocumentAmounts,
  isLast: boolean,
): DocumentAmounts {
  const lines = amounts.lines.map(({ line }) => ({ item: line.node.item, qty: line.qty }));
  const added = new Map<OrderTotal, AmountInBoth>();
  let sums = amounts.totals;
  for (const total of totals.toSorted((one, other) => other.sign - one.sign)) {
    const share = <C extends OrderCurrency>(currency: C, { grandTotal }: DocumentTotals<C>): Amount<C> =>
      shareOf(total, order, { step, currency, grandTotal, lines, isLast });
    const addedShare = { order: share('order', sums.order), base: share('base', sums.base) };
    if (addedShare.order.isZero() && addedShare.base.isZero()) continue;
    added.set(total, addedShare);
    sums = {
      order: { ...sums.order, grandTotal: sums.order.grandTotal.plus(addedShare.order.times(total.sign)) },
      base: { ...sums.base, grandTotal: sums.base.grandTotal.plus(addedShare.base.times(total.sign)) },
    };
  }
  return { ...amounts, totals: sums, added };
}

/** The amounts of added totals in the extension attributes of a document's request. */
export function sentAdded(totals: AddedTotals, input: object | null | undefined): AddedAmounts {
  return new Map(totals.map((total) => [total, addedInBoth(input ?? {}, total.names.amount)]));
}

/** The shares of a document in added totals, as extension attributes; zeros are omitted. */
export function addedAttributes(added: AddedAmounts): { readonly [name: string]: number } {
  const entries = [...added].flatMap(([{ names }, amounts]) =>
    currencies.map((currency) => [names.amount[currency], numberInBoth(amounts, currency)] as const),
  );
  return Object.fromEntries(entries.filter(([, amount]) => amount !== 0));
}

function numberInBoth(amounts: AmountInBoth, currency: OrderCurrency): number {
  return currency === 'order' ? numberOf(amounts.order) : numberOf(amounts.base);
}

/** An order after these amounts of added totals were invoiced, refunded or canceled; with `sign` -1, after that was undone. */
export function withAddedDone(
  order: StoredOrder,
  added: AddedAmounts,
  step: 'invoiced' | 'refunded' | 'canceled',
  sign: 1 | -1 = 1,
): StoredOrder {
  const changes = new Map<string, number>();
  for (const [{ names }, amounts] of added) {
    const before = addedInBoth(order, names[step]);
    const sums = {
      order: before.order.plus(amounts.order.times(sign)),
      base: before.base.plus(amounts.base.times(sign)),
    };
    if (!amounts.order.isZero()) changes.set(names[step].order, numberOf(sums.order));
    if (!amounts.base.isZero()) changes.set(names[step].base, numberOf(sums.base));
  }
  return { ...order, ...Object.fromEntries(changes) };
}

/** How much of each added total is neither invoiced nor canceled. */
export function addedNotInvoiced(totals: AddedTotals, order: StoredOrder): AddedAmounts {
  return new Map(
    totals.map((total) => [
      total,
      { order: leftOf(total, order, 'cancellation', 'order'), base: leftOf(total, order, 'cancellation', 'base') },
    ]),
  );
}

/** How much of a total is invoiced and not refunded. */
export function addedNotRefunded(total: OrderTotal, order: StoredOrder): AmountInBoth {
  return { order: leftOf(total, order, 'creditmemo', 'order'), base: leftOf(total, order, 'creditmemo', 'base') };
}

/** How much of each total is canceled so far; the caller compares it with the figures after a cancellation. */
export function canceledOf(totals: AddedTotals, order: StoredOrder): readonly AmountInBoth[] {
  return totals.map(({ names }) => addedInBoth(order, names.canceled));
}
