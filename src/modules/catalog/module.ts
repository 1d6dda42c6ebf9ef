import { catalogEntities } from './changes.ts';
import { catalogGraphql } from './graphql/declarations.ts';
import { contentTags } from '../../kernel/content-tags.ts';
import { module } from '../../kernel/module.ts';
import declaredAcl from './acl.json' with { type: 'json' };
import { attributeSetRoutes } from './attribute-sets/routes.ts';
import { attributeRoutes } from './attributes/routes.ts';
import { attributeSources } from './attributes/sources.ts';
import { attributesOfType } from './products/type-attributes.ts';
import { installCategories } from './categories/install.ts';
import { categoryRoutes } from './categories/routes.ts';
import { catalogCommands } from './commands.ts';
import { catalogConfiguration } from './configuration.ts';
import { linksField } from './links/field.ts';
import { linkRoutes } from './links/routes.ts';
import { mediaField } from './media/field.ts';
import { mediaRoutes } from './media/routes.ts';
import { optionsField } from './options/field.ts';
import { optionRoutes } from './options/routes.ts';
import { priceRoutes } from './prices/routes.ts';
import { productAttributeObserver } from './saving/attributes-observer.ts';
import { startChargeWorker } from './pricing/charge-worker.ts';
import { ownProductTypes } from './products/product-types.ts';
import { productRoutes } from './product-routes.ts';
import {
  createAvailabilityService,
  createCatalogService,
  createListingService,
  createStorefrontService,
} from './service.ts';
import { migrations } from './tables.ts';
import { categoryRewrites } from './url-rewrites/category-paths.ts';
import { urlKeysOfNewViews } from './url-rewrites/new-views.ts';
import { productRewrites } from './url-rewrites/product-paths.ts';

export const catalog = module({
  name: 'Catalog',
  needs: ['store', 'urlRewrite', 'directory', 'eav', 'customer'],
  acl: declaredAcl,
  configuration: catalogConfiguration,
  routes: [
    ...productRoutes,
    ...categoryRoutes,
    ...attributeRoutes,
    ...attributeSetRoutes,
    ...optionRoutes,
    ...linkRoutes,
    ...mediaRoutes,
    ...priceRoutes,
  ],
  graphql: catalogGraphql,
  migrations,
  shownAs: {
    catalog_product: [contentTags.products],
    catalog_product_index: [contentTags.products],
    catalog_product_link: [contentTags.products],
    catalog_product_media: [contentTags.products],
    catalog_product_option: [contentTags.products],
    catalog_product_override: [contentTags.products],
    catalog_product_sold: [contentTags.products],
    catalog_product_store: [contentTags.products],
    catalog_product_tally: [contentTags.products],
    catalog_product_website: [contentTags.products],
    catalog_product_website_sale: [contentTags.products],
    category: [contentTags.categories],
    category_store: [contentTags.categories],
    category_product: [contentTags.products, contentTags.categories],
    category_shown: [contentTags.products, contentTags.categories],
    catalog_url_key: [contentTags.products, contentTags.categories],
  },
  install: installCategories,
  installContributed: ({ productTypes }) => productTypes.flatMap(attributesOfType),
  services: {
    catalog: createCatalogService,
    availability: createAvailabilityService,
    listing: createListingService,
    storefront: createStorefrontService,
  },
  commandGroup: 'shop',
  commands: catalogCommands,
  workers: [startChargeWorker],
  contributes: {
    changedEntities: catalogEntities,
    productTypes: ownProductTypes,
    attributeObservers: [productAttributeObserver],
    attributeSources,
    productFields: [linksField, optionsField, mediaField],
    // A category's own path goes before that of a product below its parent.
    routedEntities: [categoryRewrites, productRewrites],
    storeFollowers: [urlKeysOfNewViews],
  },
});
