import { module } from '../../kernel/module.ts';
import { searchConfiguration } from './configuration.ts';
import { searchPart } from './index-products.ts';
import { searchRoutes } from './routes.ts';
import { migrations } from './tables.ts';

export const search = module({
  name: 'Search',
  configuration: searchConfiguration,
  routes: searchRoutes,
  migrations,
  contributes: { productParts: [searchPart] },
});
