import type { Call } from '../../../kernel/call.ts';
import { quoteErrors } from '../errors.ts';
import { evaluate } from '../totals/evaluate.ts';
import type { StoredCart } from '../cart/cart.ts';
import { changeCart } from './cart.ts';

/**
 * Sets the coupon of a cart. Throws for a cart without items; gives false for a coupon that is not good for it, and the cart has
 * none then. Recorded behaviour: an unknown coupon takes the place of the one before.
 */
async function setCoupon(call: Call, cart: StoredCart, code: string, cartId: number | string): Promise<boolean> {
  if (cart.items.length === 0) throw quoteErrors.emptyCart([cartId]);
  const evaluated = await evaluate(call, { ...cart, coupon_code: code.trim() });
  await changeCart(call, cart, {}, evaluated);
  return evaluated.isCouponGood;
}

/** Takes the coupon off a cart; one that has none stays as it is. */
export async function removeCoupon(call: Call, cart: StoredCart, cartId: number | string): Promise<void> {
  if (cart.items.length === 0) throw quoteErrors.emptyCart([cartId]);
  if (cart.coupon_code !== null) await changeCart(call, cart, { coupon_code: null });
}

/**
 * Sets a coupon in a transaction of its own, so that the one before is gone also when the new one is refused. Throws for a
 * coupon that is not good.
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
