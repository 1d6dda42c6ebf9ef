import type { Insertable } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import { fillTemplate } from '../../../kernel/error-templates.ts';
import { PlatformError, platformErrors } from '../../../kernel/errors.ts';
import { defined } from '../../../kernel/fields.ts';
import { formatTime } from '../../../kernel/time.ts';
import { readTime } from '../../../storage/criteria/values.ts';
import { isUniqueViolation } from '../../../storage/errors.ts';
import { checkLengths, LONGEST_TEXT } from '../../../storage/fit.ts';
import { salesRuleErrors } from '../errors.ts';
import { findRule } from '../rules/rows.ts';
import { couponTypes, type CouponRow, type CouponTable, type RuleRow } from '../tables.ts';
import type { SentCoupon, ShownCoupon } from '../types.ts';
import { requireCoupon } from './rows.ts';
import { showCoupon } from './show.ts';

/** The origins of coupons, by the interface's number. */
export const couponOrigins = { byHand: 0, generated: 1 } as const;

/**
 * Creates a coupon, or changes the one with the id of the request. Absent fields stay unchanged, and the limits are
 * always those of the rule. Throws 404 for an unknown coupon, 400 for a rule that does not allow it or a duplicate
 * code.
 */
export async function saveCoupon(call: Call, input: SentCoupon): Promise<ShownCoupon> {
  const before = input.coupon_id ? await requireCoupon(call, input.coupon_id) : undefined;
  const type = input.type ?? before?.type ?? null;
  const rule = await ruleFor(call, input.rule_id ?? before?.rule_id, type);
  const columns = columnsOf(input, rule);
  // The response repeats the time as the request has it.
  const repeated = input.expiration_date == null ? {} : { expiration_date: input.expiration_date };
  if (before) return { ...showCoupon(await update(call, before, columns)), ...repeated };
  const created_at = readSentTime(input.created_at, 'created_at') ?? formatTime(call.clock.now());
  const row = await insert(call, { rule_id: rule.id, ...columns, created_at });
  // The response for a new coupon has only the fields of the request; later reads include defaults.
  return { ...showCoupon(row), ...repeated, times_used: input.times_used ?? null, type };
}

/** The rule of a coupon. Throws the interface's error when it does not exist, or does not allow such a coupon. */
async function ruleFor(call: Call, id: number | undefined, type: number | null): Promise<RuleRow> {
  try {
    const rule = id === undefined ? undefined : (await findRule(call, id))?.row;
    if (!rule) throw platformErrors.noSuchEntity({ fieldName: 'rule_id', fieldValue: id ?? '' });
    const isGenerated = type === couponOrigins.generated;
    if (rule.coupon_type === couponTypes.none) throw salesRuleErrors.noCoupons();
    // The default type of a coupon is "manual".
    if (rule.use_auto_generation && (type ?? couponOrigins.byHand) === couponOrigins.byHand) {
      throw salesRuleErrors.onlyGenerated();
    }
    if (!rule.use_auto_generation && isGenerated) throw salesRuleErrors.noneGenerated();
    return rule;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    throw salesRuleErrors.couponNotSaved([fillTemplate(error.message, error.parameters)]);
  }
}

type Columns = Partial<Omit<CouponRow, 'coupon_id'>>;

function columnsOf(input: SentCoupon, rule: RuleRow): Columns {
  checkLengths(input, { code: LONGEST_TEXT });
  if ((input.times_used ?? 0) < 0) {
    throw salesRuleErrors.tooSmall({ fieldName: 'times_used', value: input.times_used, minValue: 0 });
  }
  const all: { [K in keyof Columns]: Columns[K] | undefined } = {
    rule_id: rule.id,
    code: input.code === '' ? null : (input.code ?? undefined),
    times_used: input.times_used ?? undefined,
    expiration_date: readSentTime(input.expiration_date, 'expiration_date'),
    is_primary: typeof input.is_primary === 'boolean' ? (input.is_primary ? 1 : null) : undefined,
    type: input.type ?? undefined,
    usage_limit: rule.uses_per_coupon,
    usage_per_customer: rule.uses_per_customer,
  };
  return defined(all);
}

/** A time in a request; null for an empty text, undefined when absent. */
function readSentTime(text: string | null | undefined, field: string): string | null | undefined {
  if (text === null || text === undefined) return undefined;
  return text === '' ? null : readTime(text, field).slice(0, 19);
}

function insert(call: Call, columns: Insertable<CouponTable>): Promise<CouponRow> {
  return unlessTaken(() =>
    call.db.insertInto('salesrule_coupon').values(columns).returningAll().executeTakeFirstOrThrow(),
  );
}

function update(call: Call, before: CouponRow, columns: Columns): Promise<CouponRow> {
  return unlessTaken(async () => {
    const row = await call.db
      .updateTable('salesrule_coupon')
      .set(columns)
      .where('coupon_id', '=', before.coupon_id)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw salesRuleErrors.notFound();
    return row;
  });
}

async function unlessTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error, 'salesrule_coupon_code')) {
      throw salesRuleErrors.couponTaken(['Coupon with the same code']);
    }
    if (isUniqueViolation(error)) throw salesRuleErrors.primaryTaken();
    throw error;
  }
}
