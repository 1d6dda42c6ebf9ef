import type { EngineRule } from './terms/rule.ts';

/**
 * The names of the rules that were applied to a cart, by rule id in the order they were applied. Source: recorded totals of the
 * reference: the label of the store view; without one, of a rule that needs a coupon, its description or the coupon.
 */
export class DiscountLabels {
  readonly #labels = new Map<number, string>();

  /** Notes that a rule was applied. */
  add({ id, label: own, description, coupon }: EngineRule): void {
    const label = own || (coupon === null ? '' : description || coupon);
    if (label !== '') this.#labels.set(id, label);
  }

  get all(): ReadonlyMap<number, string> {
    return this.#labels;
  }
}

/** What the discount of a cart is called: the labels of its rules, each once; empty when none has one. */
export function discountDescription(...labels: readonly ReadonlyMap<number, string>[]): string {
  const all = labels.flatMap((some) => Array.from(some.values()));
  return [...new Set(all)].join(', ');
}
