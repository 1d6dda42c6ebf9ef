import type { Call } from '../../kernel/call.ts';
import { isRecord } from '../../kernel/fields.ts';
import type { ConditionNode } from '../sales-rule/service.ts';
import { catalogRuleErrors } from './errors.ts';

/** Data of a product that conditions test, by attribute code; a list has several values. */
export type ProductFacts = Readonly<Record<string, string | number | readonly string[]>>;
/** Whether a product meets the conditions of a rule. */
export type ProductTest = (facts: ProductFacts) => boolean;

type RuleWords = Pick<Call['services']['salesRule'], 'combine' | 'comparisonOf' | 'isOperator'>;

const prefix = 'Magento\\CatalogRule\\Model\\Rule\\Condition\\';
/** The types of conditions, by the names in the input: short, or those of the reference. */
const conditionTypes: Readonly<Record<string, 'combine' | 'product'>> = {
  combine: 'combine',
  product: 'product',
  [`${prefix}Combine`]: 'combine',
  [`${prefix}Product`]: 'product',
};

/** Facts that every product has besides its attributes. */
const ownFacts: ReadonlySet<string> = new Set(['sku', 'attribute_set_id', 'category_ids']);

const MAX_DEPTH = 50;
const combineFields = ['condition_type', 'aggregator_type', 'value', 'conditions'];
const productFields = ['condition_type', 'attribute_name', 'operator', 'value'];

/** The tree of a rule for all products. */
export const noConditions: ConditionNode = {
  condition_type: 'combine',
  aggregator_type: 'all',
  operator: null,
  value: '1',
  conditions: [],
};

/**
 * Reads a tree of conditions. `place`: its path in the input, for errors. Throws 400 that names the field for an unknown type,
 * operator or field, and for an attribute that does not exist or is not used for promo rules.
 */
export async function readConditions(call: Call, input: unknown, place: string): Promise<ConditionNode> {
  const { byCode } = await call.services.eav.entity(call, 'catalog_product');
  const isTestable = (code: string): boolean => ownFacts.has(code) || byCode.get(code)?.isUsedForPromoRules === true;
  const node = readNode({ isTestable, words: call.services.salesRule }, input, place, 0);
  if (node.condition_type !== 'combine') throw invalid(node.condition_type, `${place}.condition_type`, '"combine"');
  return node;
}

interface ConditionRules {
  readonly isTestable: (code: string) => boolean;
  readonly words: RuleWords;
}

function readNode(rules: ConditionRules, input: unknown, place: string, depth: number): ConditionNode {
  if (depth > MAX_DEPTH) throw catalogRuleErrors.tooDeep([MAX_DEPTH]);
  if (!isRecord(input) || Array.isArray(input)) throw invalid(input, place, 'an object');
  const name = typeof input.condition_type === 'string' ? input.condition_type.replace(/^\\/, '') : '';
  const type = Object.hasOwn(conditionTypes, name) ? conditionTypes[name] : undefined;
  if (!type) throw invalid(input.condition_type, `${place}.condition_type`, '"combine" or "product"');
  refuseOthers(input, type === 'combine' ? combineFields : productFields, place);
  return type === 'combine' ? readCombination(rules, input, place, depth) : readComparison(rules, input, place);
}

function readCombination(
  rules: ConditionRules,
  { aggregator_type: aggregator = 'all', value = true, conditions = [] }: Record<string, unknown>,
  place: string,
  depth: number,
): ConditionNode {
  if (aggregator !== 'all' && aggregator !== 'any') {
    throw invalid(aggregator, `${place}.aggregator_type`, '"all" or "any"');
  }
  const truth = plain(value, `${place}.value`);
  if (truth !== '0' && truth !== '1') throw invalid(value, `${place}.value`, 'true or false');
  if (!Array.isArray(conditions)) throw invalid(conditions, `${place}.conditions`, 'a list');
  return {
    condition_type: 'combine',
    aggregator_type: aggregator,
    operator: null,
    value: truth,
    conditions: conditions.map((one: unknown, i) => readNode(rules, one, `${place}.conditions[${i}]`, depth + 1)),
  };
}

function readComparison(
  { isTestable, words }: ConditionRules,
  { attribute_name: name, operator, value = '' }: Record<string, unknown>,
  place: string,
): ConditionNode {
  if (typeof name !== 'string' || !isTestable(name)) {
    throw invalid(name, `${place}.attribute_name`, 'a product attribute that is used for promo rules');
  }
  if (typeof operator !== 'string' || !words.isOperator(operator)) {
    throw invalid(operator, `${place}.operator`, 'an operator of conditions, such as "==" or "()"');
  }
  return { condition_type: 'product', attribute_name: name, operator, value: plain(value, `${place}.value`) };
}

/** The text of a value; of a list, its elements with commas. */
function plain(value: unknown, place: string): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map((one: unknown) => plain(one, place)).join(',');
  throw invalid(value, place, 'a text, a number or a list of these');
}

/** Throws 400 for a field that is not known. */
export function refuseOthers(input: object, known: readonly string[], place: string): void {
  const other = Object.keys(input).find((field) => !known.includes(field));
  if (other !== undefined) throw catalogRuleErrors.unknownField([place, other]);
}

/** The error for an invalid field. */
export function invalid(value: unknown, field: string, expected: string): Error {
  const shown = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return catalogRuleErrors.invalid([shown, field, expected]);
}

/** Conditions as `readConditions` reads them. */
export function showConditions({ condition_type, aggregator_type, conditions, ...node }: ConditionNode): object {
  if (condition_type === 'product') return { condition_type, ...node };
  return {
    condition_type,
    aggregator_type,
    value: node.value === '1',
    conditions: (conditions ?? []).map(showConditions),
  };
}

/** Codes of the attributes that conditions test. */
export function attributesIn({ attribute_name: name, conditions = [] }: ConditionNode): string[] {
  return [...(name === undefined ? [] : [name]), ...conditions.flatMap(attributesIn)];
}

/** Compiles conditions. */
export function compileConditions(node: ConditionNode, words: RuleWords): ProductTest {
  if (node.condition_type === 'combine') {
    return words.combine<ProductFacts>(
      node,
      (node.conditions ?? []).map((one) => compileConditions(one, words)),
    );
  }
  const holds = words.comparisonOf(node);
  const name = node.attribute_name ?? '';
  return (facts) => holds(facts[name]);
}
