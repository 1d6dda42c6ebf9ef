import type { StoredCart } from './cart.ts';

/** The coupon fields of a cart. */
export type CartCoupons = Pick<StoredCart, 'coupon_code' | 'more_coupon_codes'>;

/** The coupons of a cart, in the order in which they were entered. */
export function couponsOf({ coupon_code, more_coupon_codes = [] }: CartCoupons): string[] {
  return [coupon_code ?? '', ...more_coupon_codes].filter((code) => code !== '');
}

/** The cart fields for these coupons. Lists of carts are searched by the first coupon only. */
export function keepingCoupons([first, ...more]: readonly string[]): CartCoupons {
  return { coupon_code: first ?? null, more_coupon_codes: more.length > 0 ? more : undefined };
}
