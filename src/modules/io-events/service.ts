import type { Call } from '../../kernel/call.ts';
import type { SharedCache, SharedCaches } from '../../kernel/caches.ts';
import { loadSubscribed, type Target } from './subscribed.ts';

/** Targets and subscriptions of event delivery, cached in every process. */
interface IoEventsService {
  readonly targets: SharedCache<readonly Target[]>;
}

declare module '../../kernel/merged-types.ts' {
  interface Services {
    ioEvents: IoEventsService;
  }
}

/** Creates the service. */
export function createIoEventsService(caches: SharedCaches): IoEventsService {
  return { targets: caches.define('event targets', (call: Call) => loadSubscribed(call)) };
}
