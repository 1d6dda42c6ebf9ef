import { module } from '../../kernel/module.ts';
import declaredAcl from './acl.json' with { type: 'json' };
import { mailConfiguration } from './configuration.ts';
import { mailCommands } from './commands.ts';
import { mailConsoleRoutes } from './console-routes.ts';
import { startMailRetention } from './archive.ts';
import { keptMailMigration, mailMigration, wholeMailMigration } from './archive-table.ts';
import { outboxMetrics } from './metrics.ts';
import { layoutTexts } from './store.ts';
import { startMailSender } from './sender.ts';

/** E-mail: modules contribute their templates (`mailTemplates`). */
export const mail = module({
  name: 'Email',
  acl: declaredAcl,
  texts: layoutTexts,
  configuration: mailConfiguration,
  commandGroup: 'operations',
  commands: mailCommands,
  migrations: [mailMigration, keptMailMigration, wholeMailMigration],
  unshown: ['sent_mail'],
  workers: [startMailSender, startMailRetention],
  contributes: { consoleRoutes: mailConsoleRoutes },
  metrics: outboxMetrics,
});
