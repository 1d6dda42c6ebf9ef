import type { Call } from '../../../kernel/call.ts';
import type { SearchCriteria } from '../../../storage/criteria/criteria.ts';
import type { SearchField } from '../../../storage/criteria/fields.ts';
import { findList, type FoundList } from '../../../storage/criteria/list.ts';
import type { CouponRow } from '../tables.ts';
import { loadCoupons } from './rows.ts';

const fields: Record<string, SearchField> = {
  coupon_id: { kind: 'integer', notNull: true },
  rule_id: { kind: 'integer', notNull: true },
  code: { kind: 'text' },
  usage_limit: { kind: 'integer' },
  usage_per_customer: { kind: 'integer' },
  times_used: { kind: 'integer', notNull: true },
  expiration_date: { kind: 'time' },
  is_primary: { kind: 'flag' },
  created_at: { kind: 'time' },
  type: { kind: 'integer', notNull: true },
};

/** Lists coupons. */
export function listCoupons(call: Call, criteria: SearchCriteria): Promise<FoundList<CouponRow>> {
  return findList(call, criteria, {
    base: call.db.selectFrom('salesrule_coupon'),
    key: 'coupon_id',
    fields,
    load: async (_, ids: readonly number[]) =>
      new Map((await loadCoupons(call, ids)).map((row) => [row.coupon_id, row])),
  });
}
