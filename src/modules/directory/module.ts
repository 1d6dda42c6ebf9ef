import { demoRate } from './demo.ts';
import { module } from '../../kernel/module.ts';
import { directoryCommands } from './commands.ts';
import { directoryConsoleRoutes } from './console-routes.ts';
import { directoryConfiguration } from './configuration.ts';
import { directoryGraphql } from './graphql.ts';
import { installRates } from './rates.ts';
import { getCountries, getCountryInformation, getCurrencyInformation } from './routes.ts';
import { createDirectoryService } from './service.ts';
import { migrations } from './tables.ts';

export const directory = module({
  name: 'Directory',
  needs: ['store'],
  configuration: directoryConfiguration,
  routes: [getCurrencyInformation, getCountries, getCountryInformation],
  graphql: directoryGraphql,
  migrations,
  install: installRates,
  services: { directory: ({ caches }) => createDirectoryService(caches) },
  commandGroup: 'shop',
  commands: directoryCommands,
  contributes: { demoBases: [demoRate], consoleRoutes: directoryConsoleRoutes },
});
