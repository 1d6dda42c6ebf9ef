import { module } from '../../kernel/module.ts';
import { customerCommands } from './commands.ts';
import { accountRoutes } from './accounts/routes.ts';
import { accountTemplates } from './accounts/templates.ts';
import { addressRoutes } from './addresses/routes.ts';
import { attributeObservers } from './attributes-observer.ts';
import { customerRoutes } from './customers/routes.ts';
import { groupRoutes } from './groups/routes.ts';
import { install } from './install.ts';
import { metadataRoutes } from './metadata/routes.ts';
import { attributeSources } from './metadata/sources.ts';
import { createCustomerService } from './service.ts';
import { migrations } from './tables.ts';

export const customer = module({
  name: 'Customer',
  routes: [...customerRoutes, ...accountRoutes, ...addressRoutes, ...groupRoutes, ...metadataRoutes],
  migrations,
  install,
  services: ({ caches }) => ({ customer: createCustomerService(caches) }),
  commands: customerCommands,
  contributes: { attributeObservers, attributeSources, mailTemplates: accountTemplates },
});
