import type { Call } from '../../../kernel/call.ts';
import { inStore } from '../cart/scope.ts';
import type { Cart } from '../cart/cart.ts';
import { evaluate, type EvaluatedCart } from '../totals/evaluate.ts';
import { cents } from '../totals/cents.ts';
import type { PricedCart } from '../totals/prices.ts';
import type { CartItemOutput } from '../types.ts';
import type { ItemNode } from './item-type.ts';
import { nameOf, type ItemProducts } from './products.ts';
import { buildTree, priceContext, skuOf, unitPrice } from './tree.ts';

/** How an item is shown: under which id of its cart, and whether with what was chosen and what rules take off. */
export interface ItemView {
  readonly quoteId: string;
  readonly withOptions: boolean;
  /** Recorded behaviour: only a call that changes an item shows its discounts. */
  readonly withDiscounts?: boolean;
}

/** The items of a cart as the wire has them; parts of composite items are not shown. */
export async function showItems(call: Call, cart: Cart, view: ItemView): Promise<CartItemOutput[]> {
  const evaluated = await evaluate(call, cart);
  return evaluated.nodes.map((node) => showItem(evaluated, node, view));
}

export function showItem({ totals }: EvaluatedCart, node: ItemNode, view: ItemView): CartItemOutput {
  const item = totals.items.get(node.item.item_id)!;
  const discounts = item.discounts.map(({ amount, baseAmount, ruleId, label }) => ({
    discount_data: {
      amount: cents(amount),
      base_amount: cents(baseAmount),
      original_amount: cents(amount),
      base_original_amount: cents(baseAmount),
    },
    rule_label: label,
    rule_i_d: ruleId,
  }));
  return {
    ...basics(node, view, cents(item.price.base)),
    ...(view.withDiscounts && discounts.length > 0 ? { extension_attributes: { discounts } } : {}),
  };
}

/** An item as the wire has it, without what rules take off. */
export function showPrice({ prices }: PricedCart, node: ItemNode, view: ItemView): CartItemOutput {
  return basics(node, view, cents(prices.get(node.item.item_id)!.price.base));
}

/**
 * As `showItems`, for one item whose products, with those of its parts, are known; where no rule and no tax has a say in its
 * price, without working out the totals.
 */
export async function showOneItem(
  outer: Call,
  cart: Cart,
  itemId: number,
  view: ItemView,
  products: ItemProducts,
): Promise<CartItemOutput> {
  const call = inStore(outer, cart.store_id);
  const concerned = cart.items.filter((item) => item.item_id === itemId || item.parent_item_id === itemId);
  const [node] = buildTree(concerned, products) as [ItemNode];
  if (await isPlain(call, cart)) return basics(node, view, cents(unitPrice(node, priceContext(call, cart))));
  return showItem(await evaluate(call, cart), node, view);
}

/** Whether prices are what they are: without tax in them and without a rule that could take something off. */
async function isPlain(call: Call, cart: Cart): Promise<boolean> {
  if (call.config.flag('tax/calculation/price_includes_tax', { storeId: cart.store_id })) return false;
  const rules = await call.services.salesRule.activeRules(call, {
    storeId: cart.store_id,
    websiteId: cart.website_id,
    customerGroupId: cart.customer_group_id,
    customerId: cart.customer_id ?? undefined,
    couponCode: cart.coupon_code ?? '',
  });
  return rules.length === 0;
}

function basics(node: ItemNode, view: ItemView, price: number): CartItemOutput {
  const hasChoices = Object.keys(node.item.choices).length > 0;
  return {
    item_id: node.item.item_id,
    sku: skuOf(node),
    qty: node.item.qty,
    name: nameOf(node.product),
    price,
    product_type: node.item.product_type,
    quote_id: view.quoteId,
    ...(view.withOptions && hasChoices ? { product_option: { extension_attributes: optionsOf(node) } } : {}),
  };
}

/** What was chosen, as on the wire. */
export function optionsOf({ item }: ItemNode) {
  const { custom_options, bundle_options, downloadable_option, configurable_item_options } = item.choices;
  return {
    ...(custom_options ? { custom_options: [...custom_options] } : {}),
    ...(bundle_options ? { bundle_options: [...bundle_options] } : {}),
    ...(downloadable_option ? { downloadable_option } : {}),
    ...(configurable_item_options ? { configurable_item_options: [...configurable_item_options] } : {}),
  };
}
