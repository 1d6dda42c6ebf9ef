import { module } from '../../kernel/module.ts';
import { catalogServiceConfiguration } from './configuration.ts';
import './extensions.ts';
import { createPopularProducts } from './recommendations/popular.ts';
import './service.ts';
import { catalogServiceSchema } from './service-schema.ts';

/** The catalogue service, live search and recommendations that storefronts of the reference's drop-in components ask. */
export const catalogService = module({
  name: 'CatalogService',
  needs: [
    'store',
    'urlRewrite',
    'eav',
    'customer',
    'catalog',
    'listing',
    'storefront',
    'inventory',
    'catalogSearch',
    'sales',
  ],
  configuration: catalogServiceConfiguration,
  services: { recommendations: createPopularProducts },
  graphqlServices: [catalogServiceSchema],
});
