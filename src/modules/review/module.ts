import { module } from '../../kernel/module.ts';
import { reviewCommands } from './commands.ts';
import { reviewConfiguration } from './configuration.ts';
import { reviewGraphql } from './graphql.ts';
import { migrations } from './tables.ts';

/** What customers and guests write of products, and how they rate them. */
export const review = module({
  name: 'Review',
  needs: ['store', 'catalog', 'storefront'],
  configuration: reviewConfiguration,
  migrations,
  graphql: reviewGraphql,
  commands: reviewCommands,
});
