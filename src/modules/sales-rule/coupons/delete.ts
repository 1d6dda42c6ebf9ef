import { foldText } from '../../../kernel/fold.ts';
import type { Call } from '../../../kernel/call.ts';
import { salesRuleErrors } from '../errors.ts';
import { couponIdsByCode, deleteCoupons, loadCoupons } from './rows.ts';

/** The result of deleting several coupons. */
interface MassDeleteResult {
  failed_items: string[];
  /** Ids or codes that do not exist, each once. */
  missing_items: string[];
}

/** Deletes the coupon with an id. Throws 404. */
export async function deleteCoupon(call: Call, id: number): Promise<void> {
  if ((await deleteCoupons(call, [id])) === 0) throw salesRuleErrors.notFound();
}

/** Deletes the coupons with these ids. If one does not exist, throws 400 and deletes none, unless `ignoreInvalid`. */
export async function deleteByIds(
  call: Call,
  ids: readonly number[],
  ignoreInvalid: boolean,
): Promise<MassDeleteResult> {
  const found = new Set((await loadCoupons(call, ids)).map((coupon) => coupon.coupon_id));
  const missing = ids.filter((id) => !found.has(id)).map(String);
  return deleteFound(call, { count: ids.length, found: [...found], missing, ignoreInvalid });
}

/**
 * Deletes the coupons with these codes, case-insensitively. If one does not exist, throws 400 and deletes none, unless
 * `ignoreInvalid`.
 */
export async function deleteByCodes(
  call: Call,
  codes: readonly string[],
  ignoreInvalid: boolean,
): Promise<MassDeleteResult> {
  const found = await couponIdsByCode(call, codes);
  const missing = codes.filter((code) => !found.has(foldText(code)));
  return deleteFound(call, { count: codes.length, found: [...found.values()], missing, ignoreInvalid });
}

interface CouponSearch {
  readonly count: number;
  readonly found: readonly number[];
  readonly missing: readonly string[];
  readonly ignoreInvalid: boolean;
}

async function deleteFound(
  call: Call,
  { count, found, missing, ignoreInvalid }: CouponSearch,
): Promise<MassDeleteResult> {
  if (!ignoreInvalid && found.length !== count) throw salesRuleErrors.someInvalid();
  await deleteCoupons(call, found);
  return { failed_items: [], missing_items: [...new Set(missing)] };
}
