import { jsonTextOf, parseJson, type JsonText } from '../../kernel/json-text.ts';
import type { StoredCart } from '../quote/service.ts';
import { negotiationErrors } from './errors.ts';
import type { ItemLimits, NegotiationRow } from './tables.ts';
import { priceTypes } from './types.ts';

/** Greatest quantity of a limit. */
const MAX_QUANTITY = 99_999_999;

/** The least and greatest quantities of single items. */
export function itemLimitsOf({ item_limits }: Pick<NegotiationRow, 'item_limits'>): readonly ItemLimits[] {
  return parseJson(item_limits);
}

/** The limits of a quote with other ones, of which missing values stay unchanged. Throws 400 for limits that allow no quantity. */
export function limitsWith(before: NegotiationRow, sent: readonly ItemLimits[]): JsonText<ItemLimits[]> {
  const limits = new Map(itemLimitsOf(before).map((one) => [one.item_id, one]));
  for (const { item_id, min_qty, max_qty } of sent) {
    const known = limits.get(item_id);
    const next = { item_id, min_qty: min_qty ?? known?.min_qty ?? null, max_qty: max_qty ?? known?.max_qty ?? null };
    for (const [fieldName, value] of Object.entries({ min_qty: next.min_qty, max_qty: next.max_qty })) {
      if (value !== null && !(value > 0 && value <= MAX_QUANTITY)) {
        throw negotiationErrors.invalidValue({ fieldName, value });
      }
    }
    if (next.min_qty !== null && next.max_qty !== null && next.min_qty > next.max_qty) throw negotiationErrors.limits();
    limits.set(item_id, next);
  }
  return jsonTextOf([...limits.values()]);
}

/** Throws 400 for the first item of a cart whose quantity is outside of its limits. */
export function checkLimits({ items }: StoredCart, row: Pick<NegotiationRow, 'item_limits'>): void {
  const limits = new Map(itemLimitsOf(row).map((one) => [one.item_id, one]));
  for (const { item_id, qty } of items) {
    const { min_qty = null, max_qty = null } = limits.get(item_id) ?? {};
    if (min_qty !== null && qty < min_qty) throw negotiationErrors.tooFew([min_qty]);
    if (max_qty !== null && qty > max_qty) throw negotiationErrors.tooMany([max_qty]);
  }
}

/**
 * Whether the prices of a quote hold for all quantities within its limits. A fixed amount for the whole quote was agreed for
 * the quantities of the offer alone.
 */
export function hasFlexibleQuantities(row: Pick<NegotiationRow, 'item_limits' | 'price_type'>): boolean {
  const isProportional = row.price_type === null || row.price_type === priceTypes.percentage;
  return isProportional && itemLimitsOf(row).length > 0;
}
