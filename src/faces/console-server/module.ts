import { module } from '../../kernel/module.ts';
import { consoleCommands } from './commands.ts';
import { consoleFace } from './face.ts';
import { checkConsolePages } from './module-pages/check.ts';
import { consoleRoutes } from './routes.ts';
import { consoleMigration } from './tables.ts';

/** The console: a web application on the routes of the interface and on some of its own. */
export const consoleModule = module({
  name: 'Console',
  migrations: [consoleMigration],
  unshown: ['console_link'],
  commandGroup: 'people',
  commands: consoleCommands,
  faces: [consoleFace],
  checkContributions: checkConsolePages,
  contributes: { consoleRoutes },
});
