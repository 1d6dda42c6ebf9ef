import { foldText } from '../../../kernel/fold.ts';
import type { Call } from '../../../kernel/call.ts';
import { fillTemplate } from '../../../kernel/error-templates.ts';
import { platformErrors, PlatformError } from '../../../kernel/errors.ts';
import { formatTime } from '../../../kernel/time.ts';
import { isUniqueViolation } from '../../../storage/errors.ts';
import { insertRows } from '../../../storage/rows.ts';
import { mostGeneratedCoupons } from '../configuration.ts';
import { salesRuleErrors } from '../errors.ts';
import { findRule } from '../rules/rows.ts';
import { couponTypes, type RuleRow } from '../tables.ts';
import type { SentCouponGenerationSpec } from '../types.ts';
import { alphabetOf, codeLength, longEnough, randomCode, type CodeForm } from '../../../kernel/random-codes.ts';
import { expirationOf } from '../rules/rule-coupons.ts';
import { couponIdsByCode } from './rows.ts';
import { couponOrigins } from './save.ts';

/** Greatest length of a code. */
const MAX_CODE_LENGTH = 255;
/** Maximum number of attempts to insert coupons, if other transactions take their codes. */
const MAX_ATTEMPTS = 10;
/** How often random codes are drawn until enough of them are free, and the least number of each draw. */
const MAX_ROUNDS = 100;
const MIN_DRAWS = 100;
/** Coupons that are inserted at once. */
const CHUNK = 5000;

/** Generates coupons with random codes for a rule; returns the codes. Throws 400. */
export async function generateCoupons(call: Call, spec: SentCouponGenerationSpec): Promise<string[]> {
  const quantity = spec.quantity ?? 0;
  const ruleId = spec.rule_id ?? 0;
  const form = readForm(spec, quantity, ruleId);
  try {
    const limit = call.config.of(mostGeneratedCoupons);
    if (quantity > limit) throw salesRuleErrors.generationLimit();
    const rule = await ruleFor(call, ruleId);
    const codes: string[] = [];
    while (codes.length < quantity) {
      codes.push(...(await makeCoupons(call, rule, form, Math.min(CHUNK, quantity - codes.length))));
    }
    return codes;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    throw salesRuleErrors.notGenerated([fillTemplate(error.message, error.parameters)]);
  }
}

/** The format of the codes. Throws the interface's general error for a format without codes. */
function readForm(spec: SentCouponGenerationSpec, quantity: number, ruleId: number): CodeForm {
  const alphabet = alphabetOf(spec.format || 'alphanum');
  const length = spec.length ?? 0;
  const isUsable = alphabet !== undefined && quantity > 0 && length > 0 && length <= MAX_CODE_LENGTH;
  if (!isUsable || ruleId <= 0) throw platformErrors.inputExceptions();
  const form: CodeForm = {
    alphabet,
    length,
    prefix: spec.prefix ?? '',
    suffix: spec.suffix ?? '',
    delimiter: spec.delimiter || '-',
    delimiterAtEvery: Math.max(0, spec.delimiter_at_every ?? 0),
  };
  const longer = longEnough(form, quantity);
  if (codeLength(longer) > MAX_CODE_LENGTH) throw platformErrors.inputExceptions();
  return longer;
}

async function ruleFor(call: Call, id: number): Promise<RuleRow> {
  const rule = (await findRule(call, id))?.row;
  if (!rule) throw platformErrors.noSuchEntity({ fieldName: 'rule_id', fieldValue: id });
  if (!rule.use_auto_generation && rule.coupon_type !== couponTypes.auto) throw salesRuleErrors.noGeneration();
  return rule;
}

/** Inserts coupons with free codes; a code that another transaction takes at the same time is replaced. */
async function makeCoupons(call: Call, rule: RuleRow, form: CodeForm, quantity: number): Promise<string[]> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const codes = await freeCodes(call, form, quantity);
    try {
      await call.savepoint((inner) => insertCoupons(inner, rule, codes));
      return codes;
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
    }
  }
  throw salesRuleErrors.codesExhausted();
}

/** Free codes: drawn at random until there are enough, or hardly any can be found. */
async function freeCodes(call: Call, form: CodeForm, quantity: number): Promise<string[]> {
  const free = new Map<string, string>();
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const newCodes = new Map<string, string>();
    for (let i = Math.max(quantity - free.size, MIN_DRAWS); i > 0; i--) {
      const code = randomCode(form);
      newCodes.set(foldText(code), code);
    }
    const takenCodes = await couponIdsByCode(call, [...newCodes.values()]);
    for (const [key, code] of newCodes) if (!takenCodes.has(key) && free.size < quantity) free.set(key, code);
    if (free.size === quantity) return [...free.values()];
  }
  throw salesRuleErrors.codesExhausted();
}

async function insertCoupons(call: Call, rule: RuleRow, codes: readonly string[]): Promise<void> {
  const created_at = formatTime(call.clock.now());
  const shared = {
    rule_id: rule.id,
    usage_limit: rule.uses_per_coupon,
    usage_per_customer: rule.uses_per_customer,
    expiration_date: expirationOf(rule),
    created_at,
    type: couponOrigins.generated,
  };
  await insertRows(
    call.db,
    'salesrule_coupon',
    codes.map((code) => ({ ...shared, code })),
  );
}
