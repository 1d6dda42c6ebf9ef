import type { Call } from '../../kernel/call.ts';
import { Decimal } from '../../kernel/money.ts';
import { prepared, type Params } from '../../storage/prepared.ts';

/** Directions of rates, with the numbers of the interface. */
export const directions = { 'points-to-currency': 1, 'currency-to-points': 2 } as const;
/** The direction of a rate: points into money, or money into points. */
export type RateDirection = keyof typeof directions;

/** So many points for so much money, in the base currency of a website. */
export interface RewardRate {
  readonly points: number;
  /** In ten-thousandths. */
  readonly units: number;
}

/** Ten-thousandths of an amount. */
export const unitsOf = (amount: Decimal): number => amount.times(10_000).toDecimalPlaces(0).toNumber();

/** The customer group and the website of a rate. */
interface RateKey {
  readonly websiteId: number;
  readonly groupId: number;
}

/** A group's own rate on the website comes before one of every group, and that before one of every website. */
const ratesFor = prepared((db, p: Params<RateKey & { direction: number }>) =>
  db
    .selectFrom('reward_rate')
    .select(['points', 'currency_amount'])
    .where('direction', '=', p.direction)
    .where((eb) => eb.or([eb('website_id', '=', 0), eb('website_id', '=', p.websiteId)]))
    .where((eb) => eb.or([eb('customer_group_id', '=', 0), eb('customer_group_id', '=', p.groupId)]))
    .orderBy('customer_group_id', 'desc')
    .orderBy('website_id', 'desc')
    .limit(1),
);

/** The rate for a customer group on a website; undefined when not found. */
export async function findRate(call: Call, direction: RateDirection, key: RateKey): Promise<RewardRate | undefined> {
  const [row] = await ratesFor(call.db, { ...key, direction: directions[direction] });
  return row && { points: row.points, units: row.currency_amount };
}

/** The value of points: whole multiples of the rate only. */
export function worthOf(points: number, rate: RewardRate): Decimal {
  return Decimal.fromUnits(rate.units, 4).times(Math.floor(points / rate.points));
}

/** The fewest points that are worth an amount. */
export function pointsFor(amount: Decimal, rate: RewardRate): number {
  return Math.ceil(unitsOf(amount) / rate.units) * rate.points;
}

/** The points that an amount earns: whole multiples of the rate alone. */
export function earnedBy(amount: Decimal, rate: RewardRate): number {
  return amount.lte(0) ? 0 : Math.floor(unitsOf(amount) / rate.units) * rate.points;
}

/** The part of some points that goes with a part of an amount, so that parts that add up to the amount add up to the points. */
export function shareOf(points: number, part: number, whole: number): number {
  return part >= whole ? points : Number((BigInt(points) * BigInt(part)) / BigInt(whole));
}
