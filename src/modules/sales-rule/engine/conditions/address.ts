import type { ConditionNode } from './node.ts';
import type { CartTest } from '../terms/cart.ts';
import { comparisonOf } from './comparison.ts';

/**
 * A condition on a fact of the cart or its address: `Magento\SalesRule\Model\Rule\Condition\Address`, by the interface's names
 * (`base_subtotal`, `total_qty`, `country_id`, …; see `EngineCart.address`).
 */
export function address(node: ConditionNode): CartTest {
  const name = node.attribute_name ?? '';
  const holds = comparisonOf(node);
  return (cart) => holds(cart.address[name]);
}
