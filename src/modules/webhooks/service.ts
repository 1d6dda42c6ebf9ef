import type { SharedCache, SharedCaches } from '../../kernel/caches.ts';
import { loadHooks, type Hooks } from './hooks.ts';

/** The hooks, in the memory of every process. */
interface WebhooksService {
  readonly hooks: SharedCache<Hooks>;
}

declare module '../../kernel/merged-types.ts' {
  interface Services {
    webhooks: WebhooksService;
  }
}

/** Creates the service. */
export function createWebhooksService(caches: SharedCaches): WebhooksService {
  return { hooks: caches.define('hooks', loadHooks) };
}
