import { module } from '../../kernel/module.ts';
import { overviewMigration } from './tables.ts';

/** How the installation has fared within the last day. The server starts its recorder, which sees every answer. */
export const overview = module({
  name: 'Overview',
  migrations: [overviewMigration],
  unshown: ['overview_sample'],
});
