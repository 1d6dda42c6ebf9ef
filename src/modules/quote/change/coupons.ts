import type { Call } from '../../../kernel/call.ts';
import { quoteErrors } from '../errors.ts';
import { evaluate } from '../totals/evaluate.ts';
import type { StoredCart } from '../cart/cart.ts';
import { changeCart } from './cart.ts';

/**
 * Sets the coupon of a cart; gives whether it is good. If it is not, the cart has no coupon afterwards, also not the one before,
 * as recorded. Throws for a cart without items.
 */
async function setCoupon(call: Call, cart: StoredCart, code: string, cartId: number | string): Promise<boolean> {
  if (cart.items.length === 0) throw quoteErrors.emptyCart([cartId]);
  const evaluated = await evaluate(call, { ...cart, coupon_code: code.trim() });
  await changeCart(call, cart, {}, evaluated);
  return evaluated.isCouponGood;
}

/** Removes the coupon of a cart, if there is one. Throws for a cart without items. */
export async function removeCoupon(call: Call, cart: StoredCart, cartId: number | string): Promise<void> {
  if (cart.items.length === 0) throw quoteErrors.emptyCart([cartId]);
  if (cart.coupon_code !== null) await changeCart(call, cart, { coupon_code: null });
}

/**
 * Sets a coupon in a transaction of its own: the coupon before is gone even when the new one is refused. Throws for a coupon that
 * is not good.
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
