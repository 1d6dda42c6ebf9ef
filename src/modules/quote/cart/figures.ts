import type { CartFigures } from '../tables.ts';

/** Of a cart with nothing in it. */
export const noFigures: CartFigures = plainFigures(0);

/** Of a cart that comes to what its items cost. */
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
