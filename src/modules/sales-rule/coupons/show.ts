import type { CouponRow } from '../tables.ts';
import type { ShownCoupon } from '../types.ts';

/** A coupon for an answer; whether it is its rule's primary one is shown only if it is. */
export function showCoupon(row: CouponRow): ShownCoupon {
  return { ...row, is_primary: row.is_primary === 1 ? true : null };
}
