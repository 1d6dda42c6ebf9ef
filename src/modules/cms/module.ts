import { module } from '../../kernel/module.ts';
import declaredAcl from './acl.json' with { type: 'json' };
import { blockRoutes } from './block-routes.ts';
import { cmsConfiguration } from './configuration.ts';
import { cmsGraphql } from './graphql.ts';
import { install } from './install.ts';
import { pageRoutes } from './page-routes.ts';
import { pageRewrites } from './rewrites.ts';
import { attributeSources } from './sources.ts';
import { migrations } from './tables.ts';

/** The pages and blocks of content. */
export const cms = module({
  name: 'Cms',
  needs: ['store', 'urlRewrite', 'listing', 'storefront'],
  acl: declaredAcl,
  configuration: cmsConfiguration,
  routes: [...pageRoutes, ...blockRoutes],
  graphql: cmsGraphql,
  migrations,
  install,
  contributes: { attributeSources, routedEntities: [pageRewrites] },
});
