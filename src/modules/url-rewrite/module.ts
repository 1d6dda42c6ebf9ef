import { contentTags } from '../../kernel/content-tags.ts';
import { module } from '../../kernel/module.ts';
import { urlRewriteCommands } from './commands.ts';
import { urlRewriteConfiguration } from './configuration.ts';
import { urlRewriteGraphql } from './graphql.ts';
import { forget, keepsHistory, remember, rememberAll } from './history.ts';
import { canonicalUrls, rewritesOf } from './paths.ts';
import { entitiesOf, resolveUrl } from './resolve.ts';
import { migrations } from './tables.ts';

/** Resolves the URLs of the shop. */
export const urlRewrite = module({
  name: 'UrlRewrite',
  needs: ['store'],
  configuration: urlRewriteConfiguration,
  graphql: urlRewriteGraphql,
  migrations,
  shownAs: { url_rewrite: [contentTags.products, contentTags.categories, contentTags.pages] },
  services: {
    urlRewrite: () => ({
      resolve: resolveUrl,
      entitiesOf,
      rewritesOf,
      canonicalUrls,
      keepsHistory,
      remember,
      rememberAll,
      forget,
    }),
  },
  commandGroup: 'shop',
  commands: urlRewriteCommands,
});
