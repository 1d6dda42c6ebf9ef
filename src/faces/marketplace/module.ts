import { module } from '../../kernel/module.ts';
import { marketplaceCommands } from './commands.ts';
import { marketplaceTables } from './tables.ts';

/** The package-submission interface: its tables and commands. It is served beside the interface of the shop, or alone (`server.ts`). */
export const marketplace = module({
  name: 'Marketplace',
  migrations: [marketplaceTables],
  commandGroup: 'operations',
  commands: marketplaceCommands,
});
