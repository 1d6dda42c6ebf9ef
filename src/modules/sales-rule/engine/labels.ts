import type { EngineRule } from './terms/rule.ts';

/**
 * The labels of the applied rules, by rule id in the order of application. A label is that of the store view. The
 * default for a rule with a coupon is its description or the coupon. Source: recorded totals of the reference.
 */
export class DiscountLabels {
  readonly #labels = new Map<number, string>();

  /** Adds an applied rule. */
  add({ id, label: own, description, coupon }: EngineRule): void {
    const label = own || (coupon === null ? '' : description || coupon);
    if (label !== '') this.#labels.set(id, label);
  }

  copy(): DiscountLabels {
    const copy = new DiscountLabels();
    for (const [id, label] of this.#labels) copy.#labels.set(id, label);
    return copy;
  }

  get all(): ReadonlyMap<number, string> {
    return this.#labels;
  }
}

/** The description of a cart's discount: the labels of its rules, each once; empty without labels. */
export function discountDescription(...labels: readonly ReadonlyMap<number, string>[]): string {
  const all = labels.flatMap((some) => Array.from(some.values()));
  return [...new Set(all)].join(', ');
}
