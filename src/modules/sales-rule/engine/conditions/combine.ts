import type { ConditionNode } from './node.ts';
import { isTrue } from './value.ts';

/**
 * A combination of conditions: `Magento\SalesRule\Model\Rule\Condition\Combine`. Source: the interface's sentence "If ALL|ANY of
 * these conditions are TRUE|FALSE". Any other word than `all` means any. A combination without conditions always holds.
 */
export function combine<S, P = never>(
  node: ConditionNode,
  tests: readonly ((subject: S, parent?: P) => boolean)[],
): (subject: S, parent?: P) => boolean {
  if (tests.length === 0) return () => true;
  const expectedTruth = isTrue(node.value);
  const isAll = node.aggregator_type === 'all';
  return (subject, parent) => {
    for (const test of tests) if ((test(subject, parent) === expectedTruth) !== isAll) return !isAll;
    return isAll;
  };
}
