import { contentTags } from '../../kernel/content-tags.ts';
import { module } from '../../kernel/module.ts';
import { reviewCommands } from './commands.ts';
import { reviewConfiguration } from './configuration.ts';
import { reviewConsoleRoutes } from './console-routes.ts';
import { demoReviews } from './demo.ts';
import { reviewGraphql } from './graphql.ts';
import { migrations } from './tables.ts';

/** Reviews and ratings of products by customers and guests. */
export const review = module({
  name: 'Review',
  needs: ['store', 'catalog', 'storefront'],
  configuration: reviewConfiguration,
  migrations,
  shownAs: {
    review: [contentTags.products],
    review_store: [contentTags.products],
    review_summary: [contentTags.products],
    review_vote: [contentTags.products],
  },
  graphql: reviewGraphql,
  commandGroup: 'shop',
  commands: reviewCommands,
  contributes: { consoleRoutes: reviewConsoleRoutes, demoParts: [demoReviews] },
});
