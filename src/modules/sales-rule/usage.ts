import { foldText } from '../../kernel/fold.ts';
import { sql } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { prepared, preparedWrite, type Params } from '../../storage/prepared.ts';
import { fold, inIds, inTexts } from '../../storage/sql.ts';
import { salesRuleErrors } from './errors.ts';

/** The rules and coupons that an order uses. */
export interface RuleUse {
  /** The rules that apply to it. */
  readonly ruleIds: readonly number[];
  /** Its coupons. */
  readonly couponCodes: readonly string[];
  /** Undefined for a guest. */
  readonly customerId: number | undefined;
}

interface Customer {
  customerId: number;
}

const countRules = preparedWrite((db, p: Params<{ ids: readonly number[] }>) =>
  db
    .updateTable('salesrule')
    .set({ times_used: sql<number>`times_used + 1` })
    .where(inIds('id', p.ids)),
);
const addRuleCustomers = preparedWrite((db, p: Params<Customer & { ids: readonly number[] }>) =>
  db
    .insertInto('salesrule_customer')
    .columns(['rule_id', 'customer_id', 'times_used'])
    .expression((eb) =>
      eb
        .selectFrom('salesrule')
        .select(['id', sql<number>`cast(${p.customerId} as bigint)`.as('customer_id'), sql.lit(0).as('times_used')])
        .where(inIds('id', p.ids)),
    )
    .onConflict((conflict) => conflict.columns(['rule_id', 'customer_id']).doNothing()),
);
const countRuleCustomers = preparedWrite((db, p: Params<Customer & { ids: readonly number[] }>) =>
  db
    .updateTable('salesrule_customer')
    .set({ times_used: sql<number>`times_used + 1` })
    .where('customer_id', '=', p.customerId)
    .where(inIds('rule_id', p.ids))
    .where(
      sql<boolean>`exists (select 1 from salesrule r where r.id = salesrule_customer.rule_id
        and (r.uses_per_customer = 0 or salesrule_customer.times_used < r.uses_per_customer))`,
    ),
);
const countCoupons = prepared((db, p: Params<{ codes: readonly string[] }>) =>
  db
    .updateTable('salesrule_coupon')
    .set({ times_used: sql<number>`times_used + 1` })
    .where(inTexts(fold('code'), p.codes))
    .where(sql<boolean>`(coalesce(usage_limit, 0) = 0 or times_used < usage_limit)`)
    .returning('coupon_id'),
);
const addCouponCustomers = preparedWrite((db, p: Params<Customer & { couponIds: readonly number[] }>) =>
  db
    .insertInto('salesrule_coupon_usage')
    .columns(['coupon_id', 'customer_id', 'times_used'])
    .expression((eb) =>
      eb
        .selectFrom('salesrule_coupon')
        .select([
          'coupon_id',
          sql<number>`cast(${p.customerId} as bigint)`.as('customer_id'),
          sql.lit(0).as('times_used'),
        ])
        .where(inIds('coupon_id', p.couponIds)),
    )
    .onConflict((conflict) => conflict.columns(['coupon_id', 'customer_id']).doNothing()),
);
const countCouponCustomers = preparedWrite((db, p: Params<Customer & { couponIds: readonly number[] }>) =>
  db
    .updateTable('salesrule_coupon_usage')
    .set({ times_used: sql<number>`times_used + 1` })
    .where('customer_id', '=', p.customerId)
    .where(inIds('coupon_id', p.couponIds))
    .where(
      sql<boolean>`exists (select 1 from salesrule_coupon c where c.coupon_id = salesrule_coupon_usage.coupon_id
        and (coalesce(c.usage_per_customer, 0) = 0 or salesrule_coupon_usage.times_used < c.usage_per_customer))`,
    ),
);

/**
 * Counts the uses of rules and coupons by an order, in the order's transaction. Each count is one guarded update, so that no
 * limit is exceeded however many orders are placed at once. Throws the interface's error for a coupon that is used up (or
 * deleted), and one of our own for a rule that the customer has used up; the caller must undo the transaction then.
 */
export async function useRules(call: Call, { ruleIds, couponCodes, customerId }: RuleUse): Promise<void> {
  const ids = ordered(ruleIds);
  await useCoupons(call, foldedOnce(couponCodes), customerId);
  if (ids.length === 0) return;
  const used = await countRules(call.db, { ids });
  if (customerId === undefined) return;
  await addRuleCustomers(call.db, { ids, customerId });
  if ((await countRuleCustomers(call.db, { ids, customerId })) < used) throw salesRuleErrors.ruleUsedUp();
}

async function useCoupons(call: Call, codes: readonly string[], customerId: number | undefined): Promise<void> {
  if (codes.length === 0) return;
  const coupons = await countCoupons(call.db, { codes });
  if (coupons.length < codes.length) throw salesRuleErrors.couponUsedUp();
  if (customerId === undefined) return;
  const used = { couponIds: coupons.map((coupon) => coupon.coupon_id), customerId };
  await addCouponCustomers(call.db, used);
  if ((await countCouponCustomers(call.db, used)) < codes.length) throw salesRuleErrors.couponUsedUp();
}

const less = sql<number>`case when times_used > 0 then times_used - 1 else 0 end`;

const uncountRules = preparedWrite((db, p: Params<{ ids: readonly number[] }>) =>
  db.updateTable('salesrule').set({ times_used: less }).where(inIds('id', p.ids)),
);
const uncountRuleCustomers = preparedWrite((db, p: Params<Customer & { ids: readonly number[] }>) =>
  db
    .updateTable('salesrule_customer')
    .set({ times_used: less })
    .where('customer_id', '=', p.customerId)
    .where(inIds('rule_id', p.ids)),
);
const uncountCoupons = prepared((db, p: Params<{ codes: readonly string[] }>) =>
  db
    .updateTable('salesrule_coupon')
    .set({ times_used: less })
    .where(inTexts(fold('code'), p.codes))
    .returning('coupon_id'),
);
const uncountCouponCustomers = preparedWrite((db, p: Params<Customer & { couponIds: readonly number[] }>) =>
  db
    .updateTable('salesrule_coupon_usage')
    .set({ times_used: less })
    .where('customer_id', '=', p.customerId)
    .where(inIds('coupon_id', p.couponIds)),
);

/** Ids, each once and sorted, so that orders with the same rules wait for each other and do not deadlock. */
function ordered(ids: readonly number[]): number[] {
  return [...new Set(ids)].sort((a, b) => a - b);
}

/** As `ordered`, for codes of coupons, case-insensitively. */
function foldedOnce(codes: readonly string[]): string[] {
  return [...new Set(codes.map((code) => foldText(code)))].sort();
}

/** Takes back the uses of a canceled order, as far as rules and coupons still exist. */
export async function giveBackRules(call: Call, { ruleIds, couponCodes, customerId }: RuleUse): Promise<void> {
  const ids = ordered(ruleIds);
  const codes = foldedOnce(couponCodes);
  const coupons = codes.length > 0 ? await uncountCoupons(call.db, { codes }) : [];
  if (coupons.length > 0 && customerId !== undefined) {
    const couponIds = coupons.map((coupon) => coupon.coupon_id);
    await uncountCouponCustomers(call.db, { couponIds, customerId });
  }
  if (ids.length === 0) return;
  await uncountRules(call.db, { ids });
  if (customerId !== undefined) await uncountRuleCustomers(call.db, { ids, customerId });
}
