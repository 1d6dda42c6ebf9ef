import type { Call } from '../../kernel/call.ts';
import { module } from '../../kernel/module.ts';
import { TotalsExtension } from '../quote/totals-types.ts';
import { OrderExtensionAttributes } from '../sales/types/order.ts';
import { removeAccounts } from './accounts.ts';
import { rewardCommands } from './commands.ts';
import { demoPoints } from './demo.ts';
import { rewardConfiguration } from './configuration.ts';
import { pointsFinance } from './finance.ts';
import { followRewards } from './earning.ts';
import { startExpiry } from './expire-due.ts';
import { rewardGraphql } from './graphql.ts';
import { rewardMailTemplates } from './mails.ts';
import { rewardRoutes } from './routes.ts';
import { removeSubscription, subscriptionColumns } from './subscriptions.ts';
import { migrations } from './tables.ts';
import { cartReward, noRewardOfTotals, orderPoints, orderReward } from './totals.ts';
import { rewardFieldsOfOrders, rewardFieldsOfTotals } from './types.ts';

async function removeCustomer(call: Call, id: number): Promise<void> {
  await removeAccounts(call, id);
  await removeSubscription(call, id);
}

export const reward = module({
  name: 'Reward',
  edition: 'commercial',
  needs: ['store', 'customer', 'storefront', 'salesRule', 'quote'],
  configuration: rewardConfiguration,
  routes: rewardRoutes,
  graphql: rewardGraphql,
  migrations,
  unshown: ['reward', 'reward_earning', 'reward_history', 'reward_spending', 'reward_subscription'],
  commandGroup: 'people',
  commands: rewardCommands,
  workers: [startExpiry],
  extends: [
    { type: TotalsExtension, fields: rewardFieldsOfTotals },
    { type: OrderExtensionAttributes, fields: rewardFieldsOfOrders },
  ],
  contributes: {
    mailTemplates: rewardMailTemplates,
    customerExtensions: [{ fields: [], remove: (call, { id }) => removeCustomer(call, id) }],
    customerFileColumns: [subscriptionColumns],
    customerFinances: [pointsFinance],
    cartTotals: [cartReward],
    cartTotalsExtensions: [noRewardOfTotals],
    orderTotals: [orderReward],
    orderExtensions: [orderPoints],
    orderFollowers: [followRewards],
    demoParts: [demoPoints],
  },
});
