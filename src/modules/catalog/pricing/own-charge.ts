import { formatTime } from '../../../kernel/time.ts';
import type { ProductValues, StoredTierPrice } from '../products/product.ts';
import { earlier, type RuledPrice } from './price-rules.ts';

/** The customer group of guests. Lists are sorted by the prices of visitors. */
export const VISITORS = 0;

/** Customer groups whose tier prices apply to visitors: guests, and all groups. */
const groupsOfVisitors: ReadonlySet<number> = new Set([VISITORS, 32_000]);

const DAY = 86_400_000;

/** The price columns of a product, by which lists are sorted. */
export interface ChargedColumns {
  /** A visitor's price for one unit, by the values of scope 0; for a composite product, the lowest price. */
  readonly charged_price: number;
  /** When the price changes by itself, because a special price or a rule begins or ends; null: never. */
  readonly charged_until: string | null;
}

/** The lowest of the regular price, the special price while it is valid, the tier prices for one piece, and the price by rules. */
export function ownCharge(
  now: Date,
  values: ProductValues,
  tiers: readonly StoredTierPrice[],
  ruled?: RuledPrice,
): ChargedColumns {
  const price = Number(values.price ?? 0);
  const candidates = tiersOfVisitors(tiers).map(({ value, percentage_value: percent }) =>
    percent === null ? (value ?? price) : price * (1 - percent / 100),
  );
  const { special, until } = specialNow(now, values);
  return {
    charged_price: leastOf([price, special ?? price, ruled?.priceOf(price) ?? price, ...candidates]),
    charged_until: earlier(until, ruled?.until ?? null),
  };
}

/**
 * The share of the price that a visitor pays for a product whose special and tier prices are percentages. A special
 * price is the remaining percentage, a tier price the discount in percent.
 */
export function reduction(now: Date, values: ProductValues, tiers: readonly StoredTierPrice[]): number {
  const percents = tiersOfVisitors(tiers).map((tier) => 100 - (tier.percentage_value ?? tier.value ?? 0));
  return Math.min(100, specialNow(now, values).special ?? 100, ...percents) / 100;
}

/** The lowest of some prices, without errors of binary fractions. */
export function leastOf(prices: readonly number[]): number {
  return Number(Math.min(...prices).toFixed(6));
}

function tiersOfVisitors(tiers: readonly StoredTierPrice[]): StoredTierPrice[] {
  return tiers.filter((tier) => tier.website_id === 0 && tier.qty <= 1 && groupsOfVisitors.has(tier.customer_group_id));
}

/** The special price while it is valid, and when that changes next. */
function specialNow(now: Date, values: ProductValues): { special?: number; until: string | null } {
  if (values.special_price === undefined) return { until: null };
  const special = Number(values.special_price);
  const today = dayOf(formatTime(now));
  const from = dayOf(values.special_from_date);
  const to = dayOf(values.special_to_date);
  if (to !== '' && today > to) return { until: null };
  if (today < from) return { until: `${from} 00:00:00` };
  return { special, until: to === '' ? null : formatTime(new Date(Date.parse(`${to}T00:00:00Z`) + DAY)) };
}

/** The day of a time, as `YYYY-MM-DD`; empty for none. */
function dayOf(time: string | number | undefined): string {
  return String(time ?? '').slice(0, 10);
}
