import type { Call } from '../../../kernel/call.ts';
import { decimal, type Decimal } from '../../../kernel/money.ts';
import { formatTime } from '../../../kernel/time.ts';
import { ownItems, partsOf, type Cart, type CartItem } from '../cart/cart.ts';
import type { ItemNode, ItemType } from './item-type.ts';
import type { PriceContext } from './price.ts';
import { bundleType } from './product-types/bundle.ts';
import { configurableType } from './product-types/configurable.ts';
import { downloadableType } from './product-types/downloadable.ts';
import { groupedType } from './product-types/grouped.ts';
import { plainType } from './product-types/plain.ts';
import { loadProducts, type ItemProducts } from './products.ts';

/** How products of each type behave in carts; a new type is a file and a line here. */
const itemTypes: readonly ItemType[] = [plainType, configurableType, bundleType, downloadableType, groupedType];

const byName = new Map(itemTypes.flatMap((type) => type.names.map((name) => [name, type] as const)));

/** The behaviour of a product type; one that no module knows is one thing. */
export function itemType(name: string): ItemType {
  return byName.get(name) ?? plainType;
}

/** The behaviour of an item: that of its product's type. */
export function typeOf({ product }: ItemNode): ItemType {
  return itemType(product.product.type_id);
}

/** The items of a cart with their products and parts; those whose product is gone are left out. */
export async function loadTree(call: Call, cart: Pick<Cart, 'items'>): Promise<ItemNode[]> {
  const products = await loadProducts(
    call,
    cart.items.map((item) => item.product_id),
  );
  return buildTree(cart.items, products);
}

export function buildTree(items: readonly CartItem[], products: ItemProducts): ItemNode[] {
  return ownItems(items).flatMap((item) => {
    const product = products.get(item.product_id);
    if (!product) return [];
    const parts = partsOf(items, item.item_id).flatMap((part) => {
      const own = products.get(part.product_id);
      return own ? [{ item: part, product: own, parts: [] }] : [];
    });
    return [{ item, product, parts }];
  });
}

/** A cart without the items whose product was deleted: they have left it. A part that is gone stays, for its item lacks it. */
export function withoutGone(cart: Cart, nodes: readonly ItemNode[]): Cart {
  const kept = new Set(nodes.map((node) => node.item.item_id));
  const items = cart.items.filter((item) => kept.has(item.parent_item_id ?? item.item_id));
  return items.length === cart.items.length ? cart : { ...cart, items };
}

/** For whom and when the prices of a cart count. */
export function priceContext(call: Call, cart: Pick<Cart, 'customer_group_id' | 'website_id'>): PriceContext {
  return {
    customerGroupId: cart.customer_group_id,
    websiteId: cart.website_id,
    now: formatTime(call.clock.now()),
  };
}

/** What a piece of an item costs in the base currency. */
export function unitPrice(node: ItemNode, context: PriceContext): Decimal {
  return typeOf(node).price(node, decimal(node.item.qty), context);
}

export function skuOf(node: ItemNode): string {
  return typeOf(node).sku(node);
}
