import type { Call } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
import { presentChange } from '../../platform/change-log/present.ts';
import { BREAKS_AT } from './backoff.ts';
import { eventing } from './configuration.ts';
import { changeOf } from './rows.ts';
import { deliveryStanding } from './standing.ts';

const timeOf = (time: number): string | undefined =>
  Number(time) > 0 ? new Date(Number(time)).toISOString() : undefined;

/** Providers with their delivery progress, for the console. */
export async function describeStanding(call: Call) {
  const { targets, horizon, latest } = await deliveryStanding(call);
  const subscriptions = await call.db
    .selectFrom('event_subscription')
    .select(['name', 'provider'])
    .orderBy('name')
    .execute();
  const byProvider = Map.groupBy(subscriptions, ({ provider }) => provider);
  const items = targets.map((row) => ({
    provider_id: row.provider_id,
    label: row.label,
    url: row.url,
    disabled: row.disabled,
    subscriptions: (byProvider.get(row.id) ?? []).map(({ name }) => name),
    position: row.position,
    lag: row.lag,
    lag_seconds: Math.round(row.lagSeconds),
    failures: row.failures,
    is_open: row.failures >= BREAKS_AT,
    resume_at: row.resume_at > call.clock.now().getTime() ? timeOf(row.resume_at) : undefined,
    delivered_at: timeOf(row.delivered_at),
    failed_at: timeOf(row.failed_at),
    delivered: row.delivered,
    failed: row.failed,
    lost: row.lost,
    waiting: row.waiting,
    dead: row.given_up,
  }));
  return { items, is_on: call.config.of(eventing.enabled), horizon, latest };
}

interface PageOf {
  readonly provider?: string | null | undefined;
  /** Only entries older than the one with this id. */
  readonly before?: number | null | undefined;
  readonly limit: number;
}

/** Requests with events, newest first; `failed`: only unsuccessful ones. */
export async function listDeliveries(call: Call, { provider, before, failed, limit }: PageOf & { failed: boolean }) {
  let query = deliveriesOf(call).orderBy('d.id', 'desc').limit(limit);
  if (provider) query = query.where('p.provider_id', '=', provider);
  if (before) query = query.where('d.id', '<', before);
  if (failed) query = query.where('d.error', '<>', '');
  return (await query.execute()).map(presentDelivery);
}

/** A request with events and the beginnings of its body and of the response. Throws 404 for one that is unknown, or deleted by now. */
export async function readDelivery(call: Call, id: number) {
  const row = await deliveriesOf(call)
    .select(['p.url', 'd.body', 'd.response'])
    .where('d.id', '=', id)
    .executeTakeFirst();
  if (!row) throw platformErrors.noSuchEntity({ fieldName: 'id', fieldValue: id });
  return presentDelivery(row);
}

const deliveriesOf = ({ db }: Call) =>
  db
    .selectFrom('event_delivery as d')
    .innerJoin('event_provider as p', 'p.id', 'd.provider')
    .select(['d.id', 'd.first_position', 'd.last_position', 'd.events', 'd.status', 'd.milliseconds', 'd.error'])
    .select(['d.created_at', 'p.provider_id']);

function presentDelivery<R extends { readonly created_at: number }>({ created_at: createdAt, ...row }: R) {
  return Object.assign(row, { created_at: new Date(Number(createdAt)).toISOString() });
}

/** Events queued for retry, or dead letters, by ascending position. */
export async function listWaiting(call: Call, { provider, dead, limit }: PageOf & { dead: boolean | undefined }) {
  let query = call.db
    .selectFrom('event_waiting as w')
    .innerJoin('event_provider as p', 'p.id', 'w.provider')
    .selectAll('w')
    .select('p.provider_id')
    .orderBy('w.id')
    .limit(limit);
  if (provider) query = query.where('p.provider_id', '=', provider);
  if (dead !== undefined) query = query.where('w.is_dead', '=', dead ? 1 : 0);
  return (await query.execute()).map((row) => ({
    id: row.id,
    provider_id: row.provider_id,
    subscription: row.subscription,
    position: row.position,
    entity: row.entity,
    entity_id: row.entity_id,
    change: presentChange(changeOf(row)),
    attempts: row.attempts,
    due_at: new Date(Number(row.due_at)).toISOString(),
    is_dead: row.is_dead === 1,
    error: row.error,
  }));
}
