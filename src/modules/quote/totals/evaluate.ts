import type { Call } from '../../../kernel/call.ts';
import { decimal } from '../../../kernel/money.ts';
import type { StoredCart } from '../cart/cart.ts';
import { currenciesOf, type CartCurrencies } from '../cart/currency.ts';
import { couponsOf, keepingCoupons } from '../cart/coupons.ts';
import { inStore } from '../cart/scope.ts';
import type { CartItemNode } from '../items/extensions/item-type.ts';
import { ownPrice, type PriceContext } from '../items/extensions/prices.ts';
import {
  isVirtualCart,
  isVirtualItem,
  loadTree,
  originalPriceOf,
  priceContext,
  unitPrice,
  weightOf,
  withoutGone,
} from '../items/tree.ts';
import type { ActiveRule, CartFact } from '../rules.ts';
import { rateFinder } from '../shipping/rates.ts';
import { loadAddedTotals, type AddedTotal } from './added.ts';
import { collectTotals } from './collect.ts';
import { taxSettings } from './taxes.ts';
import { allLines, type CartCoupon, type CartTotals, type TotalsCart, type TotalsLine } from './totals.ts';

/** A cart with its products and totals at the time of the call. It may outlive the transaction in which it was evaluated. */
export interface EvaluatedCart {
  /** The cart, without coupons that are invalid for it. */
  readonly cart: StoredCart;
  readonly nodes: readonly CartItemNode[];
  readonly context: PriceContext;
  readonly currencies: CartCurrencies;
  /** The input of the totals. */
  readonly input: TotalsCart;
  readonly totals: CartTotals;
  /** The rules that may apply to it, in order. */
  readonly rules: readonly ActiveRule[];
  /** The totals that modules add. */
  readonly added: readonly AddedTotal[];
  /** The labels of the discounts; empty for none. */
  readonly discountDescription: string;
  /** Whether a coupon of the cart can no longer be used: used up, expired or deleted. */
  readonly isCouponLost: boolean;
  readonly pricesIncludeTax: boolean;
}

/**
 * Loads the current products, stock, rules, taxes and shipping prices of a cart, and computes its totals. Items that
 * their rule no longer grants are omitted. The number of queries does not depend on the number of items.
 */
export async function evaluate(
  call: Call,
  stored: StoredCart,
  known?: readonly CartItemNode[],
): Promise<EvaluatedCart> {
  const evaluated = await evaluateAll(call, stored, known);
  const lapsed = lapsedGrants(call, evaluated);
  if (lapsed.size === 0) return evaluated;
  const items = stored.items.filter((item) => !lapsed.has(item.parent_item_id ?? item.item_id));
  const nodes = evaluated.nodes.filter(({ item }) => !lapsed.has(item.item_id));
  return evaluateAll(call, { ...stored, items }, nodes);
}

/** The items that no rule grants any more. Rules apply to a cart without these. */
function lapsedGrants(call: Call, { nodes, totals, rules }: EvaluatedCart): ReadonlySet<number> {
  const granted = nodes.filter(({ item }) => item.granted_by !== undefined);
  const stays = (node: CartItemNode): boolean => {
    const rule = rules.find(({ id }) => id === node.item.granted_by);
    if (!rule || !totals.appliedRuleIds.includes(rule.id)) return false;
    const pieces = { sku: node.product.product.sku, qty: node.item.qty };
    return call.contributions.cartGrants.some((grant) => grant.stays(rule, pieces));
  };
  return new Set(granted.filter((node) => !stays(node)).map(({ item }) => item.item_id));
}

async function evaluateAll(
  outer: Call,
  stored: StoredCart,
  known: readonly CartItemNode[] | undefined,
): Promise<EvaluatedCart> {
  const call = inStore(outer, stored.store_id);
  const nodes = known ?? (await loadTree(call, stored));
  const cart = withoutGone(stored, nodes);
  const context = await priceContext(call, cart, nodes);
  const currencies = currenciesOf(call, cart);
  const { salesRule } = call.services;
  const codes = couponsOf(cart);
  const rules = await salesRule.activeRules(call, {
    storeId: cart.store_id,
    websiteId: cart.website_id,
    customerGroupId: cart.customer_group_id,
    customerId: cart.customer_id ?? undefined,
    couponCodes: codes,
  });
  const coupons = couponsFor(codes, rules);
  const multiple = rules.length > 0 ? await multipleAttributes(call) : new Set<string>();
  const lines = nodes.map((node) => lineOf(call, cart, node, context, multiple));
  const isVirtual = isVirtualCart(call, cart.items);
  const added = await loadAddedTotals(call, cart);
  const addedClassIds = added.flatMap(({ taxClassId }) => taxClassId ?? []);
  const tax = await taxSettings(call, cart, [...classIdsOf(lines), ...addedClassIds]);
  const shippingRatesFor = isVirtual || nodes.length === 0 ? undefined : await rateFinder(call, cart);
  const input: TotalsCart = {
    lines,
    currencyRate: decimal(currencies.baseToDisplayed),
    address: addressFacts(cart, isVirtual),
    addedFacts: await addedFacts(call, cart, rules),
    coupons,
    tax,
    rules: {
      items: (seen) => salesRule.discountItems(rules, seen),
      shipping: (seen) => salesRule.discountShipping(rules, seen),
      free: (seen) => salesRule.freeShipping(rules, seen),
    },
    isVirtual,
    shippingMethod: cart.shipping_method,
    shippingRatesFor,
  };
  const totals = collectTotals(input, added);
  return {
    cart: { ...cart, ...keepingCoupons(totals.coupons.map(({ code }) => code)) },
    nodes,
    context,
    currencies,
    input,
    totals,
    rules,
    added,
    discountDescription: totals.discountLabels.join(', '),
    isCouponLost: coupons.length < codes.length,
    pricesIncludeTax: tax.pricesIncludeTax,
  };
}

/** The facts that modules know of a cart, as far as the rules that may apply test them. */
async function addedFacts(
  call: Call,
  cart: StoredCart,
  rules: readonly ActiveRule[],
): Promise<TotalsCart['addedFacts']> {
  const factNames = new Set(rules.flatMap((rule) => rule.addedFacts));
  const facts: Record<string, TotalsCart['addedFacts'][string]> = {};
  for (const { name, load } of factNames.size > 0 ? call.contributions.cartFacts : []) {
    if (factNames.has(name)) facts[name] = await load(call, cart);
  }
  return facts;
}

/** The coupons that have a rule, in the order in which they were entered. */
function couponsFor(codes: readonly string[], rules: readonly ActiveRule[]): CartCoupon[] {
  return codes.flatMap((code) => {
    const rule = rules.find(({ coupon }) => coupon === code);
    return rule ? [{ code, ruleId: rule.id, label: rule.label }] : [];
  });
}

/** The tax classes of the products in a cart. */
export function classIdsOf(lines: readonly TotalsLine[]): number[] {
  return allLines(lines).map((line) => line.taxClassId);
}

async function multipleAttributes(call: Call): Promise<Set<string>> {
  const { byCode } = await call.services.eav.entity(call, 'catalog_product');
  return new Set([...byCode.values()].filter((one) => one.frontendInput === 'multiselect').map((one) => one.code));
}

/** An item with its components, as totals are computed from it; `multiple`: attributes with several values, for rules. */
export function lineOf(
  call: Call,
  cart: StoredCart,
  node: CartItemNode,
  context: PriceContext,
  multiple: ReadonlySet<string>,
): TotalsLine {
  const { type } = node;
  const qty = decimal(node.item.qty);
  const grantedBy = node.item.granted_by;
  const componentPrices = node.components.map((component) => {
    const price = type.componentPrice?.(node, component, qty, context);
    return price && grantedBy !== undefined ? decimal(0) : price;
  });
  const childrenCalculated = componentPrices.some((price) => price !== undefined);
  const children = node.components.map((component, i): TotalsLine => ({
    ...plainLine(component, multiple),
    qty: decimal(component.item.qty),
    totalQty: qty.times(component.item.qty),
    basePrice: componentPrices[i] ?? decimal(0),
    isVirtual: isVirtualItem(call, cart.items, component.item),
    children: [],
    childrenCalculated: false,
    shipsSeparately: false,
    grantedBy,
  }));
  return {
    ...plainLine(node, multiple),
    qty,
    totalQty: qty,
    basePrice: unitPrice(node, context),
    isVirtual: isVirtualItem(call, cart.items, node.item),
    children,
    childrenCalculated,
    shipsSeparately: type.shipsSeparately?.(node) ?? false,
    grantedBy,
  };
}

function plainLine(node: CartItemNode, multiple: ReadonlySet<string>) {
  const { product } = node;
  return {
    id: node.item.item_id,
    productType: product.product.type_id,
    baseOriginalPrice: originalPriceOf(node) ?? ownPrice(product.values) ?? decimal(0),
    taxClassId: Number(product.values.tax_class_id ?? 0),
    weight: decimal(weightOf(node) ?? 0),
    attributes: attributeFacts(node, multiple),
  };
}

function attributeFacts(node: CartItemNode, multiple: ReadonlySet<string>): Record<string, CartFact> {
  const { product, values } = node.product;
  const facts: Record<string, CartFact> = { ...values };
  for (const code of multiple) {
    const value = values[code];
    if (value !== undefined) facts[code] = String(value).split(',');
  }
  return {
    ...facts,
    sku: product.sku,
    attribute_set_id: product.attribute_set_id,
    category_ids: product.category_places.map((place) => String(place.category_id)),
  };
}

function addressFacts(cart: StoredCart, isVirtual: boolean): Record<string, CartFact> {
  const address = isVirtual ? cart.billing : cart.shipping;
  return {
    payment_method: cart.payment?.method ?? null,
    shipping_method: cart.shipping_method,
    postcode: address.postcode,
    region: address.region,
    region_id: address.region_id,
    country_id: address.country_id,
  };
}
