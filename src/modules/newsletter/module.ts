import { module } from '../../kernel/module.ts';
import { newsletterCommands } from './commands.ts';
import { newsletterConfiguration } from './configuration.ts';
import { newsletterGraphql } from './graphql.ts';
import { migrations } from './tables.ts';
import { subscriptionSuccess } from './templates.ts';

/** Who gets the newsletter. */
export const newsletter = module({
  name: 'Newsletter',
  configuration: newsletterConfiguration,
  migrations,
  graphql: newsletterGraphql,
  commands: newsletterCommands,
  contributes: { mailTemplates: [subscriptionSuccess] },
});
