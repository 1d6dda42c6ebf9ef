import { module } from '../../kernel/module.ts';
import { attributeSetRoutes } from './attribute-sets/routes.ts';
import { attributeRoutes } from './attributes/routes.ts';
import { attributeSources } from './attributes/sources.ts';
import { productAttributeObserver } from './products/attributes-observer.ts';
import { productRoutes } from './products/routes.ts';
import { createCatalogService } from './service.ts';
import { migrations } from './tables.ts';

export const catalog = module({
  name: 'Catalog',
  routes: [...productRoutes, ...attributeRoutes, ...attributeSetRoutes],
  migrations,
  services: ({ caches }) => ({ catalog: createCatalogService(caches) }),
  contributes: { attributeObservers: [productAttributeObserver], attributeSources },
});
