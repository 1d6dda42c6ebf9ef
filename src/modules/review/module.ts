import { module } from '../../kernel/module.ts';
import { reviewCommands } from './commands.ts';
import { reviewConfiguration } from './configuration.ts';
import { reviewGraphql } from './graphql.ts';
import { migrations } from './tables.ts';

/** Reviews and ratings of products by customers and guests. */
export const review = module({
  name: 'Review',
  needs: ['store', 'catalog', 'storefront'],
  configuration: reviewConfiguration,
  migrations,
  graphql: reviewGraphql,
  commands: reviewCommands,
});
