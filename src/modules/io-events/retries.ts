import { pauseAfter } from './backoff.ts';
import { prepareEvents } from './values.ts';
import { sendEvents } from './round.ts';
import * as rows from './rows.ts';
import type { RoundChanges, Shift } from './shift.ts';
import type { EventWaitingRow } from './tables.ts';
import type { ParcelOutcome } from './parcels.ts';

/** Waiting events that are tried at once. */
const AT_ONCE = 200;

type Again = NonNullable<RoundChanges['again']>[number];

/**
 * Tries events again that have failed, of each entity the first one, each in a request of its own: what is wrong with one holds
 * up no other. Gives whether there may be more.
 */
export async function retryWaiting(shift: Shift): Promise<boolean> {
  const { platform, call, provider, workspace, subscriptions, held, isProbe, source, now } = shift;
  const due = isProbe
    ? await rows.probeEvents(call.db, { provider })
    : await rows.dueEvents(call.db, { provider, now: now(), limit: AT_ONCE });
  const events = due.flatMap((row) => {
    const subscription = subscriptions.find(({ name }) => name === row.subscription);
    return subscription ? [{ change: rows.changeOf(row), subscription, row }] : [];
  });
  const prepared = await prepareEvents(platform, events);
  const wanted = new Set(prepared.map(({ row }) => row.id));
  // Unsubscribed meanwhile, or held back by a rule by now.
  const done = due.map(({ id }) => id).filter((id) => !wanted.has(id));
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
      const { row } = parcel.events[0]!;
      const outcome = await round.send(parcel);
      if (outcome.state === 'delivered') done.push(row.id);
      else if (row.due_at <= now()) again.push(afterFailure(row, outcome, now()));
    },
  });
  await shift.finish(round, held.position, { done, again });
  return due.length > 0;
}

/** A waiting event that has failed once more. */
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
