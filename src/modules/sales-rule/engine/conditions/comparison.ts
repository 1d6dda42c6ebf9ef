import type { CartFact } from '../terms/cart.ts';
import { compileComparison } from './compare.ts';
import type { ConditionNode } from './node.ts';
import { expectedOf } from './value.ts';

/** Compiles the comparison that a condition makes: of a fact, by its operator, with its value. */
export function comparisonOf(node: ConditionNode): (fact: CartFact) => boolean {
  return compileComparison(node.operator, expectedOf(node));
}
