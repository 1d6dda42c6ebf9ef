import { module } from '../../kernel/module.ts';
import { blockRoutes } from './block-routes.ts';
import { install } from './install.ts';
import { pageRoutes } from './page-routes.ts';
import { attributeSources } from './sources.ts';
import { migrations } from './tables.ts';

export const cms = module({
  name: 'Cms',
  routes: [...pageRoutes, ...blockRoutes],
  migrations,
  install,
  contributes: { attributeSources },
});
