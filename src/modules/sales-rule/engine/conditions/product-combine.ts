import type { ConditionNode } from './node.ts';
import type { EngineItem, ItemTest } from '../terms/cart.ts';
import { combine } from './combine.ts';
import { attributeOf } from './product.ts';

/**
 * A combination of conditions on an item: `Magento\SalesRule\Model\Rule\Condition\Product\Combine`. A condition holds if the item
 * or one of its children meets it; its attribute may limit it to the parent or to the children.
 */
export function productCombine(node: ConditionNode, conditions: readonly ItemCondition[]): ItemTest {
  return combine(node, conditions.map(overScope));
}

/** A compiled condition with its node. */
export interface ItemCondition {
  readonly node: ConditionNode;
  readonly test: ItemTest;
}

function overScope({ node, test }: ItemCondition): ItemTest {
  switch (attributeOf(node).scope) {
    case 'parent':
      return (item, parent) => test(parent ?? item);
    case 'children':
      return (item, parent) => (item.children.length === 0 ? test(item, parent) : anyChild(item, test));
    default:
      return (item, parent) => anyChild(item, test) || test(item, parent);
  }
}

/** Whether a child of an item meets a test; false for the many items without children, without a closure for each. */
export function anyChild(item: EngineItem, test: ItemTest): boolean {
  return item.children.length > 0 && item.children.some((child) => test(child, item));
}
