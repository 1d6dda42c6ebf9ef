import type { Call } from '../../kernel/call.ts';
import { compileSubscription, type CompiledSubscription } from './matching.ts';
import type { EventProviderRow } from './tables.ts';

/** A provider with its subscriptions. */
export interface Target {
  readonly provider: EventProviderRow;
  readonly subscriptions: readonly CompiledSubscription[];
}

/** Reads all providers with their subscriptions, for the cache. Omits subscriptions to events of removed modules. */
export async function loadSubscribed(call: Call): Promise<readonly Target[]> {
  const providers = await call.db.selectFrom('event_provider').selectAll().orderBy('id').execute();
  const rows = await call.db.selectFrom('event_subscription').selectAll().orderBy('name').execute();
  const compiled = rows.map((row) => ({ row, subscription: compileSubscription(call, row) }));
  return providers.map((provider) => ({
    provider,
    subscriptions: compiled.flatMap(({ row, subscription }) =>
      row.provider === provider.id && subscription ? [subscription] : [],
    ),
  }));
}
