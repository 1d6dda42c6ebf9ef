import type { Call } from '../../../kernel/call.ts';
import { emptyAddress, type CartAddress, type StoredCart } from '../cart/cart.ts';
import { placeSent } from '../cart/extending.ts';
import type { QuoteAddressInput } from '../types.ts';
import { readAddress, takeAddress } from './address.ts';

/** As `readAddress`, for the shipping address of a cart, which a module may derive from the extension attributes. */
export async function readShippingAddress(
  call: Call,
  input: QuoteAddressInput,
  cart: StoredCart,
): Promise<CartAddress> {
  const place = await placeSent(call, cart, input.extension_attributes);
  return place ? shippingTo(cart, place, input.email) : readAddress(call, input, cart, cart.shipping.id);
}

/** As `takeAddress`, for the shipping address of a cart, which a module may derive from the extension attributes. */
export async function takeShippingAddress(
  call: Call,
  input: QuoteAddressInput,
  cart: StoredCart,
): Promise<CartAddress> {
  const place = await placeSent(call, cart, input.extension_attributes);
  return place ? shippingTo(cart, place, input.email) : takeAddress(call, input, cart, cart.shipping.id);
}

/**
 * The shipping address of a cart with the fields of a module; all others are empty. `email`: the guest's email address.
 */
export function shippingTo(cart: StoredCart, place: Partial<CartAddress>, email?: string | null): CartAddress {
  const { shipping, customer_id, customer_email } = cart;
  const known = (customer_id === null && email) || customer_email;
  return { ...emptyAddress(shipping.id), customer_id, email: known, ...place };
}
