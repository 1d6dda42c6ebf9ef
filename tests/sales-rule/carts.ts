import { decimal, type DecimalValue } from '../../src/kernel/money.ts';
import type {
  EngineCart,
  EngineItem,
  CartFact,
  ShippingPrice,
} from '../../src/modules/sales-rule/engine/terms/cart.ts';
import { compileDocument, engineRule, type RuleFacts } from '../../src/modules/sales-rule/engine/compile-rule.ts';
import type { CartDiscounts } from '../../src/modules/sales-rule/engine/discounts.ts';
import type { EngineRule } from '../../src/modules/sales-rule/engine/terms/rule.ts';
import type { ConditionNode } from '../../src/modules/sales-rule/engine/conditions/node.ts';

const prefix = 'Magento\\SalesRule\\Model\\Rule\\Condition\\';

/** What a test says about an item; the rest follows. */
export interface ItemOptions {
  readonly price?: DecimalValue;
  readonly qty?: DecimalValue;
  /** Price in the base currency; the same unless told. */
  readonly basePrice?: DecimalValue;
  readonly originalPrice?: DecimalValue;
  /** Row total with tax; the row total unless told. */
  readonly inclTax?: DecimalValue;
  readonly productType?: string;
  readonly attributes?: Record<string, CartFact>;
  readonly children?: readonly EngineItem[];
  readonly childrenCalculated?: boolean;
  readonly noDiscount?: boolean;
}

let lastId = 0;

/** An item of a cart, `qty` pieces at `price`. */
export function item(options: ItemOptions = {}): EngineItem {
  const { price = 10, qty = 1, basePrice = price, originalPrice = price, children = [], ...more } = options;
  const pieces = decimal(qty);
  const rowTotal = decimal(price).times(pieces);
  const baseRowTotal = decimal(basePrice).times(pieces);
  const inclTax = decimal(options.inclTax ?? rowTotal);
  return {
    id: ++lastId,
    productType: more.productType ?? 'simple',
    qty: pieces,
    totalQty: pieces,
    price: decimal(price),
    basePrice: decimal(basePrice),
    originalPrice: decimal(originalPrice),
    baseOriginalPrice: decimal(basePrice),
    rowTotal,
    baseRowTotal,
    rowTotalInclTax: inclTax,
    baseRowTotalInclTax: inclTax,
    attributes: more.attributes ?? {},
    children,
    childrenCalculated: more.childrenCalculated ?? false,
    noDiscount: more.noDiscount ?? false,
    shipsSeparately: false,
  };
}

/** A cart of items, in one currency unless another rate is told. */
export function cart(items: readonly EngineItem[], more: Partial<EngineCart> = {}): EngineCart {
  const baseSubtotal = items.reduce((sum, one) => sum.plus(one.baseRowTotal), decimal(0));
  return {
    items,
    address: { base_subtotal: baseSubtotal.toNumber() },
    currencyRate: decimal(1),
    shipping: undefined,
    ...more,
  };
}

/** A price of shipping in one currency; without tax, the same unless told. */
export function shippingPrice(price: DecimalValue, untaxed: DecimalValue = price): ShippingPrice {
  const [amount, withoutTax] = [decimal(price), decimal(untaxed)];
  return { amount, baseAmount: amount, withoutTax: { amount: withoutTax, baseAmount: withoutTax } };
}

/** What a test says about a rule. */
export interface RuleOptions extends Partial<Omit<RuleFacts, 'id'>> {
  readonly id?: number;
  /** The coupon that was entered for it. */
  readonly coupon?: string;
  readonly condition?: ConditionNode;
  readonly action_condition?: ConditionNode | undefined;
  readonly labels?: Record<string, string>;
}

/** A rule that takes 10 % off everything, but for what is told. */
export function rule(options: RuleOptions = {}): EngineRule {
  const { condition, action_condition, labels = {}, coupon = null, ...facts } = options;
  const document = { condition: condition ?? all([]), action_condition: action_condition ?? allItems([]), labels };
  const row: RuleFacts = {
    id: 1,
    simple_action: 'by_percent',
    discount_amount: 10,
    discount_qty: null,
    discount_step: 0,
    apply_to_shipping: 0,
    stop_rules_processing: 0,
    simple_free_shipping: null,
    description: null,
    ...facts,
  };
  return engineRule(row, compileDocument(document), 1, coupon);
}

type Value = ConditionNode['value'];

function combination(type: string, aggregator: 'all' | 'any') {
  return (conditions: readonly ConditionNode[], value: Value = '1', more: Partial<ConditionNode> = {}) => ({
    condition_type: `${prefix}${type}`,
    aggregator_type: aggregator,
    operator: null,
    value,
    conditions,
    ...more,
  });
}

export const all = combination('Combine', 'all');
export const any = combination('Combine', 'any');
export const allItems = combination('Product\\Combine', 'all');
export const anyItem = combination('Product\\Combine', 'any');
export const found = combination('Product\\Found', 'all');
const selection = combination('Product\\Subselect', 'all');

/** Compares the quantity or amount of the items that meet conditions. */
export function subselect(
  attribute_name: string,
  operator: string,
  value: string,
  conditions: readonly ConditionNode[],
): ConditionNode {
  return selection(conditions, value, { attribute_name, operator });
}

/** Compares a fact of the cart. */
export function address(attribute_name: string, operator: string, value: string): ConditionNode {
  return { condition_type: `${prefix}Address`, attribute_name, operator, value };
}

/** Compares an attribute of an item. */
export function product(attribute_name: string, operator: string, value: string): ConditionNode {
  return { condition_type: `${prefix}Product`, attribute_name, operator, value };
}

/** The discounts of a cart's items (children after their parent), as numbers. */
export function amounts(discounts: CartDiscounts): number[] {
  return [...discounts.items.values()].map((one) => one.amount.toNumber());
}
