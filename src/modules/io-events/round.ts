import type { Insertable } from 'kysely';
import type { Call, ConfigurationReader, Tables } from '../../kernel/call.ts';
import { BREAKS_AT, breakAfter } from './backoff.ts';
import type { PreparedEvent } from './matching.ts';
import { packEvents, sendParcel, type Parcel, type ParcelOutcome } from './parcels.ts';
import type { Tracing } from '../../kernel/tracing.ts';
import { sendTracedParcel } from './traced-parcel.ts';
import type { Workspace } from './workspace.ts';

/** Characters of a request body that the log of deliveries has. */
const LONGEST_BODY = 4000;
/** Maximum concurrent requests to a provider, each with different entities. */
const LANES = 8;

/** The parameters of a round of deliveries to a provider. */
interface RoundStart {
  readonly call: Call;
  readonly tracing: Tracing | undefined;
  readonly provider: number;
  readonly workspace: Workspace;
  /** Consecutive failed requests before the round. */
  readonly failures: number;
  readonly resumeAt: number;
  /** Whether the round has to end: the server stops, or another process has taken over. */
  isOver(): boolean;
}

/** Deliveries that are saved together. */
export interface Round {
  readonly deliveries: Insertable<Tables['event_delivery']>[];
  delivered: number;
  failed: number;
  deliveredAt: number;
  failedAt: number;
  failures: number;
  resumeAt: number;
  /** Why the provider has opted out of deliveries; empty: it has not. */
  gone: string;
  /** Whether sending is paused. */
  isPaused(): boolean;
  /** Sends a parcel and records its outcome. */
  send(parcel: Parcel): Promise<ParcelOutcome>;
}

/** Begins a round. */
export function beginRound({ call, tracing, provider, workspace, failures, resumeAt, isOver }: RoundStart): Round {
  const config: ConfigurationReader = call.config;
  const now = (): number => call.clock.now().getTime();
  const round: Round = {
    deliveries: [],
    delivered: 0,
    failed: 0,
    deliveredAt: 0,
    failedAt: 0,
    failures,
    resumeAt,
    gone: '',
    isPaused: () => round.gone !== '' || round.failures >= BREAKS_AT || now() < round.resumeAt || isOver(),
    send: async (parcel) => {
      const send = (): Promise<ParcelOutcome> => sendParcel(config, workspace, parcel);
      const outcome = await (tracing ? sendTracedParcel(tracing, provider, parcel, send) : send());
      const { state, status, error, response, milliseconds, pause } = outcome;
      const { events, first, last } = parcel;
      round.deliveries.push({
        provider,
        first_position: first.change.position,
        last_position: last.change.position,
        events: events.length,
        status,
        milliseconds,
        error,
        created_at: now(),
        body: parcel.body.slice(0, LONGEST_BODY),
        response,
      });
      if (state === 'delivered') {
        round.delivered += events.length;
        round.deliveredAt = now();
        round.failures = 0;
        return outcome;
      }
      round.failed += 1;
      round.failedAt = now();
      round.failures += 1;
      round.resumeAt = Math.max(round.resumeAt, now() + Math.max(pause, breakAfter(round.failures)));
      if (state === 'gone') round.gone = error;
      return outcome;
    },
  };
  return round;
}

/** The parameters of sending the events of a round. */
interface Sending<E extends PreparedEvent> {
  readonly round: Round;
  /** Maximum events per request. */
  readonly batch: number;
  readonly isBatch: boolean;
  /** Address of the installation. */
  readonly source: string;
  /** Whether the first request probes the provider. */
  readonly isProbe: boolean;
  /** Whether an event currently has to wait. */
  isBlocked(event: E): boolean;
  /** Sends a parcel. */
  send(parcel: Parcel<E>): Promise<void>;
}

/** Sends events, in order within each entity, until all are sent or the round is paused. */
export async function sendEvents<E extends PreparedEvent>(events: readonly E[], sending: Sending<E>): Promise<void> {
  const { round, batch, isProbe } = sending;
  const lanes = isProbe ? [events] : lanesOf(events, batch);
  await Promise.all(
    lanes.map(async (lane) => {
      let isFirst = isProbe;
      for (const packed of packEvents(lane, sending, sending.source)) {
        // A failure blocks the following events of the same entity.
        const open = packed.events.filter((event) => !sending.isBlocked(event));
        const [repacked] = open.length < packed.events.length ? packEvents(open, sending, sending.source) : [packed];
        if (!repacked) continue;
        if (round.isPaused() && !isFirst) return;
        isFirst = false;
        await sending.send(repacked);
      }
    }),
  );
}

/** Distributes events over concurrent lanes; the events of an entity stay in one lane, in order. */
function lanesOf<E extends PreparedEvent>(events: readonly E[], batch: number): E[][] {
  const count = Math.max(1, Math.min(LANES, Math.ceil(events.length / batch)));
  return [...Map.groupBy(events, ({ change }) => change.id % count).values()];
}
