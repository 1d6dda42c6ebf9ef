import { sql, type Insertable, type Selectable } from 'kysely';
import type { LoggedChange } from '../../platform/change-log/log.ts';
import type { Database, Tables } from '../../kernel/call.ts';
import { jsonTextOf, parseJson } from '../../kernel/json-text.ts';
import { prepared, preparedFirst, preparedWrite, type Params } from '../../storage/prepared.ts';
import { inIds } from '../../storage/sql.ts';
import type { EventProviderStateRow, EventWaitingRow } from './tables.ts';

/** The process with the lease, and its expiry. */
interface Lease {
  readonly provider: number;
  readonly owner: string;
  readonly until: number;
}

/** The delivery state of a provider. */
const readState = preparedFirst((db, p: Params<{ provider: number }>) =>
  db.selectFrom('event_provider_state').selectAll().where('provider', '=', p.provider),
);

/** Acquires the lease on a provider if it is free; returns the delivery state. */
export const claimState = preparedFirst((db, p: Params<Lease & { now: number }>) =>
  db
    .updateTable('event_provider_state')
    .set({ owner: p.owner, leased_until: p.until })
    .where('provider', '=', p.provider)
    .where((eb) => eb.or([eb('owner', '=', p.owner), eb('owner', 'is', null), eb('leased_until', '<', p.now)]))
    .returningAll(),
);

/** Renews the lease of this process; 0 rows: another process has taken over. */
export const renewState = preparedWrite((db, p: Params<Lease>) =>
  db
    .updateTable('event_provider_state')
    .set({ leased_until: p.until })
    .where('provider', '=', p.provider)
    .where('owner', '=', p.owner),
);

/** Releases the leases of a process. */
export const releaseStates = preparedWrite((db, p: Params<{ owner: string }>) =>
  db.updateTable('event_provider_state').set({ owner: null, leased_until: 0 }).where('owner', '=', p.owner),
);

type Advance = Lease &
  Pick<
    EventProviderStateRow,
    'position' | 'failures' | 'resume_at' | 'delivered_at' | 'failed_at' | 'delivered' | 'failed' | 'dead' | 'lost'
  >;

/** Saves the delivery progress and adds to the counts; 0 rows: another process has taken over. */
export const advanceState = preparedWrite((db, p: Params<Advance>) =>
  db
    .updateTable('event_provider_state')
    .set((eb) => ({
      position: p.position,
      leased_until: p.until,
      failures: p.failures,
      resume_at: p.resume_at,
      delivered_at: p.delivered_at,
      failed_at: p.failed_at,
      delivered: eb('delivered', '+', p.delivered),
      failed: eb('failed', '+', p.failed),
      dead: eb('dead', '+', p.dead),
      lost: eb('lost', '+', p.lost),
    }))
    .where('provider', '=', p.provider)
    .where('owner', '=', p.owner),
);

/** Whether an event is the first waiting one of its entity. */
const isFirst = sql<boolean>`not exists (select 1 from event_waiting as b where b.provider = a.provider and b.is_dead = 0
  and b.entity = a.entity and b.entity_id = a.entity_id and b.id < a.id)`;

/** Time at which the next waiting event is due; null: none waits. */
export const nextDue = preparedFirst((db, p: Params<{ provider: number }>) =>
  db
    .selectFrom('event_waiting as a')
    .select((eb) => eb.fn.min('due_at').as('due_at'))
    .where('provider', '=', p.provider)
    .where('is_dead', '=', 0)
    .where(isFirst),
);

/** Due waiting events: the first of each entity. */
export const dueEvents = prepared((db, p: Params<{ provider: number; now: number; limit: number }>) =>
  db
    .selectFrom('event_waiting as a')
    .selectAll()
    .where('provider', '=', p.provider)
    .where('is_dead', '=', 0)
    .where('due_at', '<=', p.now)
    .where(isFirst)
    .orderBy('id')
    .limit(p.limit),
);

/** A waiting event to probe the provider with, due or not: the one with the fewest failures. */
export const probeEvents = prepared((db, p: Params<{ provider: number }>) =>
  db
    .selectFrom('event_waiting as a')
    .selectAll()
    .where('provider', '=', p.provider)
    .where('is_dead', '=', 0)
    .where(isFirst)
    .orderBy('attempts')
    .orderBy('id')
    .limit(1),
);

/** The subset of these entities that has waiting events. */
export const waitingEntities = prepared((db, p: Params<{ provider: number; ids: readonly number[] }>) =>
  db
    .selectFrom('event_waiting')
    .select(['entity', 'entity_id'])
    .distinct()
    .where('provider', '=', p.provider)
    .where('is_dead', '=', 0)
    .where(inIds('entity_id', p.ids)),
);

/** Deletes waiting events. */
export const deleteWaiting = preparedWrite((db, p: Params<{ ids: readonly number[] }>) =>
  db.deleteFrom('event_waiting').where(inIds('id', p.ids)),
);

/** A waiting event as a row. */
export function waitingRow(
  provider: number,
  subscription: string,
  change: LoggedChange,
  more: Pick<EventWaitingRow, 'attempts' | 'due_at' | 'error'>,
): Insertable<Tables['event_waiting']> {
  const { position, entity, id } = change;
  const { attempts, due_at, error } = more;
  return {
    provider,
    subscription,
    position,
    entity,
    entity_id: id,
    change: jsonTextOf(change),
    attempts,
    due_at,
    is_dead: 0,
    error,
  };
}

/** The change of a waiting event. */
export function changeOf({ change }: Selectable<Tables['event_waiting']>): LoggedChange {
  return parseJson(change);
}

/** Whether the lease on a provider is free, or held by this process. */
export async function isFree(db: Database, provider: number, owner: string): Promise<boolean> {
  const state = await readState(db, { provider });
  return state !== undefined && (state.owner === null || state.owner === owner || state.leased_until < Date.now());
}
