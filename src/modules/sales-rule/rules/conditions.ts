import { platformErrors } from '../../../kernel/errors.ts';
import { readers } from '../../../kernel/scalars.ts';
import { cartRoot, conditionShape, itemRoot } from '../engine/conditions/compile.ts';
import type { ConditionNode } from '../engine/conditions/node.ts';
import type { SentCondition } from '../types.ts';

const roots = { carts: cartRoot, items: itemRoot } as const;
type ConditionTree = keyof typeof roots;

/** Greatest depth of conditions. */
const MAX_DEPTH = 50;

/** The tree of a rule without conditions. */
export function noConditions(tree: ConditionTree): ConditionNode {
  return { condition_type: roots[tree], aggregator_type: 'all', operator: null, value: true };
}

/**
 * Reads the conditions in a rule's request. As in the interface, the root is always a combination. The operator of a
 * combination is not stored, but replaces a missing value. Throws 400 for an unsupported type of condition. The
 * reference drops such a condition silently, which widens the rule.
 */
export function readConditions(input: SentCondition, tree: ConditionTree): ConditionNode {
  const type = typeOf(input);
  if (type !== '' && type !== cartRoot && type !== itemRoot) throw unknownType(type);
  return readNode({ ...input, condition_type: roots[tree] }, tree, 0);
}

function readNode(input: SentCondition, tree: ConditionTree, depth: number): ConditionNode {
  const type = typeOf(input);
  const shape = conditionShape(tree, type);
  if (!shape || depth > MAX_DEPTH) throw unknownType(type);
  const { below, compares } = shape;
  const conditions = below === 'nothing' ? [] : readNodes(input.conditions, below, depth + 1);
  const operator = input.operator ?? null;
  const value = readValue(input.value);
  const scope = input.extension_attributes?.attribute_scope;
  return {
    condition_type: type,
    ...(conditions.length > 0 ? { conditions } : {}),
    ...(below !== 'nothing' && input.aggregator_type ? { aggregator_type: input.aggregator_type } : {}),
    operator: compares ? operator : null,
    ...(compares && typeof input.attribute_name === 'string' ? { attribute_name: input.attribute_name } : {}),
    value: below === 'nothing' ? value : (value ?? operator),
    ...(typeof scope === 'string' ? { attribute_scope: scope } : {}),
  };
}

function readNodes(input: SentCondition['conditions'], tree: ConditionTree, depth: number): ConditionNode[] {
  return (input ?? []).map((node) => readNode(node, tree, depth));
}

function typeOf(input: SentCondition): string {
  return (input.condition_type ?? '').replace(/^\\/, '');
}

function unknownType(type: string): Error {
  return platformErrors.invalidValue({ value: type, fieldName: 'condition_type' });
}

/** A scalar value as text; null for none. */
function readValue(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  try {
    return readers.string(value) as string;
  } catch (error) {
    const details = error instanceof Error ? error.message : '';
    throw platformErrors.inField({ field_name: 'value', details });
  }
}

/** A stored condition in a response. */
export function showConditions(node: ConditionNode): SentCondition {
  const { conditions, attribute_scope, ...fields } = node;
  return {
    ...fields,
    ...(conditions ? { conditions: conditions.map(showConditions) } : {}),
    ...(attribute_scope === undefined ? {} : { extension_attributes: { attribute_scope } }),
  };
}
