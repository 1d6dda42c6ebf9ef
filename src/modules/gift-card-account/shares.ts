import { Decimal, decimal, round } from '../../kernel/money.ts';
import type { AmountPair } from '../quote/totals/extensions.ts';

/** A card of a cart with its balance, in the base currency. */
export interface Card {
  readonly id: number;
  readonly code: string;
  readonly balance: Decimal;
  /** The last day of validity; null: unlimited. */
  readonly expires: string | null;
}

/** The amount that a cart uses of a card. */
export interface CardShare extends Card {
  readonly amount: Decimal;
  readonly base: Decimal;
}

/**
 * The amount of a grand total that cards pay: all of it, or their total balance. `rate`: from the base currency to the
 * displayed one.
 */
export function paidBy(cards: readonly Card[], { amount, base }: AmountPair, rate: Decimal): AmountPair {
  const all = cards.reduce((sum, card) => sum.plus(card.balance), decimal(0));
  if (all.gte(round(base))) return { amount, base };
  const total = cards.reduce((sum, card) => sum.plus(round(card.balance.times(rate))), decimal(0));
  return { amount: Decimal.min(total, amount), base: all };
}

/**
 * Splits the paid amount over the cards, to the cent. The smallest balances pay first, as in the interface, to use up
 * as many cards as possible.
 */
export function sharesOf(cards: readonly Card[], paid: AmountPair): CardShare[] {
  let base = round(paid.base);
  let amount = round(paid.amount);
  return cards.toSorted(byBalance).map((card) => {
    const ofBase = Decimal.min(card.balance, base);
    const isRest = ofBase.eq(base);
    const ofAmount = isRest ? amount : round(amount.times(ofBase).div(base));
    base = base.minus(ofBase);
    amount = amount.minus(ofAmount);
    return Object.assign({}, card, { amount: ofAmount, base: ofBase });
  });
}

function byBalance(one: Card, other: Card): number {
  if (one.balance.eq(other.balance)) return one.id - other.id;
  return one.balance.lt(other.balance) ? -1 : 1;
}
