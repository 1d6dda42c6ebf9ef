import type { CartTest, EngineItem } from '../terms/cart.ts';

/**
 * A condition on the items of a cart alone. The totals of a cart ask each rule three times, for items, shipping and shared
 * amounts, with the same list of items, whose answer does not change: the last one is kept.
 */
export function onceForItems(test: (items: readonly EngineItem[]) => boolean): CartTest {
  let tested: readonly EngineItem[] | undefined;
  let isMet = false;
  return ({ items }) => {
    if (items !== tested) {
      isMet = test(items);
      tested = items;
    }
    return isMet;
  };
}
