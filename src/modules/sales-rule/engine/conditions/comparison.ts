import type { CartFact } from '../terms/cart.ts';
import { compileComparison } from './compare.ts';
import type { ConditionNode } from './node.ts';
import { expectedOf } from './value.ts';

/** Compiles a condition's comparison of a fact with its value. */
export function comparisonOf(node: ConditionNode): (fact: CartFact) => boolean {
  return compileComparison(node.operator, expectedOf(node));
}
