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
export function readConditions(sent: SentCondition, tree: ConditionTree): ConditionNode {
  const type = typeOf(sent);
  if (type !== '' && type !== cartRoot && type !== itemRoot) throw unknownType(type);
  return readNode({ ...sent, condition_type: roots[tree] }, tree, 0);
}

function readNode(sent: SentCondition, tree: ConditionTree, depth: number): ConditionNode {
  const type = typeOf(sent);
  const shape = conditionShape(tree, type);
  if (!shape || depth > MAX_DEPTH) throw unknownType(type);
  const { below, compares } = shape;
  const conditions = below === 'nothing' ? [] : readNodes(sent.conditions, below, depth + 1);
  const operator = sent.operator ?? null;
  const value = readValue(sent.value);
  const scope = sent.extension_attributes?.attribute_scope;
  return {
    condition_type: type,
    ...(conditions.length > 0 ? { conditions } : {}),
    ...(below !== 'nothing' && sent.aggregator_type ? { aggregator_type: sent.aggregator_type } : {}),
    operator: compares ? operator : null,
    ...(compares && typeof sent.attribute_name === 'string' ? { attribute_name: sent.attribute_name } : {}),
    value: below === 'nothing' ? value : (value ?? operator),
    ...(typeof scope === 'string' ? { attribute_scope: scope } : {}),
  };
}

function readNodes(sent: SentCondition['conditions'], tree: ConditionTree, depth: number): ConditionNode[] {
  return (sent ?? []).map((node) => readNode(node, tree, depth));
}

function typeOf(sent: SentCondition): string {
  return (sent.condition_type ?? '').replace(/^\\/, '');
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
