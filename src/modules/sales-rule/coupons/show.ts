import type { CouponRow } from '../tables.ts';
import type { ShownCoupon } from '../types.ts';

/** A coupon in a response; `is_primary` is present only for the rule's primary coupon. */
export function showCoupon(row: CouponRow): ShownCoupon {
  return { ...row, is_primary: row.is_primary === 1 ? true : null };
}
