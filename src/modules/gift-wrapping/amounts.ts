import { elementAt, zip } from '../../kernel/lists.ts';
import { decimal, round, type Decimal } from '../../kernel/money.ts';
import type { AmountPair, TotalsCart } from '../quote/totals/extensions.ts';
import { taxOf } from '../quote/totals/tax-extensions.ts';

/** The wrapped parts of a cart, at base prices without tax; undefined: that part is not wrapped. */
export interface WrappedCart {
  /** The whole order, in one design. */
  readonly order: Decimal | undefined;
  /** Items with each unit wrapped by itself, by item id. */
  readonly items: ReadonlyMap<number, { readonly price: Decimal; readonly qty: Decimal }>;
  readonly card: Decimal | undefined;
  readonly taxClassId: number;
}

/** A unit price, and the tax of all units. */
interface WrappingAmount {
  readonly price: AmountPair;
  readonly qty: Decimal;
  readonly tax: AmountPair;
}

/** The wrapping amounts of a cart. */
interface WrappingAmounts {
  readonly order: WrappingAmount;
  readonly items: ReadonlyMap<number, WrappingAmount>;
  readonly card: WrappingAmount;
}

const one = decimal(1);
const nothing = decimal(0);

/** Prices in both currencies with their taxes. */
export function amountsOf(wrapped: WrappedCart, cart: TotalsCart): WrappingAmounts {
  const pairOf = (price: Decimal): AmountPair => ({
    amount: round(price.times(cart.currencyRate)),
    base: round(price),
  });
  const sold = [
    { price: pairOf(wrapped.order ?? nothing), qty: one },
    { price: pairOf(wrapped.card ?? nothing), qty: one },
    ...[...wrapped.items.values()].map(({ price, qty }) => ({ price: pairOf(price), qty })),
  ];
  const taxed = zip(sold, taxOf(cart, wrapped.taxClassId, sold)).map(([{ price, qty }, tax]) => ({ price, qty, tax }));
  return {
    order: elementAt(taxed, 0),
    card: elementAt(taxed, 1),
    items: new Map(zip([...wrapped.items.keys()], taxed.slice(2))),
  };
}

/** Price and tax of all units. */
export function sumsOf(amounts: Iterable<WrappingAmount>): { readonly price: AmountPair; readonly tax: AmountPair } {
  const sum = { price: { amount: nothing, base: nothing }, tax: { amount: nothing, base: nothing } };
  for (const { price, qty, tax } of amounts) {
    sum.price = {
      amount: sum.price.amount.plus(price.amount.times(qty)),
      base: sum.price.base.plus(price.base.times(qty)),
    };
    sum.tax = { amount: sum.tax.amount.plus(tax.amount), base: sum.tax.base.plus(tax.base) };
  }
  return sum;
}
