import { contentTags } from '../../kernel/content-tags.ts';
import { module } from '../../kernel/module.ts';
import { shopTimeZone } from '../../kernel/shop-settings.ts';
import { catalogPriceRules } from './active-rules.ts';
import { catalogRuleCommands } from './commands.ts';
import { catalogRuleConsoleRoutes } from './console-routes.ts';
import { catalogRuleConfiguration } from './configuration.ts';
import { catalogRuleGraphql } from './graphql.ts';
import { createCatalogRuleService } from './service.ts';
import { migrations } from './tables.ts';

/** Catalog price rules: prices of products by conditions, for customer groups on websites. */
export const catalogRule = module({
  name: 'CatalogRule',
  needs: ['store', 'eav', 'customer', 'catalog', 'availability', 'storefront', 'salesRule'],
  configuration: catalogRuleConfiguration,
  graphql: catalogRuleGraphql,
  migrations,
  shownAs: {
    catalogrule: [contentTags.products],
    catalogrule_website: [contentTags.products],
    catalogrule_customer_group: [contentTags.products],
  },
  services: { catalogRule: ({ caches }) => createCatalogRuleService(caches) },
  commandGroup: 'shop',
  commands: catalogRuleCommands,
  contributes: {
    consoleRoutes: catalogRuleConsoleRoutes,
    priceRules: [catalogPriceRules],
    settingObservers: [
      async (call, path) => {
        // Rules begin and end with the days of the websites.
        const isDue = path === shopTimeZone.path && catalogPriceRules.hasRules(call);
        if (isDue) await call.services.availability.pricesChanged(call, 'all');
      },
    ],
  },
});
