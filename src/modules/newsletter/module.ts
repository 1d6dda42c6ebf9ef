import { module } from '../../kernel/module.ts';
import { newsletterOfAccounts } from './accounts.ts';
import { newsletterCommands } from './commands.ts';
import { newsletterConfiguration } from './configuration.ts';
import { newsletterConfirmation } from './confirm-face.ts';
import { newsletterGraphql } from './graphql.ts';
import { migrations } from './tables.ts';
import { subscriptionRequest, subscriptionSuccess } from './templates.ts';

/** Who gets the newsletter. */
export const newsletter = module({
  name: 'Newsletter',
  needs: ['customer'],
  configuration: newsletterConfiguration,
  migrations,
  unshown: ['newsletter_subscriber'],
  graphql: newsletterGraphql,
  commandGroup: 'people',
  commands: newsletterCommands,
  faces: [newsletterConfirmation],
  contributes: {
    mailTemplates: [subscriptionRequest, subscriptionSuccess],
    customerExtensions: [newsletterOfAccounts],
  },
});
