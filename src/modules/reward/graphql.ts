import { groupInCall, type Call } from '../../kernel/call.ts';
import {
  enumTypes,
  extendType,
  mutations,
  objectType,
  valueTypes,
  type EnumTypesOf,
  type GraphQLTypes,
  type ValueTypesOf,
} from '../../kernel/graphql.ts';
import { loader } from '../../kernel/loader.ts';
import { Decimal, round } from '../../kernel/money.ts';
import { valueAt } from '../../kernel/lookup.ts';
import { cartMoney, type CartSource } from '../quote/graphql/types.ts';
import { orderMoney } from '../sales/graphql/types.ts';
import { storeConfigFields } from '../store/extensions.ts';
import { findAccount, historyOf, isOnFront, type RewardAccount } from './accounts.ts';
import type { RewardAction } from './actions.ts';
import { rewardSettings } from './configuration.ts';
import { rewardErrors } from './errors.ts';
import { findRate, worthOf, type RewardRate } from './rates.ts';
import { subscriptionOf } from './subscriptions.ts';
import { CODE } from './totals.ts';

const enums = enumTypes({ RewardPointsSubscriptionStatusesEnum: ['SUBSCRIBED', 'NOT_SUBSCRIBED'] });
const values = valueTypes({
  ApplyRewardPointsToCartOutput: { cart: 'Cart!' },
  RemoveRewardPointsFromCartOutput: { cart: 'Cart!' },
  RewardPointsAmount: { money: 'Money!', points: 'Float!' },
  RewardPointsBalanceHistoryItem: {
    balance: 'RewardPointsAmount',
    change_reason: 'String!',
    date: 'String!',
    points_change: 'Float!',
  },
  RewardPointsExchangeRates: { earning: 'RewardPointsRate', redemption: 'RewardPointsRate' },
  RewardPointsRate: { currency_amount: 'Float!', points: 'Float!' },
  RewardPointsSubscriptionStatus: {
    balance_updates: 'RewardPointsSubscriptionStatusesEnum!',
    points_expiration_notifications: 'RewardPointsSubscriptionStatusesEnum!',
  },
});

/** The points of a customer as storefronts see them; without an account where there never were any. */
interface RewardSource {
  readonly account: RewardAccount | undefined;
  readonly groupId: number;
  readonly customerId: number;
}

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, ValueTypesOf<typeof values> {
    RewardPoints: RewardSource;
  }
}

/** The rates of points on the website of the call, by customer group. */
const redemptions = loader<number, RewardRate | undefined>((groupIds, call) =>
  Promise.all(
    groupIds.map((groupId) => findRate(call, 'points-to-currency', { websiteId: call.scope.websiteId, groupId })),
  ),
);

/** Points and their value in the display currency; zero without a rate. */
function amountOf(call: Call, points: number, rate: RewardRate | undefined): GraphQLTypes['RewardPointsAmount'] {
  const worth = rate ? worthOf(points, rate).toNumber() : 0;
  const { value, currency } = call.services.storefront.money(call)(worth);
  return { points, money: { value: round(value).toNumber(), currency } };
}

/** Why points came or went, for people. */
const reasons: Readonly<Record<RewardAction, string>> = {
  updated: 'Updated by the shop',
  spent: 'Used in an order',
  reverted: 'Given back by a canceled order',
  refunded: 'Given back by a refund',
  earned: 'Earned by an order',
  revoked: 'Taken back with a refund',
  expired: 'Expired',
};

function shownRate(rate: RewardRate | undefined): GraphQLTypes['RewardPointsRate'] | null {
  return rate ? { points: rate.points, currency_amount: Decimal.fromUnits(rate.units, 4).toNumber() } : null;
}

const rewardType = objectType('RewardPoints', (t) => ({
  balance: t.field('RewardPointsAmount', async ({ account, groupId }, _, call) =>
    amountOf(call, account?.points ?? 0, await redemptions(call, groupId)),
  ),
  balance_history: t.field('[RewardPointsBalanceHistoryItem]', async ({ account, groupId }, _, call) => {
    if (!call.config.of(rewardSettings.showsHistory, { storeId: call.scope.storeId })) return null;
    if (!account) return [];
    const rate = await redemptions(call, groupId);
    return (await historyOf(call, account)).map(({ action, additional_info: info, ...entry }) => ({
      balance: amountOf(call, entry.points_balance, rate),
      change_reason: info ? `${reasons[action]}: ${info}` : reasons[action],
      date: entry.created_at,
      points_change: entry.points_delta,
    }));
  }),
  exchange_rates: t.field('RewardPointsExchangeRates', async ({ groupId }, _, call) => ({
    earning: shownRate(await findRate(call, 'currency-to-points', { websiteId: call.scope.websiteId, groupId })),
    redemption: shownRate(await redemptions(call, groupId)),
  })),
  subscription_status: t.field('RewardPointsSubscriptionStatus', async ({ customerId }, _, call) => {
    const { websiteId } = call.scope;
    const { balanceUpdates, expiryWarnings } = await subscriptionOf(call, { customerId, websiteId });
    const status = (isOn: boolean) => (isOn ? 'SUBSCRIBED' : 'NOT_SUBSCRIBED');
    return { balance_updates: status(balanceUpdates), points_expiration_notifications: status(expiryWarnings) };
  }),
}));

const ofCustomers = extendType('Customer', (t) => ({
  reward_points: t.field('RewardPoints', async ({ customer }, _, call) => {
    const { storeId, websiteId } = call.scope;
    if (!isOnFront(call, storeId)) return null;
    const account = await findAccount(call, { customerId: customer.id, websiteId });
    return { account, groupId: groupInCall(call, customer), customerId: customer.id };
  }),
}));

/** The points that pay for a cart, and the paid amount; null when there are no points. */
async function showApplied(call: Call, source: CartSource): Promise<GraphQLTypes['RewardPointsAmount'] | null> {
  if (!source.cart.use_reward_points) return null;
  const evaluated = await call.services.quote.evaluatedOf(call, source);
  const { added, totals, input } = evaluated;
  const points = added.find(({ code }) => code === CODE)?.draft?.(totals, input).reward_points_balance;
  if (!points) return null;
  return { points, money: cartMoney(evaluated, { amount: valueAt(totals.added, CODE).amount.abs() }) };
}

const ofCarts = extendType('Cart', (t) => ({
  applied_reward_points: t.field('RewardPointsAmount', (source, _, call) => showApplied(call, source)),
}));

const ofTotals = extendType('OrderTotal', (t) => ({
  total_reward_points: t.field('Money', ({ order }) => orderMoney(order, order.reward_currency_amount)),
}));

/** Has the caller's cart paid with reward points, or no more. */
function use(call: Call, id: string, use_reward_points: boolean) {
  const { quote } = call.services;
  return quote.changeStorefrontCart(call, id, async (cart) => {
    if (!isOnFront(call, cart.store_id)) throw rewardErrors.disabled();
    await quote.changeCart(call, cart, { use_reward_points });
  });
}

const own = { customersOnly: true } as const;
const rewardMutations = mutations((t) => ({
  applyRewardPointsToCart: t.field(
    'ApplyRewardPointsToCartOutput',
    { cartId: 'ID!' },
    (_, { cartId }, call) => use(call, cartId, true),
    own,
  ),
  removeRewardPointsFromCart: t.field(
    'RemoveRewardPointsFromCartOutput',
    { cartId: 'ID!' },
    (_, { cartId }, call) => use(call, cartId, false),
    own,
  ),
}));

/** Reward points of customers, carts and orders as storefronts see them. */
export const rewardGraphql = [
  enums,
  values,
  rewardType,
  ofCustomers,
  ofCarts,
  ofTotals,
  rewardMutations,
  storeConfigFields({
    magento_reward_general_is_enabled: ['String', rewardSettings.isEnabled],
    magento_reward_general_is_enabled_on_front: ['String', rewardSettings.isOnFront],
    magento_reward_general_min_points_balance: ['String', rewardSettings.least],
    magento_reward_general_publish_history: ['String', rewardSettings.showsHistory],
    magento_reward_points_order: ['String', rewardSettings.isEarnedByOrders],
  }),
];
