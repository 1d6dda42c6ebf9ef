import type { Call } from '../../kernel/call.ts';
import { decimal, type Decimal } from '../../kernel/money.ts';
import { addAmount, amount, currencies, hasAmount, setAmount, type Currency } from './amounts.ts';
import type { ExtensionFields } from './extensions.ts';
import type { DocumentAmounts } from './lines.ts';
import type { StoredOrder } from './orders/order.ts';
import type { OrderTotal, TotalStep } from './total-extensions.ts';

/** Totals that modules add; `call.contributions.orderTotals`. */
export type AddedTotals = readonly OrderTotal[];

/** What of a total is left in an order for a step. */
function leftOf({ names }: OrderTotal, order: StoredOrder, step: TotalStep, currency: Currency): Decimal {
  const value = (name: keyof OrderTotal['names']): Decimal => amount(order, names[name][currency]);
  if (step === 'creditmemo') return value('invoiced').minus(value('refunded'));
  return value('amount').minus(value('invoiced')).minus(value('canceled'));
}

/** What a part of an order comes to with the totals that modules add: what it takes of them changes its grand total. */
export function withAdded(
  totals: AddedTotals,
  step: TotalStep,
  order: StoredOrder,
  amounts: DocumentAmounts,
  isLast: boolean,
): DocumentAmounts {
  const lines = amounts.lines.map(({ line }) => ({ item: line.node.item, qty: line.qty }));
  const sums: Record<string, number> = { ...amounts.totals };
  const added: Record<string, number> = {};
  for (const total of totals) {
    for (const currency of currencies) {
      const left = leftOf(total, order, step, currency);
      if (left.isZero()) continue;
      const grandTotal = amount(sums, `${currency}grand_total`);
      const part = total.share({ step, currency, left, grandTotal, lines, isLast });
      if (part.isZero()) continue;
      setAmount(added, total.names.amount[currency], part);
      setAmount(sums, `${currency}grand_total`, grandTotal.plus(part.times(total.sign)));
    }
  }
  return { ...amounts, totals: sums, added };
}

/** The amounts of the totals that are told among the extension attributes of a document that is sent. */
export function sentAdded(totals: AddedTotals, sent: object | null | undefined): Readonly<Record<string, number>> {
  const names = totals.flatMap((total) => Object.values(total.names.amount));
  const found = names.filter((name) => hasAmount(sent ?? {}, name));
  return Object.fromEntries(found.map((name) => [name, amount(sent ?? {}, name).toNumber()]));
}

/** Notes in an order what was invoiced of the totals; with `sign` -1 that it was not after all. */
export function noteAddedInvoiced(totals: AddedTotals, order: StoredOrder, added: object, sign: 1 | -1 = 1): void {
  note(totals, order, added, 'invoiced', sign);
}

/** Notes in an order what was refunded of the totals, and tells their modules. */
export async function refundAdded(call: Call, order: StoredOrder, added: object): Promise<void> {
  const totals = call.contributions.orderTotals;
  note(totals, order, added, 'refunded');
  for (const total of totals) {
    const given = { '': amount(added, total.names.amount['']), base_: amount(added, total.names.amount.base_) };
    if (!given.base_.isZero()) await total.onRefund?.(call, order, given);
  }
}

/** Notes in an order what was canceled of the totals: a part, or all that was not invoiced (`part` undefined). */
export function noteAddedCanceled(totals: AddedTotals, order: StoredOrder, part: object | undefined): void {
  if (part) return note(totals, order, part, 'canceled');
  for (const total of totals) {
    for (const currency of currencies) {
      const left = leftOf(total, order, 'cancellation', currency);
      if (!left.isZero()) addAmount(order, total.names.canceled[currency], left);
    }
  }
}

/** What was canceled of each total so far: to be compared with after a cancellation. */
export function canceledOf(totals: AddedTotals, order: StoredOrder): readonly Readonly<Record<Currency, Decimal>>[] {
  return totals.map(({ names: { canceled } }) => ({
    '': amount(order, canceled['']),
    base_: amount(order, canceled.base_),
  }));
}

/** Tells the modules of totals what was canceled since `before`. */
export async function tellCanceled(
  call: Call,
  order: StoredOrder,
  before: ReturnType<typeof canceledOf>,
): Promise<void> {
  const totals = call.contributions.orderTotals;
  for (const [i, now] of canceledOf(totals, order).entries()) {
    const given = { '': now[''].minus(before[i]![''] ?? 0), base_: now.base_.minus(before[i]!.base_) };
    if (!given.base_.isZero()) await totals[i]!.onCancel?.(call, order, given);
  }
}

function note(
  totals: AddedTotals,
  order: StoredOrder,
  added: object,
  what: 'invoiced' | 'refunded' | 'canceled',
  sign: 1 | -1 = 1,
): void {
  for (const { names } of totals) {
    for (const currency of currencies) {
      const part = amount(added, names.amount[currency]);
      if (!part.isZero()) addAmount(order, names[what][currency], part.times(sign));
    }
  }
}

/** The totals of an order among its extension attributes. */
export function showAdded({ contributions }: Call, order: StoredOrder): ExtensionFields {
  const names = contributions.orderTotals.flatMap((total) => Object.values(total.names).flatMap(Object.values<string>));
  return Object.fromEntries(
    names.filter((name) => hasAmount(order, name)).map((name) => [name, amount(order, name).toNumber()]),
  );
}

/** What mails and prints tell of the totals of an order or a document, without those that are nothing. */
export function addedLines(
  call: Call,
  storeId: number,
  record: object | null | undefined,
): (readonly [name: string, amount: number, label: string])[] {
  return call.contributions.orderTotals.flatMap((total) => {
    const value = amount(record ?? {}, total.names.amount['']).times(total.sign);
    return value.eq(decimal(0))
      ? []
      : [[total.names.amount[''], value.toNumber(), total.label(call, storeId)] as const];
  });
}
