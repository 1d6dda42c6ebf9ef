import * as t from '../../kernel/types.ts';

const amounts = {
  reward_currency_amount: t.optional(t.number),
  base_reward_currency_amount: t.optional(t.number),
};

/** What the totals of a cart tell of points that pay: how many, and what they are worth. */
export const rewardFieldsOfTotals = { reward_points_balance: t.optional(t.number), ...amounts };

/** As `rewardFieldsOfTotals`, of an order. */
export const rewardFieldsOfOrders = { reward_points_balance: t.optional(t.integer), ...amounts };
