import { module } from '../kernel/module.ts';
import { mailConfiguration } from './configuration.ts';
import { mailCommands } from './commands.ts';
import { outboxMetrics } from './metrics.ts';
import { startMailSender } from './sender.ts';

/** E-mail: modules contribute their templates (`mailTemplates`). */
export const mail = module({
  name: 'Email',
  configuration: mailConfiguration,
  commands: mailCommands,
  workers: [startMailSender],
  metrics: outboxMetrics,
});
