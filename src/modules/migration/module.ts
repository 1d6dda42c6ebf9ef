import { module } from '../../kernel/module.ts';
import { migrationCommands } from './commands.ts';
import { migrations } from './tables.ts';

/** The journal of records that come from other shops. */
export const migration = module({
  name: 'Migration',
  needs: ['store', 'directory', 'customer', 'sales'],
  migrations,
  commandGroup: 'shop',
  commands: migrationCommands,
  unshown: ['migration_source', 'migration_record', 'migration_fault', 'migration_pass'],
});
