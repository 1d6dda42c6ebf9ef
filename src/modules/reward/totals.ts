import type { Call } from '../../kernel/call.ts';
import { numberOf, type Amount } from '../../kernel/units.ts';
import { decimalOf, negated, paidBy, paying } from '../quote/totals/credit-extensions.ts';
import type { CartTotal, CartTotals, CartTotalsExtension, LoadedTotal } from '../quote/totals/extensions.ts';
import type { OrderExtension, StoredOrder } from '../sales/extensions.ts';
import { shareOfPayment, type OrderTotal } from '../sales/total-extensions.ts';
import {
  addPoints,
  findAccount,
  isEnabled,
  isOnFront,
  nameSpending,
  spendPoints,
  type RewardAccount,
  type RewardChange,
  type RewardKey,
} from './accounts.ts';
import { rewardSettings } from './configuration.ts';
import { rewardErrors } from './errors.ts';
import { findRate, pointsFor, shareOf, unitsOf, worthOf, type RewardRate } from './rates.ts';

declare module '../quote/document-extensions.ts' {
  interface CartExtensions {
    /** Whether the cart is paid with reward points, as far as there are any. */
    readonly use_reward_points?: boolean;
  }
  interface OrderExtensions {
    readonly reward_points_balance?: number;
    readonly reward_currency_amount?: number;
    readonly base_reward_currency_amount?: number;
  }
}

/** Code of the total. */
export const CODE = 'reward';

/** The payment by reward points of a cart's customer: up to the value of the points, and up to the whole total. */
export const cartReward: CartTotal = {
  code: CODE,
  after: 'grand_total',
  sortOrder: 900,
  async load(call, { use_reward_points, customer_id, customer_group_id, website_id, store_id }) {
    if (!use_reward_points || customer_id === null || !isEnabled(call, store_id)) return undefined;
    const key = { customerId: customer_id, websiteId: website_id };
    const account = await findAccount(call, key);
    const least = call.config.of(rewardSettings.least, { storeId: store_id }) ?? 0;
    if (!account || account.points <= 0 || account.points < least) return undefined;
    const rate = await findRate(call, 'points-to-currency', { websiteId: website_id, groupId: customer_group_id });
    return rate && rewardOf(key, account, rate);
  },
};

const noPoints = { reward_points_balance: 0, reward_currency_amount: 0, base_reward_currency_amount: 0 };

/** The totals of carts that no points pay have the fields with zeros. Source: published examples of totals. */
export const noRewardOfTotals: CartTotalsExtension = {
  load: (call, { store_id }, totals) => (isOnFront(call, store_id) && !isPaid(totals) ? { totals: noPoints } : {}),
};

const isPaid = (totals: CartTotals): boolean => totals.added.has(CODE) && !paidBy(totals, CODE).base.isZero();

function rewardOf(key: RewardKey, account: RewardAccount, rate: RewardRate): LoadedTotal {
  const pointsOf = (totals: CartTotals): number => pointsFor(decimalOf(paidBy(totals, CODE).base), rate);
  const isUsed = (totals: CartTotals): boolean => !paidBy(totals, CODE).base.isZero();
  const fields = (totals: CartTotals) => {
    const { order, base } = paidBy(totals, CODE);
    return {
      reward_points_balance: pointsOf(totals),
      reward_currency_amount: numberOf(order),
      base_reward_currency_amount: numberOf(base),
    };
  };
  return {
    collect: ({ currencyRate }, { grandTotal }) =>
      negated(paying(grandTotal, worthOf(account.points, rate), currencyRate)),
    show: (totals) => (isUsed(totals) ? { title: titleOf(pointsOf(totals)) } : undefined),
    fields: (totals) => (isUsed(totals) ? fields(totals) : {}),
    draft: (totals) => (isUsed(totals) ? fields(totals) : {}),
    async onPlace(call, totals) {
      if (isUsed(totals) && !(await spendPoints(call, key, pointsOf(totals)))) throw rewardErrors.notEnough();
    },
    async onOrdered(call, totals, { entity_id, increment_id }) {
      if (!isUsed(totals)) return;
      await nameSpending(call, account, orderInfo(increment_id));
      const amount = unitsOf(decimalOf(paidBy(totals, CODE).base));
      const spent = { points: pointsOf(totals), points_returned: 0, amount, amount_returned: 0 };
      await call.db
        .insertInto('reward_spending')
        .values({ order_id: entity_id, reward_id: account.id, ...spent })
        .execute();
    },
  };
}

const titleOf = (points: number): string => `${points} Reward points`;
const orderInfo = (number: string | null | undefined): string => `Order #${number}`;

/** Returns the points for a part of an order's payment by points. */
async function giveBack(call: Call, order: StoredOrder, base: Amount<'base'>, change: RewardChange): Promise<void> {
  const spent = await call.db
    .selectFrom('reward_spending')
    .selectAll()
    .where('order_id', '=', order.id)
    .executeTakeFirst();
  // The account has gone with its customer.
  if (!spent) return;
  const amount_returned = Math.min(spent.amount_returned + unitsOf(decimalOf(base)), spent.amount);
  const points_returned = shareOf(spent.points, amount_returned, spent.amount);
  await call.db
    .updateTable('reward_spending')
    .set({ amount_returned, points_returned })
    .where('order_id', '=', order.id)
    .execute();
  const key = keyOf(call, order);
  if (key && points_returned > spent.points_returned) {
    await addPoints(call, key, points_returned - spent.points_returned, change);
  }
}

/** The account of an order's customer; undefined for orders of guests. */
export function keyOf(call: Call, { fields }: StoredOrder): RewardKey | undefined {
  const websiteId = call.services.store.websiteOf(fields.store_id ?? 0);
  return fields.customer_id && websiteId !== undefined ? { customerId: fields.customer_id, websiteId } : undefined;
}

/** Reward points in orders and their documents: points are returned for canceled and refunded amounts. */
export const orderReward: OrderTotal = {
  names: {
    amount: { order: 'reward_currency_amount', base: 'base_reward_currency_amount' },
    invoiced: { order: 'rwrd_currency_amount_invoiced', base: 'base_rwrd_crrncy_amt_invoiced' },
    refunded: { order: 'rwrd_crrncy_amnt_refunded', base: 'base_rwrd_crrncy_amnt_refnded' },
    canceled: { order: 'rwrd_crrncy_amnt_canceled', base: 'base_rwrd_crrncy_amnt_canceled' },
  },
  sign: -1,
  share: shareOfPayment,
  label: () => 'Reward Points',
  onCancel: (call, order, { base }) =>
    giveBack(call, order, base, { action: 'reverted', info: orderInfo(order.fields.increment_id) }),
  onRefund: (call, order, { base }, memo) =>
    giveBack(call, order, base, {
      action: 'refunded',
      info: `${orderInfo(order.fields.increment_id)}, creditmemo #${memo.number}`,
    }),
};

const sentFields = ['reward_points_balance', 'reward_currency_amount', 'base_reward_currency_amount'] as const;

/**
 * Number of points in orders paid with points; an order that a request stores unchanged has the fields of the request.
 */
export const orderPoints: OrderExtension = {
  fields: ['reward_points_balance'],
  load: async (_, { orders }) => ({
    orders: new Map(
      orders.flatMap(({ id, reward_points_balance }) =>
        reward_points_balance === undefined ? [] : [[id, { reward_points_balance }] as const],
      ),
    ),
  }),
  save: async (_, input) =>
    Object.fromEntries(sentFields.flatMap((name) => (input[name] == null ? [] : [[name, input[name]]]))),
};
