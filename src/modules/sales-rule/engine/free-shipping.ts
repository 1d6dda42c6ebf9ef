import type { Decimal } from '../../../kernel/money.ts';
import type { EngineCart, EngineItem } from './terms/cart.ts';
import type { EngineRule } from './terms/rule.ts';

/** What of a cart is shipped for nothing. */
export interface FreeShipping {
  /** Whether all of it is. */
  readonly cart: boolean;
  /** Pieces that are, by item id; `'all'` of them, or so many. */
  readonly items: ReadonlyMap<number, Decimal | 'all'>;
}

/**
 * Tells what rules ship for nothing (`simple_free_shipping`): 1 the items they are good for (as many pieces of each as
 * `discount_qty` says), 2 the whole cart as soon as they are good for one item. Source: the interface's "Free shipping: for
 * matching items only | for shipment with matching items", recorded totals of the reference.
 */
export function freeShipping(rules: readonly EngineRule[], cart: EngineCart): FreeShipping {
  const items = new Map<number, Decimal | 'all'>();
  let isCartFree = false;
  // Most rules take something off; looking at them is of use only before one that ships for nothing.
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
