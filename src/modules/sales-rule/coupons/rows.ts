import { foldText } from '../../../kernel/fold.ts';
import type { Call } from '../../../kernel/call.ts';
import { prepared, preparedFirst, preparedWrite, type Params } from '../../../storage/prepared.ts';
import { fold, inIds, inTexts } from '../../../storage/sql.ts';
import { salesRuleErrors } from '../errors.ts';
import type { CouponRow } from '../tables.ts';

const selectByIds = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('salesrule_coupon').selectAll().where(inIds('coupon_id', p.ids)),
);
const selectByCode = preparedFirst((db, p: Params<{ code: string }>) =>
  db.selectFrom('salesrule_coupon').selectAll().where(fold('code'), '=', p.code),
);
const selectIdsByCodes = prepared((db, p: Params<{ codes: readonly string[] }>) =>
  db
    .selectFrom('salesrule_coupon')
    .select(['coupon_id', 'code'])
    .where(inTexts(fold('code'), p.codes)),
);
const deleteRowsByIds = preparedWrite((db, p: Params<{ ids: readonly number[] }>) =>
  db.deleteFrom('salesrule_coupon').where(inIds('coupon_id', p.ids)),
);

/** The coupons with these ids, in any order. */
export function loadCoupons(call: Call, ids: readonly number[]): Promise<CouponRow[]> {
  return selectByIds(call.db, { ids: ids.filter(Number.isSafeInteger) });
}

/** The coupon with this id. Throws 404. */
export async function requireCoupon(call: Call, id: number): Promise<CouponRow> {
  const [coupon] = await loadCoupons(call, [id]);
  if (!coupon) throw salesRuleErrors.notFound();
  return coupon;
}

/** The coupon with this code, case-insensitively; undefined when not found. */
export function findCoupon(call: Call, code: string): Promise<CouponRow | undefined> {
  return selectByCode(call.db, { code: foldText(code) });
}

/** Ids of the coupons with these codes, by the code in lower case. */
export async function couponIdsByCode(call: Call, codes: readonly string[]): Promise<Map<string, number>> {
  const rows = await selectIdsByCodes(call.db, { codes: codes.map(foldText) });
  return new Map(
    rows.flatMap(({ code, coupon_id }): [string, number][] => (code === null ? [] : [[foldText(code), coupon_id]])),
  );
}

/** Deletes the coupons with these ids and their usage counts; returns the number of deleted coupons. */
export function deleteCoupons(call: Call, ids: readonly number[]): Promise<number> {
  return deleteRowsByIds(call.db, { ids: ids.filter(Number.isSafeInteger) });
}
