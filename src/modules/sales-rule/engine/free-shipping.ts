import type { Decimal } from '../../../kernel/money.ts';
import type { EngineCart, EngineItem } from './terms/cart.ts';
import type { EngineRule } from './terms/rule.ts';

/** The parts of a cart that have free shipping. */
export interface FreeShipping {
  /** Whether the whole cart has. */
  readonly cart: boolean;
  /** Units with free shipping, by item id: a number, or `'all'`. */
  readonly items: ReadonlyMap<number, Decimal | 'all'>;
}

/**
 * The free shipping of rules (`simple_free_shipping`): 1 for the items that meet their conditions (up to `discount_qty`
 * units of each), 2 for the whole cart if one item meets them. Source: the interface's "Free shipping: for matching items
 * only | for shipment with matching items", recorded totals of the reference.
 */
export function freeShipping(rules: readonly EngineRule[], cart: EngineCart): FreeShipping {
  const items = new Map<number, Decimal | 'all'>();
  let isCartFree = false;
  // Most rules give discounts only; these matter here only if they stop a later rule with free shipping.
  if (rules.every((rule) => rule.freeShipping === 'nothing')) return { cart: false, items };
  const valid = rules.filter((rule) => rule.cartTest(cart));
  for (const item of cart.items) {
    for (const rule of valid) {
      if (item.noDiscount || !rule.itemTest(item)) continue;
      if (rule.freeShipping === 'cart') isCartFree = true;
      if (rule.freeShipping === 'items') {
        const pieces = rule.discountQty.isZero() ? 'all' : rule.discountQty;
        for (const one of shippedApart(item)) items.set(one.id, pieces);
      }
      if (rule.stopsRules) break;
    }
  }
  return { cart: isCartFree, items };
}

function shippedApart(item: EngineItem): readonly EngineItem[] {
  return item.shipsSeparately ? [item, ...item.children] : [item];
}
