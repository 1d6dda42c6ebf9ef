import type { CartTest } from '../terms/cart.ts';
import { comparisonOf } from './comparison.ts';
import type { ConditionNode } from './node.ts';

/** The fact for conditions on segments: ids of the buyer's segments. A module with segments provides it. */
const FACT = 'customer_segment_ids';

const SEGMENT_TYPE = 'Magento\\CustomerSegment\\Model\\Segment\\Condition\\Segment';

/** A condition on the segments of the buyer: `Magento\CustomerSegment\Model\Segment\Condition\Segment`; its value is a list of ids. */
export const segmentCondition = {
  type: SEGMENT_TYPE,
  compile: (node: ConditionNode): CartTest => {
    const holds = comparisonOf(node);
    return (cart) => holds(cart.address[FACT]);
  },
} as const;

/** The facts that the conditions need besides those of the cart itself. */
export function factsIn(node: ConditionNode): string[] {
  const nested = (node.conditions ?? []).flatMap(factsIn);
  return node.condition_type === SEGMENT_TYPE ? [FACT, ...nested] : nested;
}
