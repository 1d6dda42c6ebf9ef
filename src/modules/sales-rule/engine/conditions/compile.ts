import type { ConditionNode } from './node.ts';
import type { CartTest, ItemTest } from '../terms/cart.ts';
import { address } from './address.ts';
import { combine } from './combine.ts';
import { found } from './found.ts';
import { attributeOf, isProductAttribute, product } from './product.ts';
import { productCombine, type ItemCondition } from './product-combine.ts';
import { segmentCondition } from './segment.ts';
import { subselect } from './subselect.ts';

const prefix = 'Magento\\SalesRule\\Model\\Rule\\Condition\\';
/** Type of the tree of conditions on a cart. */
export const cartRoot = `${prefix}Combine`;
/** Type of the tree of conditions on the items that an action is applied to. */
export const itemRoot = `${prefix}Product\\Combine`;
const foundType = `${prefix}Product\\Found`;
const productType = `${prefix}Product`;

/** A type of condition on carts: its shape, and its compiler. */
type CartCondition =
  | { readonly below: 'carts'; compile(node: ConditionNode, tests: readonly CartTest[]): CartTest }
  | { readonly below: 'items'; compile(node: ConditionNode, conditions: readonly ItemCondition[]): CartTest }
  | { readonly below: 'nothing'; compile(node: ConditionNode): CartTest };

/** A type of condition on items. */
interface ItemConditionType {
  readonly below: 'items' | 'nothing';
  compile(node: ConditionNode, conditions: readonly ItemCondition[]): ItemTest;
}

/** Conditions on a cart, by the interface's names. */
const cartConditions: Readonly<Record<string, CartCondition>> = {
  [cartRoot]: { below: 'carts', compile: combine },
  [`${prefix}Address`]: { below: 'nothing', compile: address },
  [segmentCondition.type]: { below: 'nothing', compile: segmentCondition.compile },
  [foundType]: { below: 'items', compile: found },
  [`${prefix}Product\\Subselect`]: { below: 'items', compile: subselect },
};

/** Conditions on an item, by the interface's names. */
const itemConditions: Readonly<Record<string, ItemConditionType>> = {
  [itemRoot]: { below: 'items', compile: productCombine },
  [productType]: { below: 'nothing', compile: product },
};

/** The shape of a type of condition. */
interface ConditionShape {
  /** The conditions that it may contain: on carts, on items, or none. */
  readonly below: 'carts' | 'items' | 'nothing';
  /** Whether it is a comparison, which has an attribute and an operator. */
  readonly compares: boolean;
}

/** The shape of a type of condition in a tree on carts or on items; undefined for a type that cannot be there. */
export function conditionShape(tree: 'carts' | 'items', type: string): ConditionShape | undefined {
  const known = tree === 'carts' ? cartConditions : itemConditions;
  const below = Object.hasOwn(known, type) ? known[type]?.below : undefined;
  return below && { below, compares: below !== tree && type !== foundType };
}

/** Compiles conditions on a cart. One of unknown type never holds. */
export function compileCartTest(node: ConditionNode): CartTest {
  const condition = cartConditions[node.condition_type];
  switch (condition?.below) {
    case 'carts':
      return condition.compile(node, (node.conditions ?? []).map(compileCartTest));
    case 'items':
      return condition.compile(node, below(node));
    case 'nothing':
      return condition.compile(node);
    default:
      return () => false;
  }
}

/** Compiles conditions on an item. One of unknown type never holds. */
export function compileItemTest(node: ConditionNode): ItemTest {
  return itemConditions[node.condition_type]?.compile(node, below(node)) ?? (() => false);
}

function below({ conditions = [] }: ConditionNode): ItemCondition[] {
  return conditions.map((node) => ({ node, test: compileItemTest(node) }));
}

/** Codes of the product attributes that conditions test. */
export function productAttributesIn(node: ConditionNode): string[] {
  const nested = (node.conditions ?? []).flatMap(productAttributesIn);
  if (node.condition_type !== productType) return nested;
  const { code } = attributeOf(node);
  return isProductAttribute(code) ? [code, ...nested] : nested;
}
