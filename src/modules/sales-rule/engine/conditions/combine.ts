import type { ConditionNode } from '../../rules/document.ts';
import { isTrue } from './value.ts';

/**
 * A combination of conditions: `Magento\SalesRule\Model\Rule\Condition\Combine`. Source: the interface's sentence "If ALL|ANY
 * of these conditions are TRUE|FALSE". Only `all` means all, and one without conditions always holds.
 */
export function combine<A extends readonly unknown[]>(
  node: ConditionNode,
  tests: readonly ((...subject: A) => boolean)[],
): (...subject: A) => boolean {
  if (tests.length === 0) return () => true;
  const wanted = isTrue(node.value);
  return node.aggregator_type === 'all'
    ? (...subject) => tests.every((test) => test(...subject) === wanted)
    : (...subject) => tests.some((test) => test(...subject) === wanted);
}
