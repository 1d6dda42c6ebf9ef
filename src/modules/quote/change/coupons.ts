import type { Call } from '../../../kernel/call.ts';
import { quoteErrors } from '../errors.ts';
import { evaluate, type EvaluatedCart } from '../totals/evaluate.ts';
import type { StoredCart } from '../cart/cart.ts';
import { couponsOf, keepingCoupons } from '../cart/coupons.ts';
import { changeCart } from './cart.ts';

/**
 * Evaluates a cart with these coupons in place of its own. The cart of the result has the valid ones. Throws for a cart
 * without items.
 */
export function tryCoupons(
  call: Call,
  cart: StoredCart,
  codes: readonly string[],
  cartId: number | string = cart.id,
): Promise<EvaluatedCart> {
  if (cart.items.length === 0) throw quoteErrors.emptyCart([cartId]);
  return evaluate(call, { ...cart, ...keepingCoupons(codes) });
}

/**
 * Sets the only coupon of a cart; returns whether it is valid. An invalid coupon leaves the cart without any coupon, as
 * recorded. Throws for a cart without items.
 */
async function setCoupon(call: Call, cart: StoredCart, code: string, cartId: number | string): Promise<boolean> {
  const evaluated = await tryCoupons(call, cart, [code.trim()], cartId);
  await changeCart(call, cart, {}, evaluated);
  return couponsOf(evaluated.cart).length > 0;
}

/** Removes the coupons of a cart, if there are any. Throws for a cart without items. */
export async function removeCoupons(call: Call, cart: StoredCart, cartId: number | string): Promise<void> {
  if (cart.items.length === 0) throw quoteErrors.emptyCart([cartId]);
  if (couponsOf(cart).length > 0) await changeCart(call, cart, keepingCoupons([]));
}

/**
 * Sets a coupon in a transaction of its own: the previous coupon is removed even when the new one is rejected. Throws
 * for an invalid coupon.
 */
export async function applyCoupon(
  call: Call,
  load: (call: Call) => Promise<{ cart: StoredCart; cartId: number | string }>,
  code: string,
): Promise<boolean> {
  const isGood = await call.transaction(async (inside) => {
    const { cart, cartId } = await load(inside);
    return setCoupon(inside, cart, code, cartId);
  });
  if (!isGood) throw quoteErrors.couponInvalid();
  return true;
}
