import { Decimal, decimal, round } from '../../kernel/money.ts';
import type { AmountPair } from '../quote/totals/extensions.ts';

/** A card of a cart with what is on it, in the base currency. */
export interface Card {
  readonly id: number;
  readonly code: string;
  readonly balance: Decimal;
  /** The last day that it is good; null: there is none. */
  readonly expires: string | null;
}

/** What a cart takes of a card. */
export interface CardShare extends Card {
  readonly amount: Decimal;
  readonly base: Decimal;
}

/** What cards pay of a grand total: all of it, or all that they have. `rate`: the displayed currency for one of the base. */
export function paidBy(cards: readonly Card[], { amount, base }: AmountPair, rate: Decimal): AmountPair {
  const all = cards.reduce((sum, card) => sum.plus(card.balance), decimal(0));
  if (all.gte(round(base))) return { amount, base };
  const shown = cards.reduce((sum, card) => sum.plus(round(card.balance.times(rate))), decimal(0));
  return { amount: Decimal.min(shown, amount), base: all };
}

/**
 * How much of that each card pays, to the cent: the cards with the least on them first, as the interface has it, so that as many
 * as possible are used up.
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
