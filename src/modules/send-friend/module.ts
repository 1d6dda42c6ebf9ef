import { module } from '../../kernel/module.ts';
import { sendFriendConfiguration } from './configuration.ts';
import { sendFriendGraphql } from './graphql.ts';
import { migrations } from './tables.ts';
import { recommendation } from './templates.ts';

/** Products that visitors recommend to others by mail. */
export const sendFriend = module({
  name: 'SendFriend',
  needs: ['customer', 'storefront'],
  configuration: sendFriendConfiguration,
  migrations,
  graphql: sendFriendGraphql,
  contributes: { mailTemplates: [recommendation] },
});
