import type { OfferedComponent } from '../availability/components.ts';
import type { ChoiceOffer, ProductChoice } from '../products/product-types.ts';

/** The choices of a product with only the offers that are among its listed components. */
export function listedChoices(
  choices: readonly ProductChoice[] | undefined,
  listed: readonly OfferedComponent[] | undefined,
): ProductChoice[] {
  const rows = new Set(listed?.map(({ row }) => row));
  return (choices ?? []).map(({ isRequired, isMultiple, offers }) => ({
    isRequired,
    isMultiple,
    offers: offers.filter(({ row }) => rows.has(row)),
  }));
}

/** The least that choices add to a price: the cheapest offers of all required choices; without these, the cheapest offer of all. */
export function leastChosen(choices: readonly ProductChoice[], priceOf: (offer: ChoiceOffer) => number): number {
  const cheapest = (some: readonly ProductChoice[]): number[] =>
    some.flatMap(({ offers }) => (offers.length === 0 ? [] : [Math.min(...offers.map(priceOf))]));
  const required = choices.filter(({ isRequired }) => isRequired);
  if (required.length > 0) return total(cheapest(required));
  const others = cheapest(choices);
  return others.length === 0 ? 0 : Math.min(...others);
}

/** The most that choices add to a price: all offers of choices of several, the dearest of the others. */
export function mostChosen(choices: readonly ProductChoice[], priceOf: (offer: ChoiceOffer) => number): number {
  return total(
    choices.map(({ isMultiple, offers }) => {
      const prices = offers.map(priceOf);
      return isMultiple ? total(prices) : Math.max(0, ...prices);
    }),
  );
}

function total(amounts: readonly number[]): number {
  return amounts.reduce((sum, one) => sum + one, 0);
}
