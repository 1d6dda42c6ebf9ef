import type { Call } from '../../kernel/call.ts';
import { valueAt } from '../../kernel/lookup.ts';
import { segmentErrors } from './errors.ts';
import type { CartFact, ConditionNode } from '../sales-rule/service.ts';

type Facts = Readonly<Record<string, CartFact>>;

/** Facts about a visitor or customer, by their names in conditions. */
export interface SegmentFacts {
  readonly customer: Facts;
  readonly addresses: readonly Facts[];
  readonly cart: Facts;
  readonly orders: Facts;
}

/** Whether somebody is in a segment. */
export type SegmentTest = (facts: SegmentFacts) => boolean;

type Rules = Pick<Call['services']['salesRule'], 'combine' | 'comparisonOf' | 'isOperator'>;

/** The facts that conditions of each type compare. */
const attributes = new Map([
  [
    'customer',
    ['group_id', 'email', 'firstname', 'lastname', 'created_at', 'gender', 'dob', 'is_subscribed', 'store_id'],
  ],
  ['address', ['country_id', 'region', 'region_id', 'city', 'postcode', 'company', 'telephone']],
  ['cart', ['base_subtotal', 'total_qty', 'items_count', 'product_id']],
  ['orders', ['number', 'total', 'last_order_at']],
]);
/** Entities whose attributes conditions compare, with the type of these conditions. */
const conditionTypes = new Map([
  ['customer', 'customer'],
  ['customer_address', 'address'],
]);

/** Whether conditions of segments compare an attribute. */
export function isInSegments({ entity, code }: { readonly entity: string; readonly code: string }): boolean {
  return attributes.get(conditionTypes.get(entity) ?? '')?.includes(code) ?? false;
}

/** The conditions outside of addresses that compare a fact. */
const sources = ['customer', 'cart', 'orders'] as const;

/** Conditions that contain others, with the types of their allowed children. */
const combinations: Readonly<Record<string, readonly string[]>> = {
  combine: ['combine', 'customer', 'address_found', 'cart', 'orders'],
  address_found: ['address'],
};

/** Greatest depth of conditions. */
const MAX_DEPTH = 20;

/**
 * Reads the conditions of a segment from a person's text: a tree as that of a sales rule, with the types `combine`,
 * `customer`, `address_found` with `address` in it, `cart` and `orders`. Throws 400 for invalid conditions.
 */
export function readConditions(text: string, rules: Rules): ConditionNode {
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch (error) {
    throw segmentErrors.notJson(undefined, { cause: error });
  }
  return readConditionTree(input, rules);
}

/** As `readConditions`, from a parsed value. */
export function readConditionTree(input: unknown, rules: Rules): ConditionNode {
  return readNode(input, ['combine'], rules, 0);
}

interface SentNode {
  readonly condition_type?: unknown;
  readonly attribute_name?: unknown;
  readonly operator?: unknown;
  readonly aggregator_type?: unknown;
  readonly value?: unknown;
  readonly conditions?: unknown;
}

function readNode(input: unknown, allowed: readonly string[], rules: Rules, depth: number): ConditionNode {
  if (typeof input !== 'object' || input === null) throw segmentErrors.notObject();
  if (depth > MAX_DEPTH) throw segmentErrors.tooDeep([MAX_DEPTH]);
  const node: SentNode = input;
  const { condition_type: type } = node;
  if (typeof type !== 'string' || !allowed.includes(type)) {
    throw segmentErrors.conditionType([String(type), allowed.join(', ')]);
  }
  const below = combinations[type];
  return below
    ? readCombination(type, node, (one) => readNode(one, below, rules, depth + 1))
    : readComparison(type, node, rules);
}

function readCombination(
  type: string,
  { aggregator_type = 'all', conditions = [], value }: SentNode,
  readBelow: (node: unknown) => ConditionNode,
): ConditionNode {
  if (aggregator_type !== 'all' && aggregator_type !== 'any') throw segmentErrors.aggregatorType();
  if (!Array.isArray(conditions)) throw segmentErrors.notList();
  const nodes = conditions.map(readBelow);
  return {
    condition_type: type,
    aggregator_type,
    operator: null,
    value: value === undefined ? '1' : plain(value),
    conditions: nodes,
  };
}

function readComparison(
  type: string,
  { attribute_name: name, operator, value }: SentNode,
  rules: Rules,
): ConditionNode {
  const names = valueAt(attributes, type);
  if (typeof name !== 'string' || !names.includes(name)) {
    throw segmentErrors.attributeName([String(name), type, names.join(', ')]);
  }
  if (typeof operator !== 'string' || !rules.isOperator(operator)) throw segmentErrors.operator([String(operator)]);
  return { condition_type: type, attribute_name: name, operator, value: plain(value ?? '') };
}

function plain(value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw segmentErrors.value();
}

/** Compiles the conditions of a segment. */
export function compileSegment(node: ConditionNode, rules: Rules): SegmentTest {
  const { condition_type: type, attribute_name: name = '', conditions = [] } = node;
  if (type === 'combine') {
    return rules.combine(
      node,
      conditions.map((one) => compileSegment(one, rules)),
    );
  }
  if (type === 'address_found') {
    const tests = conditions.map((one) => {
      const holds = rules.comparisonOf(one);
      return (address: Facts): boolean => holds(address[one.attribute_name ?? '']);
    });
    const meets = rules.combine<Facts>({ ...node, value: '1' }, tests);
    const isWanted = node.value !== '0' && node.value !== '';
    return ({ addresses }) => addresses.some((address) => meets(address)) === isWanted;
  }
  const holds = rules.comparisonOf(node);
  const source = sources.find((one) => one === type);
  if (!source) throw new Error(`${type} is no condition_type`);
  return (facts) => holds(facts[source][name]);
}
