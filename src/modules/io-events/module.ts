import { module } from '../../kernel/module.ts';
import declaredAcl from './acl.json' with { type: 'json' };
import { ioEventCommands } from './commands.ts';
import { ioEventConsoleRoutes } from './console-routes.ts';
import { ioEventsConfiguration } from './configuration.ts';
import { ioEventMetrics } from './metrics.ts';
import { startDeliveryRetention } from './retention.ts';
import { ioEventRoutes } from './routes.ts';
import { createIoEventsService } from './service.ts';
import { migrations } from './tables.ts';
import { startDeliveries } from './worker.ts';

/** Delivery of events to other systems by HTTP, with providers and subscriptions. */
export const ioEvents = module({
  name: 'AdobeIoEventsClient',
  edition: 'commercial',
  acl: declaredAcl,
  configuration: ioEventsConfiguration,
  routes: ioEventRoutes,
  migrations,
  unshown: ['event_provider', 'event_provider_state', 'event_subscription', 'event_waiting', 'event_delivery'],
  services: { ioEvents: ({ caches }) => createIoEventsService(caches) },
  commandGroup: 'events',
  commands: ioEventCommands,
  metrics: ioEventMetrics,
  workers: [startDeliveries, startDeliveryRetention],
  contributes: { consoleRoutes: ioEventConsoleRoutes },
});
