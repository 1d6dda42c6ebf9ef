import { module } from '../../kernel/module.ts';
import { sitemapConfiguration } from './configuration.ts';
import { searchEnginePages } from './face.ts';
import { sitemapGraphql } from './graphql.ts';

/** Pages of the shop for search engines: sitemaps and robots.txt. */
export const sitemap = module({
  name: 'Sitemap',
  needs: ['store', 'urlRewrite'],
  configuration: sitemapConfiguration,
  graphql: sitemapGraphql,
  faces: [searchEnginePages],
});
