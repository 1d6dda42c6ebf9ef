import type { Call } from '../../kernel/call.ts';
import { Decimal } from '../../kernel/money.ts';
import type { EvaluatedCart } from '../quote/service.ts';
import type { ApprovalRule } from './rules.ts';

const isMet: Readonly<Record<ApprovalRule['operator'], (value: Decimal, threshold: Decimal) => boolean>> = {
  MORE_THAN: (value, threshold) => value.gt(threshold),
  LESS_THAN: (value, threshold) => value.lt(threshold),
  MORE_THAN_OR_EQUAL_TO: (value, threshold) => value.gte(threshold),
  LESS_THAN_OR_EQUAL_TO: (value, threshold) => value.lte(threshold),
};

/** Whether a rule applies to the buyers with these roles. */
export function isAbout({ is_for_all, buyerRoles }: ApprovalRule, roleIds: readonly number[]): boolean {
  return is_for_all === 1 || buyerRoles.some((id) => roleIds.includes(id));
}

/** Whether a cart meets the condition of a rule; undefined while there is no exchange rate for its currency. */
export function meets(call: Call, evaluated: EvaluatedCart, rule: ApprovalRule): boolean | undefined {
  const { attribute, operator, threshold, currency } = rule;
  if (attribute === 'NUMBER_OF_SKUS') {
    return isMet[operator](Decimal.of(countSkus(call, evaluated)), Decimal.of(threshold));
  }
  const { totals, currencies } = evaluated;
  const { amount, base } = attribute === 'GRAND_TOTAL' ? totals.grandTotal : totals.shippingInclTax;
  const limit = Decimal.fromUnits(threshold, 4);
  if (currency === null || currency === currencies.base) return isMet[operator](base, limit);
  // The buyer's own currency has amounts that are rounded already.
  if (currency === currencies.displayed) return isMet[operator](amount, limit);
  const rate = call.services.directory.rate(currencies.base, currency);
  return rate === undefined ? undefined : isMet[operator](base.times(rate).toDecimalPlaces(2), limit);
}

/** The different SKUs of a cart; a product with other choices is another one. */
function countSkus(call: Call, { nodes }: EvaluatedCart): number {
  const { quote } = call.services;
  return new Set(nodes.map((node) => quote.skuOf(node))).size;
}
