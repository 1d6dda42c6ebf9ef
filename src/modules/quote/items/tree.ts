import type { Call } from '../../../kernel/call.ts';
import { decimal, type Decimal } from '../../../kernel/money.ts';
import { formatTime } from '../../../kernel/time.ts';
import { ownItems, componentsOf, type StoredCart, type StoredCartItem } from '../cart/cart.ts';
import type { ItemProduct, ItemProducts } from './extensions/item-product.ts';
import type { CartItemNode, CartItemType } from './extensions/item-type.ts';
import type { PriceContext } from './extensions/prices.ts';
import { plainType } from './plain.ts';
import { loadProducts } from './products.ts';

const typesByName = new WeakMap<readonly CartItemType[], ReadonlyMap<string, CartItemType>>();

/** The behaviour of a product type; a type that no module has behaves as simple products. */
export function itemType(call: Call, name: string): CartItemType {
  const types = call.contributions.cartItemTypes;
  let byName = typesByName.get(types);
  if (!byName) {
    byName = new Map(types.flatMap((type) => type.names.map((one) => [one, type] as const)));
    typesByName.set(types, byName);
  }
  return byName.get(name) ?? plainType;
}

/** The items of a cart with their products and components; items whose product was deleted are omitted. */
export async function loadTree(call: Call, cart: Pick<StoredCart, 'items'>): Promise<CartItemNode[]> {
  const products = await loadProducts(
    call,
    cart.items.map((item) => item.product_id),
  );
  return buildTree(call, cart.items, products);
}

/** Builds the tree of a cart's items from their products; items without a product are omitted. */
export function buildTree(call: Call, items: readonly StoredCartItem[], products: ItemProducts): CartItemNode[] {
  const typeOf = ({ product }: ItemProduct): CartItemType => itemType(call, product.type_id);
  return ownItems(items).flatMap((item) => {
    const product = products.get(item.product_id);
    if (!product) return [];
    const components = componentsOf(items, item.item_id).flatMap((component) => {
      const own = products.get(component.product_id);
      return own ? [{ item: component, product: own, type: typeOf(own), components: [] }] : [];
    });
    return [{ item, product, type: typeOf(product), components }];
  });
}

/**
 * A cart without the items whose product was deleted. If only the product of a component was deleted, the cart still
 * has both, and the tree has the item without it.
 */
export function withoutGone(cart: StoredCart, nodes: readonly CartItemNode[]): StoredCart {
  const presentIds = new Set(nodes.map((node) => node.item.item_id));
  const items = cart.items.filter((item) => presentIds.has(item.parent_item_id ?? item.item_id));
  return items.length === cart.items.length ? cart : { ...cart, items };
}

/** The prices of the items of carts on a website by rules; no statement without rules. */
export async function ruledPrices(
  call: Call,
  nodes: readonly CartItemNode[],
  websiteId: number,
): Promise<PriceContext['ruled']> {
  const products = nodes.flatMap(({ product, components }) => [product, ...components.map((one) => one.product)]);
  return call.services.catalog.rulePrices(
    call,
    products.map(({ product }) => product),
    websiteId,
  );
}

/** The buyer, place and time for the prices of a cart, and the prices of its items by rules. */
export async function priceContext(
  call: Call,
  cart: Pick<StoredCart, 'customer_group_id' | 'website_id'>,
  nodes: readonly CartItemNode[],
): Promise<PriceContext> {
  return priceContextWith(call, cart, await ruledPrices(call, nodes, cart.website_id));
}

/** As `priceContext`, with loaded prices by rules. */
export function priceContextWith(
  call: Call,
  cart: Pick<StoredCart, 'customer_group_id' | 'website_id'>,
  ruled: PriceContext['ruled'],
): PriceContext {
  return {
    ruled,
    customerGroupId: cart.customer_group_id,
    websiteId: cart.website_id,
    now: formatTime(call.clock.now()),
  };
}

/** Unit price of an item in the base currency; zero for a granted item. */
export function unitPrice(node: CartItemNode, context: PriceContext): Decimal {
  if (node.item.granted_by !== undefined) return decimal(0);
  return (node.type.price ?? plainType.price)(node, decimal(node.item.qty), context);
}

/** The SKU of an item in responses and orders. */
export function skuOf(node: CartItemNode): string {
  return (node.type.sku ?? plainType.sku)(node);
}

/** Unit weight; undefined: none. */
export function weightOf(node: CartItemNode): number | undefined {
  return (node.type.weight ?? plainType.weight)(node);
}

/** Unit price before special prices, tier prices and choices; undefined: the price in the cart. */
export function originalPriceOf(node: CartItemNode): Decimal | undefined {
  return (node.type.originalPrice ?? plainType.originalPrice)(node);
}

/** Whether nothing in a cart is shipped; a cart without items is not virtual. */
export function isVirtualCart(call: Call, items: readonly StoredCartItem[]): boolean {
  const leaves = items.filter((item) => !items.some((other) => other.parent_item_id === item.item_id));
  return leaves.length > 0 && leaves.every((item) => isVirtual(call, item));
}

/** Whether guests may order an item, according to its type and the types of its components. */
export function isForGuests(call: Call, node: CartItemNode): boolean {
  return (node.type.isForGuests?.(call, node) ?? true) && node.components.every((one) => isForGuests(call, one));
}

/** Whether an item is not shipped. */
export function isVirtualItem(call: Call, items: readonly StoredCartItem[], item: StoredCartItem): boolean {
  const components = componentsOf(items, item.item_id);
  return (components.length > 0 ? components : [item]).every((one) => isVirtual(call, one));
}

function isVirtual(call: Call, item: StoredCartItem): boolean {
  return itemType(call, item.product_type).isVirtual?.(item) ?? false;
}
