import { readRoute } from '../../platform/execution/call-route.ts';
import type { FieldsFilter } from '../../kernel/fields-filter.ts';
import type { CallArguments } from '../../kernel/interception.ts';
import { anyText } from '../../kernel/any-text.ts';
import { objectOf, objectsOf } from '../../kernel/plain-objects.ts';
import type { HookedCall } from './hooked-call.ts';

/** A product on its way into a cart. */
interface ComingItem {
  readonly sku: string;
  readonly qty: number;
  readonly quote_id: string;
}

/** The products that a call puts into a cart. */
interface ComingItems {
  readonly items: readonly ComingItem[];
  /** The arguments of the call with other quantities. */
  withQuantities(quantities: readonly number[]): CallArguments;
}

/** Finds the products that a call adds to a cart; none for an update of an existing item. */
export function cartItems({ input, argument }: HookedCall): ComingItems {
  if (argument === 'cartItems') {
    const items = objectsOf(input.cartItems);
    return {
      items: items.map((one) => coming(one.sku, one.quantity, input.cartId)),
      withQuantities: (quantities) => ({
        ...input,
        cartItems: items.map((one, i) => Object.assign({}, one, { quantity: quantities[i] })),
      }),
    };
  }
  if (argument === 'input') {
    const { cart_items, ...rest } = objectOf(input.input);
    const items = objectsOf(cart_items);
    const data = items.map((one) => objectOf(one.data));
    return {
      items: data.map((one) => coming(one.sku, one.quantity, rest.cart_id)),
      withQuantities: (quantities) => ({
        ...input,
        input: {
          ...rest,
          cart_items: items.map((one, i) => Object.assign({}, one, { data: { ...data[i], quantity: quantities[i] } })),
        },
      }),
    };
  }
  const item = objectOf(input.cartItem);
  if (item.item_id) return { items: [], withQuantities: () => input };
  return {
    items: [coming(item.sku, item.qty, item.quote_id)],
    withQuantities: ([qty]) => ({ ...input, cartItem: { ...item, qty } }),
  };
}

function coming(sku: unknown, qty: unknown, cart: unknown): ComingItem {
  return { sku: anyText(sku ?? ''), qty: Number(qty ?? 0), quote_id: anyText(cart ?? '') };
}

/** Fields of an item's product in wire format, by default all; empty when the product does not exist. */
export async function productFields(
  { platform }: HookedCall,
  { sku }: ComingItem,
  names?: readonly string[],
): Promise<CallArguments> {
  const filter: FieldsFilter | undefined = names && new Map(names.map((name) => [name, true]));
  const read = { service: 'catalogProductRepositoryV1', operation: 'get', input: { sku } };
  try {
    return objectOf(await readRoute(platform, read, filter));
  } catch {
    // The call itself reports the error.
    return {};
  }
}
