import { module } from '../../kernel/module.ts';
import declaredAcl from './acl.json' with { type: 'json' };
import { webhookCommands } from './commands.ts';
import { webhooksConfiguration } from './configuration.ts';
import { webhookConsoleRoutes } from './console-routes.ts';
import { interceptor } from './interceptor.ts';
import { webhookRoutes } from './routes.ts';
import { createWebhooksService } from './service.ts';
import { migrations } from './tables.ts';

/** Hooks of external systems before or after calls, which may reject or change them. */
export const webhooks = module({
  name: 'AdobeCommerceWebhooks',
  edition: 'commercial',
  needs: ['quote'],
  acl: declaredAcl,
  configuration: webhooksConfiguration,
  routes: webhookRoutes,
  migrations,
  unshown: ['webhook', 'webhook_key'],
  services: { webhooks: ({ caches }) => createWebhooksService(caches) },
  commandGroup: 'events',
  commands: webhookCommands,
  contributes: { interceptors: [interceptor], consoleRoutes: webhookConsoleRoutes },
});
