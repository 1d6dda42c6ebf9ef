import type { Call } from '../../kernel/call.ts';
import { Decimal, decimal } from '../../kernel/money.ts';
import { keysOf } from '../../kernel/own-fields.ts';
import { rewardErrors } from './errors.ts';
import { directions, unitsOf, type RateDirection, type RewardRate } from './rates.ts';

/** A rate as a person types it. */
export interface TypedRate {
  readonly direction: string;
  readonly points: string;
  readonly amount: string;
  readonly website?: string;
  readonly group?: string;
}

/** A rate with whom it is for; website and group 0: all of them. */
interface ScopedRate extends RewardRate {
  readonly direction: RateDirection;
  readonly websiteId: number;
  readonly groupId: number;
}

/** Reads a rate. Throws for an invalid direction, number, amount, website or customer group. */
export async function readRate(call: Call, typed: TypedRate): Promise<ScopedRate> {
  const { points, amount, website, group = '0' } = typed;
  const direction = keysOf(directions).find((known) => known === typed.direction);
  if (!direction) throw rewardErrors.rateDirection([typed.direction, keysOf(directions).join(' or ')]);
  if (!/^[1-9]\d{0,8}$/.test(points)) throw rewardErrors.ratePoints([points]);
  if (!/^\d{1,8}(\.\d{1,4})?$/.test(amount) || Number(amount) === 0) {
    throw rewardErrors.rateAmount([amount]);
  }
  const found = website === undefined ? undefined : call.services.store.website(website);
  if (website !== undefined && !found) throw rewardErrors.noWebsite([website]);
  const groupId = Number(group);
  const groups = call.services.customer.allGroups();
  if (group !== '0' && !groups.some(({ id }) => id === groupId)) throw rewardErrors.noGroup([group]);
  return {
    direction,
    points: Number(points),
    units: unitsOf(decimal(amount)),
    websiteId: found?.id ?? 0,
    groupId,
  };
}

/** Sets a rate in place of the one for the same website, group and direction; returns its id. */
export async function saveRate(call: Call, rate: ScopedRate): Promise<number> {
  const values = { points: rate.points, currency_amount: rate.units };
  const row = await call.db
    .insertInto('reward_rate')
    .values({
      website_id: rate.websiteId,
      customer_group_id: rate.groupId,
      direction: directions[rate.direction],
      ...values,
    })
    .onConflict((conflict) => conflict.columns(['website_id', 'customer_group_id', 'direction']).doUpdateSet(values))
    .returning('rate_id')
    .executeTakeFirstOrThrow();
  return row.rate_id;
}

/** All rates, one line each: id, website, group, conversion. */
export async function listRates(call: Call): Promise<string[]> {
  const rows = await call.db.selectFrom('reward_rate').selectAll().orderBy('rate_id').execute();
  return rows.map(({ rate_id, website_id, customer_group_id, direction, points, currency_amount }) => {
    const website = website_id === 0 ? 'every website' : (call.services.store.website(website_id)?.code ?? website_id);
    const group = customer_group_id === 0 ? 'every group' : `group ${customer_group_id}`;
    const [worth, amount] = [`${points} points`, Decimal.fromUnits(currency_amount, 4).toFixed(2)];
    const rate = direction === directions['points-to-currency'] ? `${worth} are ${amount}` : `${amount} earns ${worth}`;
    return [rate_id, website, group, rate].join('\t');
  });
}

/** Deletes a rate. Throws when not found. */
export async function deleteRate(call: Call, id: string): Promise<void> {
  const { numDeletedRows } = await call.db
    .deleteFrom('reward_rate')
    .where('rate_id', '=', Number(id))
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw rewardErrors.noRate([id]);
}
