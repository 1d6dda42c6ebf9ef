import { decimal } from '../../../kernel/money.ts';
import type { RuleDocument } from '../rules/document.ts';
import type { RuleExtensions } from '../rules/extensions.ts';
import type { RuleRow } from '../tables.ts';
import type { CartTest, ItemTest } from './terms/cart.ts';
import { compileCartTest, compileItemTest, productAttributesIn } from './conditions/compile.ts';
import { factsIn } from './conditions/segment.ts';
import type { EngineRule } from './terms/rule.ts';

/** The compiled conditions of a rule, and its labels. */
export interface CompiledDocument {
  readonly cartTest: CartTest;
  readonly itemTest: ItemTest;
  readonly labels: RuleDocument['labels'];
  /** Codes of the product attributes that the conditions test. */
  readonly productAttributes: readonly string[];
  /** Names of the facts from modules that the conditions test. */
  readonly addedFacts: readonly string[];
  /** Data of modules, stored with the rule. */
  readonly extensions: RuleExtensions;
}

/** Compiles the conditions in a rule's document. */
export function compileDocument({
  condition,
  action_condition,
  labels,
  extensions = {},
}: RuleDocument): CompiledDocument {
  return {
    cartTest: compileCartTest(condition),
    itemTest: compileItemTest(action_condition),
    labels,
    productAttributes: [...new Set([...productAttributesIn(condition), ...productAttributesIn(action_condition)])],
    addedFacts: [...new Set(factsIn(condition))],
    extensions,
  };
}

/** A rule that may apply to a cart, with the product attributes and facts of its conditions and the data of modules. */
export type ActiveRule = EngineRule & Pick<CompiledDocument, 'productAttributes' | 'addedFacts' | 'extensions'>;

/** The columns of a rule that the engine needs. */
export type RuleFacts = Pick<
  RuleRow,
  | 'id'
  | 'simple_action'
  | 'discount_amount'
  | 'discount_qty'
  | 'discount_step'
  | 'apply_to_shipping'
  | 'stop_rules_processing'
  | 'simple_free_shipping'
  | 'description'
>;

const freeShippingKinds: Readonly<Record<number, EngineRule['freeShipping']>> = { 1: 'items', 2: 'cart' };

/** A stored rule in a store view, ready to be applied; `coupon`: the entered coupon of the rule. */
export function engineRule(
  row: RuleFacts,
  document: CompiledDocument,
  storeId: number,
  coupon: string | null,
): ActiveRule {
  const { labels, cartTest, itemTest, productAttributes, addedFacts, extensions } = document;
  return {
    id: row.id,
    simpleAction: row.simple_action,
    discountAmount: decimal(row.discount_amount),
    discountQty: decimal(row.discount_qty ?? 0),
    discountStep: decimal(row.discount_step),
    appliesToShipping: row.apply_to_shipping === 1,
    stopsRules: row.stop_rules_processing === 1,
    freeShipping: freeShippingKinds[row.simple_free_shipping ?? 0] ?? 'nothing',
    coupon,
    label: labels[String(storeId)] ?? labels['0'] ?? '',
    description: row.description ?? '',
    cartTest,
    itemTest,
    productAttributes,
    addedFacts,
    extensions,
  };
}
