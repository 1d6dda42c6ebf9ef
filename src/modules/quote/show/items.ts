import type { Call } from '../../../kernel/call.ts';
import { toWire } from '../../../kernel/money.ts';
import { valueAt } from '../../../kernel/lookup.ts';
import type { Out } from '../../../kernel/types.ts';
import type { StoredCart } from '../cart/cart.ts';
import { loadExtensions, type ShownExtensions } from '../cart/extending.ts';
import type { ProductOptionExtension } from '../option-types.ts';
import { evaluate, type EvaluatedCart } from '../totals/evaluate.ts';
import { cents } from '../totals/cents.ts';
import type { PricedCart } from '../totals/prices.ts';
import type { CartItemOutput } from '../types.ts';
import { nameOf } from '../items/extensions/item-product.ts';
import type { CartItemNode } from '../items/extensions/item-type.ts';
import { priceContext, skuOf, unitPrice } from '../items/tree.ts';

/** Display options of an item: the cart's id, and whether to include choices and discounts. */
export interface ItemView {
  readonly quoteId: string;
  readonly withOptions: boolean;
  /** Recorded behaviour: only the response to a change of an item has its discounts. */
  readonly withDiscounts?: boolean;
}

/** An item in a response. */
interface ShownItem extends CartItemOutput {
  readonly item_id: number;
}

/** The items of a cart in a response, without components of composite items. */
export async function showItems(call: Call, cart: StoredCart, view: ItemView): Promise<CartItemOutput[]> {
  const evaluated = await evaluate(call, cart);
  const extensions = await loadExtensions(call, [cart]);
  return evaluated.nodes.map((node) => withExtensions(showItem(evaluated, node, view), extensions));
}

/** An item with the fields that modules add. */
export function withExtensions(item: ShownItem, extensions: ShownExtensions): CartItemOutput {
  const added = extensions.ofItem(item.item_id);
  return { ...item, extension_attributes: { ...item.extension_attributes, ...added } };
}

function showItem({ totals }: EvaluatedCart, node: CartItemNode, view: ItemView): ShownItem {
  const item = valueAt(totals.items, node.item.item_id);
  const discounts = item.discounts.map(({ ruleId, label, ...discount }) => ({
    discount_data: {
      amount: cents(discount.amount),
      base_amount: cents(discount.baseAmount),
      original_amount: toWire(discount.originalAmount),
      base_original_amount: toWire(discount.baseOriginalAmount),
    },
    rule_label: label,
    rule_i_d: ruleId,
  }));
  return {
    ...basics(node, view, cents(item.price.base)),
    ...(view.withDiscounts && discounts.length > 0 ? { extension_attributes: { discounts } } : {}),
  };
}

/** An item in a response, without discounts. */
export function showPrice({ prices }: PricedCart, node: CartItemNode, view: ItemView): ShownItem {
  return basics(node, view, cents(valueAt(prices, node.item.item_id).price.base));
}

/** As `showItems`, for one item with its components; `evaluated`: the totals, if its price needed them. */
export async function showOneItem(
  call: Call,
  cart: StoredCart,
  node: CartItemNode,
  view: ItemView,
  evaluated: EvaluatedCart | undefined,
): Promise<CartItemOutput> {
  const itemView = evaluated?.totals.items.has(node.item.item_id)
    ? showItem(evaluated, node, view)
    : basics(node, view, cents(unitPrice(node, await priceContext(call, cart, [node]))));
  return withExtensions(itemView, await loadExtensions(call, [cart]));
}

function basics(node: CartItemNode, view: ItemView, price: number): ShownItem {
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

/** The choices in a response. */
export function optionsOf({ item }: CartItemNode): Out<typeof ProductOptionExtension> {
  return { ...item.choices };
}
