import type { Call } from '../../kernel/call.ts';
import { isClientError, type PlatformError } from '../../kernel/errors.ts';
import { decimal, toWire } from '../../kernel/money.ts';
import type { StoredCart, StoredCartItem } from '../quote/service.ts';
import { registryErrors } from './errors.ts';
import { addWishes } from './items.ts';
import type { Registry } from './registries.ts';

/** An item of a cart that stays in it. */
export interface RefusedItem {
  readonly productId: number;
  readonly error: PlatformError;
}

type CartProducts = Awaited<ReturnType<Call['services']['quote']['itemProducts']>>;

/**
 * Moves the items of a cart to a registry: of a configurable product the chosen variant. Items that a registry cannot
 * hold stay in the cart; returns the reasons. In a transaction.
 */
export async function moveCartItems(call: Call, cart: StoredCart, registry: Registry): Promise<RefusedItem[]> {
  const { quote } = call.services;
  const items = quote.withoutGranted(cart.items);
  const products = await quote.itemProducts(
    call,
    items.map((item) => item.product_id),
  );
  const refused: RefusedItem[] = [];
  const movedIds = new Set<number>();
  const quantities = new Map<number, number>();
  for (const item of items.filter((one) => one.parent_item_id === null)) {
    try {
      const productId = wantedProduct(call, items, item, products);
      quantities.set(productId, toWire(decimal(quantities.get(productId) ?? 0).plus(item.qty)));
      movedIds.add(item.item_id);
    } catch (error) {
      if (!isClientError(error)) throw error;
      refused.push({ productId: item.product_id, error });
    }
  }
  if (movedIds.size === 0) return refused;
  const wishes = [...quantities].map(([productId, qty]) => ({ productId, qty }));
  await addWishes(call, registry, wishes);
  const left = cart.items.filter((item) => !movedIds.has(item.parent_item_id ?? item.item_id));
  await quote.changeCart(quote.inStore(call, cart.store_id), cart, { items: left });
  return refused;
}

/** The id of the product that a registry holds for an item of a cart. Throws why it can hold none. */
function wantedProduct(
  call: Call,
  items: readonly StoredCartItem[],
  item: StoredCartItem,
  products: CartProducts,
): number {
  const components = items.filter((one) => one.parent_item_id === item.item_id);
  const isVariant = item.product_type === 'configurable' && components.length === 1;
  const [wanted = item] = isVariant ? components : [item];
  const product = products.get(wanted.product_id);
  const whole = products.get(item.product_id);
  if (!product || !whole || ![product, whole].every(isEnabled)) throw registryErrors.notOffered();
  const { sku } = product.product;
  if (call.services.quote.isVirtualItem(call, items, item)) throw registryErrors.notShipped();
  const hasOptions = (item.choices.custom_options ?? []).length > 0;
  if (hasOptions || (components.length > 0 && !isVariant)) throw registryErrors.withOptions([sku]);
  const { stock } = product;
  if (!stock || (stock.manage_stock && stock.is_in_stock !== true)) throw registryErrors.outOfStock([sku]);
  return wanted.product_id;
}

function isEnabled({ values }: { readonly values: Readonly<Record<string, unknown>> }): boolean {
  return Number(values.status ?? 1) === 1;
}
