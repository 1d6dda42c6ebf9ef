import { contentTags } from '../../kernel/content-tags.ts';
import { demoStartPage } from './demo.ts';
import { module } from '../../kernel/module.ts';
import declaredAcl from './acl.json' with { type: 'json' };
import { blockRoutes } from './block-routes.ts';
import { cmsConfiguration } from './configuration.ts';
import { cmsGraphql } from './graphql.ts';
import { install } from './install.ts';
import { pageRoutes } from './page-routes.ts';
import { pageRewrites } from './rewrites.ts';
import './service.ts';
import { showContent } from './show-content.ts';
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
  shownAs: { cms_page: [contentTags.pages], cms_block: [contentTags.blocks] },
  install,
  services: { cms: () => ({ showContent }) },
  contributes: {
    demoBases: [demoStartPage],
    attributeSources,
    routedEntities: [pageRewrites],
  },
});
