import type { CartFigures } from '../tables.ts';

/** The figures of an empty cart. */
export const noFigures: CartFigures = plainFigures(0);

/** The figures of a cart whose total is the sum of its items' prices. */
export function plainFigures(sum: number): CartFigures {
  return {
    subtotal: sum,
    base_subtotal: sum,
    subtotal_with_discount: sum,
    base_subtotal_with_discount: sum,
    grand_total: sum,
    base_grand_total: sum,
    applied_rule_ids: null,
  };
}
