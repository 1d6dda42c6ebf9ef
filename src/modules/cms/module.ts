import { module } from '../../kernel/module.ts';
import { blockRoutes } from './block-routes.ts';
import { cmsConfiguration } from './configuration.ts';
import { install } from './install.ts';
import { pageRoutes } from './page-routes.ts';
import { attributeSources } from './sources.ts';
import { migrations } from './tables.ts';

export const cms = module({
  name: 'Cms',
  configuration: cmsConfiguration,
  routes: [...pageRoutes, ...blockRoutes],
  migrations,
  install,
  contributes: { attributeSources },
});
