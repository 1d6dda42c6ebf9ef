import { module } from '../../kernel/module.ts';
import declaredAcl from './acl.json' with { type: 'json' };
import { migrationCommands } from './commands.ts';
import { migrationConsoleRoutes } from './console/routes.ts';
import { migrations } from './tables.ts';

/** The journal of records that come from other shops. */
export const migration = module({
  name: 'Migration',
  needs: ['store', 'directory', 'eav', 'customer', 'catalog', 'sales'],
  acl: declaredAcl,
  migrations,
  commandGroup: 'shop',
  commands: migrationCommands,
  unshown: [
    'migration_source',
    'migration_record',
    'migration_fault',
    'migration_pass',
    'migration_run',
    'migration_run_kind',
  ],
  contributes: { consoleRoutes: migrationConsoleRoutes },
});
