import type { Insertable } from 'kysely';
import { readLog } from '../../platform/change-log/log.ts';
import type { Tables } from '../../kernel/call.ts';
import { pauseAfter } from './backoff.ts';
import { matchChanges, type PreparedEvent } from './matching.ts';
import { retryWaiting } from './retries.ts';
import { sendEvents } from './round.ts';
import * as rows from './rows.ts';
import type { LogEnds, Shift } from './shift.ts';
import type { EventWaitingRow } from './tables.ts';
import { prepareEvents } from './values.ts';

/** Minimum number of changes per page; up to this many may be delivered twice after a crash. */
const SMALLEST_PAGE = 200;
const LARGEST_PAGE = 2000;
/** Full requests per page. */
const REQUESTS = 16;
/** Number of irrelevant log positions that a provider may skip before its progress is saved. */
const UNWRITTEN = 5000;

/** Delivers the next page of the log; returns whether there may be more. */
export async function deliverLog(shift: Shift, { horizon }: LogEnds): Promise<boolean> {
  const { platform, call, workspace, subscriptions, lease, isProbe, source } = shift;
  const { batch } = workspace;
  const lost = tellLost(shift, horizon);
  const kinds = [...new Set(subscriptions.map(({ kind }) => kind.entity.name))];
  const limit = isProbe ? batch : Math.min(Math.max(batch * REQUESTS, SMALLEST_PAGE), LARGEST_PAGE);
  const page = await readLog(call, Math.max(lease.position, horizon), limit, kinds);
  const events = await prepareEvents(platform, matchChanges(subscriptions, page.changes));
  if (events.length === 0 && lost === 0 && page.position - lease.position < UNWRITTEN) {
    // A page without relevant changes needs no transaction.
    lease.position = page.position;
    return page.isMore;
  }
  const blocked = await blockedEntities(shift, events);
  const round = shift.begin();
  const sentEvents = new Set<PreparedEvent>();
  const failed = new Map<PreparedEvent, Wait>();
  await sendEvents(events, {
    round,
    batch,
    isBatch: batch > 1,
    source,
    isProbe,
    isBlocked: ({ change }) => blocked.has(`${change.entity} ${change.id}`),
    send: async (parcel) => {
      const { state, pause, error } = await round.send(parcel);
      for (const event of parcel.events) {
        sentEvents.add(event);
        if (state === 'delivered') continue;
        blocked.add(`${event.change.entity} ${event.change.id}`);
        failed.set(event, { attempts: 1, due_at: shift.now() + Math.max(pause, pauseAfter(1) ?? 0), error });
      }
    },
  });
  // All events have to wait for queued ones, so only a queued event can probe the provider.
  if (isProbe && sentEvents.size === 0 && events.length > 0) return retryWaiting(shift);
  if (isProbe && round.delivered === 0 && failed.size > 0) {
    // The changes stay in the log, so the retry queue does not grow.
    await shift.finish(round, lease.position, {});
    return false;
  }
  const waiting = events.flatMap((event) =>
    waitingFor(shift, event, sentEvents.has(event) ? failed.get(event) : behind),
  );
  await shift.finish(round, page.position, { waiting, lost });
  return page.isMore;
}

type Wait = Pick<EventWaitingRow, 'attempts' | 'due_at' | 'error'>;

/** Queue state of an event without an attempt: due immediately after the events before it. */
const behind: Wait = { attempts: 0, due_at: 0, error: '' };

function waitingFor(
  { provider }: Shift,
  { change, subscription }: PreparedEvent,
  wait: Wait | undefined,
): Insertable<Tables['event_waiting']>[] {
  return wait ? [rows.waitingRow(provider, subscription.name, change, wait)] : [];
}

/** The entities of these events that already have queued events. */
async function blockedEntities(
  { call, provider, lease }: Shift,
  events: readonly PreparedEvent[],
): Promise<Set<string>> {
  const ids = [...new Set(events.map(({ change }) => change.id))];
  if (lease.due === Infinity || ids.length === 0) return new Set();
  const found = await rows.waitingEntities(call.db, { provider, ids });
  return new Set(found.map(({ entity, entity_id }) => `${entity} ${entity_id}`));
}

/** Reports the number of changes that were removed from the log before delivery. */
function tellLost({ platform, lease, provider }: Shift, horizon: number): number {
  const lost = Math.max(0, horizon - lease.position);
  if (lost > 0) {
    platform.log.error({ provider, changes: lost }, 'changes were removed from the log before they were delivered');
  }
  return lost;
}
