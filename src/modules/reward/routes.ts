import { acl } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { cartRoutes } from '../quote/extensions.ts';
import { isOnFront } from './accounts.ts';

/** Routes of reward points. */
export const rewardRoutes = cartRoutes({
  ways: ['own'],
  method: 'POST',
  path: '/V1/reward/mine/use-reward',
  service: 'rewardRewardManagementV1',
  operation: 'set',
  summary: (cart) => `Pay ${cart} with the reward points of its customer.`,
  access: acl('Magento_Cart::manage'),
  input: {},
  output: t.boolean,
  async handle(_, call, { read }) {
    const cart = await read(call);
    if (!isOnFront(call, cart.store_id)) return false;
    await call.services.quote.changeCart(call, cart, { use_reward_points: true });
    return true;
  },
});
