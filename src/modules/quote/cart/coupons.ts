import type { StoredCart } from './cart.ts';

/** The part of a cart that its coupons are kept in. */
export type CartCoupons = Pick<StoredCart, 'coupon_code' | 'more_coupon_codes'>;

/** The coupons of a cart, in the order in which they were entered. */
export function couponsOf({ coupon_code, more_coupon_codes = [] }: CartCoupons): string[] {
  return [coupon_code ?? '', ...more_coupon_codes].filter((code) => code !== '');
}

/** What a cart with these coupons keeps; lists of carts are searched by the first. */
export function keepingCoupons([first, ...more]: readonly string[]): CartCoupons {
  return { coupon_code: first ?? null, more_coupon_codes: more.length > 0 ? more : undefined };
}
