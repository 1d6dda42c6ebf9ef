import type { ConditionNode } from './node.ts';
import type { CartTest } from '../terms/cart.ts';
import { onceForItems } from './once-for-items.ts';
import { anyChild, productCombine, type ItemCondition } from './product-combine.ts';
import { isTrue } from './value.ts';

/**
 * Whether the cart has an item that meets conditions: `Magento\SalesRule\Model\Rule\Condition\Product\Found`. Source: the
 * interface's sentence "If an item is FOUND|NOT FOUND in the cart with ALL|ANY of these conditions true".
 */
export function found(node: ConditionNode, conditions: readonly ItemCondition[]): CartTest {
  const meets = productCombine({ ...node, value: true }, conditions);
  const expectedTruth = isTrue(node.value);
  return onceForItems((items) => items.some((item) => meets(item) || anyChild(item, meets)) === expectedTruth);
}
