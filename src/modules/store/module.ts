import { demoView } from './demo.ts';
import { module } from '../../kernel/module.ts';
import { storeCommands } from './commands.ts';
import { storeConfiguration } from './configuration.ts';
import { storeGraphql } from './graphql.ts';
import { install } from './install.ts';
import { getStoreConfigs, getStoreGroups, getStoreViews, getWebsites } from './routes.ts';
import { createStoreService } from './service.ts';
import { migrations } from './tables.ts';

export const store = module({
  name: 'Store',
  configuration: storeConfiguration,
  routes: [getWebsites, getStoreGroups, getStoreViews, getStoreConfigs],
  graphql: storeGraphql,
  migrations,
  install,
  services: { store: ({ caches }) => createStoreService(caches) },
  scopes: (services) => services.store,
  commandGroup: 'shop',
  commands: storeCommands,
  contributes: { demoBases: [demoView] },
});
