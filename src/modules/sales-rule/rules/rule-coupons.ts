import type { Call } from '../../../kernel/call.ts';
import { couponTypes, type RuleRow } from '../tables.ts';

/**
 * Updates the coupons of a rule after its change. The primary coupon of a rule with manual coupons gets the rule's
 * limits. It is deleted when the rule no longer uses manual coupons. Generated coupons get the rule's limits and its
 * end, each when it changes. Source: the interface.
 */
export async function updateRuleCoupons(call: Call, before: RuleRow, after: RuleRow): Promise<void> {
  const coupons = call.db;
  if (after.coupon_type === couponTypes.specific && !after.use_auto_generation) {
    const { uses_per_coupon, uses_per_customer } = after;
    await coupons
      .updateTable('salesrule_coupon')
      .set({ usage_limit: uses_per_coupon, usage_per_customer: uses_per_customer })
      .where('rule_id', '=', after.id)
      .where('is_primary', '=', 1)
      .execute();
    return;
  }
  await coupons.deleteFrom('salesrule_coupon').where('rule_id', '=', after.id).where('is_primary', '=', 1).execute();
  if (!after.use_auto_generation) return;
  const changes = {
    ...(before.uses_per_coupon === after.uses_per_coupon ? {} : { usage_limit: after.uses_per_coupon }),
    ...(before.uses_per_customer === after.uses_per_customer ? {} : { usage_per_customer: after.uses_per_customer }),
    ...(before.to_date === after.to_date ? {} : { expiration_date: expirationOf(after) }),
  };
  if (Object.keys(changes).length === 0) return;
  await coupons.updateTable('salesrule_coupon').set(changes).where('rule_id', '=', after.id).execute();
}

/** The time at which the coupons of a rule expire. */
export function expirationOf({ to_date }: RuleRow): string | null {
  return to_date === null ? null : `${to_date} 00:00:00`;
}
