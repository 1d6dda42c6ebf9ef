import { module } from '../../kernel/module.ts';
import { attributeSetRoutes } from './attribute-sets/routes.ts';
import { attributeRoutes } from './attributes/routes.ts';
import { attributeSources } from './attributes/sources.ts';
import { installCategories } from './categories/install.ts';
import { categoryRoutes } from './categories/routes.ts';
import { productAttributeObserver } from './products/attributes-observer.ts';
import { productRoutes } from './products/routes.ts';
import { createCatalogService } from './service.ts';
import { migrations } from './tables.ts';

export const catalog = module({
  name: 'Catalog',
  routes: [...productRoutes, ...categoryRoutes, ...attributeRoutes, ...attributeSetRoutes],
  migrations,
  install: installCategories,
  services: ({ caches }) => ({ catalog: createCatalogService(caches) }),
  contributes: { attributeObservers: [productAttributeObserver], attributeSources },
});
