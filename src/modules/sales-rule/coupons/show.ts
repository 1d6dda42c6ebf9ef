import type { CouponRow } from '../tables.ts';
import type { ShownCoupon } from '../types.ts';

/** A coupon as the wire has it; one that is not the primary one of its rule says nothing about it. */
export function showCoupon(row: CouponRow): ShownCoupon {
  return { ...row, is_primary: row.is_primary === 1 ? true : null };
}
