import * as t from '../../kernel/types.ts';

const amounts = {
  reward_currency_amount: t.optional(t.number),
  base_reward_currency_amount: t.optional(t.number),
};

/** Fields of a cart's totals on points that pay: their number and their value. */
export const rewardFieldsOfTotals = { reward_points_balance: t.optional(t.number), ...amounts };

/** As `rewardFieldsOfTotals`, of an order. */
export const rewardFieldsOfOrders = { reward_points_balance: t.optional(t.integer), ...amounts };
