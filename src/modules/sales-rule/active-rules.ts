import { dayIn } from '../../kernel/days.ts';
import { foldText } from '../../kernel/fold.ts';
import { sql } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import type { SharedCache } from '../../kernel/caches.ts';
import { shopTimeZone } from '../../kernel/shop-settings.ts';
import type { Memo } from '../../storage/memo.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { fold, inIds, inTexts } from '../../storage/sql.ts';
import { couponOrigins } from './coupons/save.ts';
import { compileDocument, engineRule, type ActiveRule, type CompiledDocument } from './engine/compile-rule.ts';
import { documentOf } from './rules/show.ts';
import { couponTypes, type RuleRow } from './tables.ts';

/** The customer and the place of a cart, for which rules are searched. */
export interface RuleSearch {
  readonly storeId: number;
  readonly websiteId: number;
  readonly customerGroupId: number;
  /** Undefined for a guest. */
  readonly customerId: number | undefined;
  /** The coupons that were entered. */
  readonly couponCodes: readonly string[];
}

interface CouponParameters {
  codes: readonly string[];
  /** 0 for a guest. */
  customerId: number;
  today: string;
}

/** The rules of valid coupons: a coupon matches its rule's type, has not expired and is not used up. */
const selectCouponRules = prepared((db, p: Params<CouponParameters>) =>
  db
    .selectFrom('salesrule_coupon as c')
    .innerJoin('salesrule as r', 'r.id', 'c.rule_id')
    .leftJoin('salesrule_coupon_usage as u', (join) =>
      join.onRef('u.coupon_id', '=', 'c.coupon_id').on('u.customer_id', '=', p.customerId),
    )
    .select(['c.rule_id', 'c.code'])
    .where(inTexts(fold('c.code'), p.codes))
    .where(
      sql<boolean>`case r.coupon_type
        when ${sql.lit(couponTypes.specific)} then c.type = r.use_auto_generation
        when ${sql.lit(couponTypes.auto)} then c.type = ${sql.lit(couponOrigins.generated)}
        else 1 = 0 end`,
    )
    .where((eb) => eb.or([eb('c.expiration_date', 'is', null), eb('c.expiration_date', '>=', p.today)]))
    .where(sql<boolean>`(coalesce(c.usage_limit, 0) = 0 or c.times_used < c.usage_limit)`)
    .where(sql<boolean>`(coalesce(c.usage_per_customer, 0) = 0 or coalesce(u.times_used, 0) < c.usage_per_customer)`),
);

interface RuleParameters {
  websiteId: number;
  customerGroupId: number;
  couponRuleIds: readonly number[];
  today: string;
}

const selectActive = prepared((db, p: Params<RuleParameters>) =>
  db
    .selectFrom('salesrule as r')
    .innerJoin('salesrule_website as w', (join) =>
      join.onRef('w.rule_id', '=', 'r.id').on('w.website_id', '=', p.websiteId),
    )
    .innerJoin('salesrule_customer_group as g', (join) =>
      join.onRef('g.rule_id', '=', 'r.id').on('g.customer_group_id', '=', p.customerGroupId),
    )
    .selectAll('r')
    .where('r.is_active', '=', 1)
    .where((eb) => eb.or([eb('r.coupon_type', '=', couponTypes.none), inIds('r.id', p.couponRuleIds)]))
    .where((eb) => eb.or([eb('r.from_date', 'is', null), eb('r.from_date', '<=', p.today)]))
    .where((eb) => eb.or([eb('r.to_date', 'is', null), eb('r.to_date', '>=', p.today)]))
    .orderBy('r.sort_order')
    // Of rules with the same priority, those without a coupon come first. Source: recorded carts of the reference.
    .orderBy(sql<number>`case r.coupon_type when ${sql.lit(couponTypes.none)} then 0 else 1 end`)
    .orderBy('r.id'),
);

const selectUses = prepared((db, p: Params<{ customerId: number; ids: readonly number[] }>) =>
  db
    .selectFrom('salesrule_customer')
    .select(['rule_id', 'times_used'])
    .where('customer_id', '=', p.customerId)
    .where(inIds('rule_id', p.ids)),
);

/** Removes rules that a customer has used as often as they allow; no query if no rule counts that. */
async function leftFor(call: Call, rows: readonly RuleRow[], customerId: number | null): Promise<readonly RuleRow[]> {
  const counted = rows.filter((row) => row.uses_per_customer > 0);
  if (customerId === null || counted.length === 0) return rows;
  const uses = await selectUses(call.db, { customerId, ids: counted.map((row) => row.id) });
  const used = new Map(uses.map((row) => [row.rule_id, row.times_used]));
  return rows.filter((row) => row.uses_per_customer === 0 || (used.get(row.id) ?? 0) < row.uses_per_customer);
}

/** Finds the rules that may apply to a cart. */
export type FindActiveRules = (call: Call, search: RuleSearch) => Promise<ActiveRule[]>;

/** Greatest number of compiled documents in memory. */
const MAX_COMPILED = 5000;

/**
 * Creates the search for the active rules of a cart: by website, customer group, the day in the store's time zone, the
 * coupons, and earlier uses of the customer. Rules are returned in order of application, with their valid coupons; of
 * two coupons for one rule, the first applies.
 * Rules without a coupon are read once a day and after a change of rules. Coupons cost two queries, and rules that
 * limit uses per customer one. A document is compiled once.
 */
export function activeRuleFinder(cache: SharedCache<Memo<readonly RuleRow[]>>): FindActiveRules {
  const compiled = new Map<string, CompiledDocument>();
  const compile = (row: RuleRow): CompiledDocument => {
    let document = compiled.get(row.document);
    if (!document) {
      if (compiled.size >= MAX_COMPILED) compiled.clear();
      document = compileDocument(documentOf(row));
      compiled.set(row.document, document);
    }
    return document;
  };
  return async (call, { storeId, websiteId, customerGroupId, customerId = null, couponCodes }) => {
    const today = todayIn(call, storeId);
    const coupons = await couponsByRule(call, couponCodes, { customerId: customerId ?? 0, today });
    const couponRuleIds = [...coupons.keys()].sort((a, b) => a - b);
    const search = { websiteId, customerGroupId, couponRuleIds, today };
    const memo = await cache.get(call);
    const rows = await memo.get(JSON.stringify(search), () => selectActive(call.db, search));
    const left = await leftFor(call, rows, customerId);
    return left.map((row) => engineRule(row, compile(row), storeId, coupons.get(row.id) ?? null));
  };
}

/** The valid coupons as entered, by their rule; no query without coupons. */
async function couponsByRule(
  call: Call,
  entered: readonly string[],
  now: Omit<CouponParameters, 'codes'>,
): Promise<Map<number, string>> {
  const codes = entered.map((code) => foldText(code));
  if (codes.length === 0) return new Map();
  const rows = await selectCouponRules(call.db, { ...now, codes });
  const ruleOf = new Map(rows.map((row) => [foldText(row.code ?? ''), row.rule_id]));
  const coupons = new Map<number, string>();
  for (const code of entered) {
    const ruleId = ruleOf.get(foldText(code));
    if (ruleId !== undefined && !coupons.has(ruleId)) coupons.set(ruleId, code);
  }
  return coupons;
}

/** The present day in a store view, as `YYYY-MM-DD`. */
function todayIn(call: Call, storeId: number): string {
  return dayIn(call.config.of(shopTimeZone, { storeId }), call.clock.now());
}
