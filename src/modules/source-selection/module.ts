import { module } from '../../kernel/module.ts';
import declaredAcl from './acl.json' with { type: 'json' };
import { sourceSelectionCommands } from './commands.ts';
import { sourceSelectionConfiguration } from './configuration.ts';
import { sourceSelectionRoutes } from './routes.ts';
import { sourceSelectionService } from './service.ts';
import { migrations } from './tables.ts';

/** Chooses the sources that orders are shipped from: by priority, or by distance. */
export const sourceSelection = module({
  name: 'InventorySourceSelection',
  needs: ['catalog', 'multiSource'],
  acl: declaredAcl,
  configuration: sourceSelectionConfiguration,
  routes: sourceSelectionRoutes,
  migrations,
  services: { sourceSelection: () => sourceSelectionService },
  commandGroup: 'stock',
  commands: sourceSelectionCommands,
});
