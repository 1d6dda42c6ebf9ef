import { logEnds } from '../../platform/change-log/log.ts';
import type { Call } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
import { ioEventErrors } from './errors.ts';
import { findProvider } from './providers.ts';

/** Queues the dead letters of a provider for retry, due now and with a reset attempt count; returns their number. */
export async function replayDeadLetters(call: Call, providerId: string): Promise<number> {
  const { id } = await requireTarget(call, providerId);
  const { numUpdatedRows } = await call.db
    .updateTable('event_waiting')
    .set({ is_dead: 0, attempts: 0, due_at: 0 })
    .where('provider', '=', id)
    .where('is_dead', '=', 1)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Queues one waiting event or dead letter for retry, due now and with a reset attempt count. Throws 404. */
export async function sendAgain(call: Call, id: number): Promise<void> {
  const { numUpdatedRows } = await call.db
    .updateTable('event_waiting')
    .set({ is_dead: 0, attempts: 0, due_at: 0 })
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (Number(numUpdatedRows) === 0) throw platformErrors.noSuchEntity({ fieldName: 'id', fieldValue: id });
}

/** Delivers all events after a position again. Throws for a position that the log no longer has. */
export async function replayFrom(call: Call, providerId: string, position: number): Promise<void> {
  const { id } = await requireTarget(call, providerId);
  const { horizon, latest } = await logEnds(call.db);
  if (position < horizon || position > latest) {
    throw ioEventErrors.position([String(horizon), String(latest)]);
  }
  await call.db
    .updateTable('event_provider_state')
    .set({ position, owner: null, leased_until: 0 })
    .where('provider', '=', id)
    .execute();
  await call.db
    .updateTable('event_subscription')
    .set({ since: position })
    .where('provider', '=', id)
    .where('since', '>', position)
    .execute();
  await call.services.ioEvents.targets.invalidate(call);
}

async function requireTarget(call: Call, providerId: string): Promise<{ id: number }> {
  const provider = await findProvider(call, providerId);
  if (!provider) throw ioEventErrors.noProvider([providerId]);
  return provider;
}
