import { pauseAfter } from './backoff.ts';
import { prepareEvents } from './values.ts';
import { sendEvents } from './round.ts';
import * as rows from './rows.ts';
import type { RoundChanges, Shift } from './shift.ts';
import type { EventWaitingRow } from './tables.ts';
import type { ParcelOutcome } from './parcels.ts';

/** Maximum number of waiting events per retry. */
const AT_ONCE = 200;

type Again = NonNullable<RoundChanges['again']>[number];

/**
 * Retries failed events: the first one of each entity, each in its own request, so that one failure does not block
 * others. Returns whether there may be more.
 */
export async function retryWaiting(shift: Shift): Promise<boolean> {
  const { platform, call, provider, workspace, subscriptions, lease, isProbe, source, now } = shift;
  const due = isProbe
    ? await rows.probeEvents(call.db, { provider })
    : await rows.dueEvents(call.db, { provider, now: now(), limit: AT_ONCE });
  const events = due.flatMap((row) => {
    const subscription = subscriptions.find(({ name }) => name === row.subscription);
    return subscription ? [{ change: rows.changeOf(row), subscription, row }] : [];
  });
  const prepared = await prepareEvents(platform, events);
  const preparedIds = new Set(prepared.map(({ row }) => row.id));
  // The subscription has ended, or its rules now reject the event.
  const finishedIds = due.map(({ id }) => id).filter((id) => !preparedIds.has(id));
  const again: Again[] = [];
  const round = shift.begin();
  await sendEvents(prepared, {
    round,
    batch: 1,
    isBatch: workspace.batch > 1,
    source,
    isProbe,
    isBlocked: () => false,
    send: async (parcel) => {
      const { row } = parcel.first;
      const outcome = await round.send(parcel);
      if (outcome.state === 'delivered') finishedIds.push(row.id);
      else if (row.due_at <= now()) again.push(afterFailure(row, outcome, now()));
    },
  });
  await shift.finish(round, lease.position, { finishedIds, again });
  return due.length > 0;
}

/** A waiting event after another failure. */
function afterFailure({ id, attempts }: EventWaitingRow, { pause, error }: ParcelOutcome, now: number): Again {
  const tries = attempts + 1;
  const rest = pauseAfter(tries);
  return {
    id,
    attempts: tries,
    due_at: now + Math.max(rest ?? 0, pause),
    is_dead: rest === undefined ? 1 : 0,
    error,
  };
}
