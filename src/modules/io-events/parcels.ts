import { signatureHeaders } from '../../platform/change-log/signature.ts';
import { sendOutgoing } from '../../platform/change-log/outgoing.ts';
import type { ConfigurationReader } from '../../kernel/call.ts';
import { elementAt, firstOf } from '../../kernel/lists.ts';
import { cloudEvent, eventId, type PreparedEvent } from './matching.ts';
import type { Workspace } from './workspace.ts';

/** The events of one request to a provider. */
export interface Parcel<E extends PreparedEvent = PreparedEvent> {
  readonly events: readonly E[];
  readonly first: E;
  readonly last: E;
  readonly id: string;
  readonly contentType: string;
  readonly body: string;
}

/** The outcome of a request. */
export interface ParcelOutcome {
  readonly state: 'delivered' | 'failed' | 'gone';
  /** HTTP status; 0: no response. */
  readonly status: number;
  readonly error: string;
  /** The beginning of the response body. */
  readonly response: string;
  readonly milliseconds: number;
  /** Pause requested by the receiver, in milliseconds; 0: none. */
  readonly pause: number;
}

/** Maximum size of a request body, in bytes. */
const LARGEST_BODY = 1_048_576;
const TIMEOUT = 10_000;
/** Longest pause that a receiver may request, in milliseconds. */
const LONGEST_PAUSE = 24 * 3_600_000;
const LONGEST_ERROR = 500;
const LONGEST_RESPONSE = 1000;

/** Maximum number of events per request, and whether they form a list. */
interface Packing {
  readonly batch: number;
  readonly isBatch: boolean;
}

/**
 * Packs events in order into requests, as large as the provider and the body limit allow. Parcels are generated on
 * demand. `source`: the address of the installation.
 */
export function* packEvents<E extends PreparedEvent>(
  events: readonly E[],
  { batch, isBatch }: Packing,
  source: string,
): Generator<Parcel<E>, void> {
  let packed: E[] = [];
  let texts: string[] = [];
  let bytes = 2;
  for (const event of events) {
    const text = textOf(event, source);
    const size = Buffer.byteLength(text) + 1;
    if (packed.length === batch || (packed.length > 0 && bytes + size > LARGEST_BODY)) {
      yield parcelOf(packed, texts, isBatch);
      [packed, texts, bytes] = [[], [], 2];
    }
    packed.push(event);
    texts.push(text);
    bytes += size;
  }
  if (packed.length > 0) yield parcelOf(packed, texts, isBatch);
}

function parcelOf<E extends PreparedEvent>(
  events: readonly E[],
  texts: readonly string[],
  isBatch: boolean,
): Parcel<E> {
  const [first, last] = [firstOf(events), elementAt(events, -1)];
  const ends = events.length === 1 ? [eventId(first)] : [eventId(first), eventId(last)];
  return {
    events,
    first,
    last,
    // A full stop in the id would make the signed text ambiguous.
    id: `evt_${ends.join('-').replaceAll(/[^A-Za-z0-9_-]/g, '_')}`,
    contentType: isBatch ? 'application/cloudevents-batch+json' : 'application/cloudevents+json',
    body: isBatch ? `[${texts.join(',')}]` : firstOf(texts),
  };
}

/** An event as JSON. An entity larger than the body limit is replaced by a marker. */
function textOf(event: PreparedEvent, source: string): string {
  const text = JSON.stringify(cloudEvent(event, source));
  if (text.length <= LARGEST_BODY / 4 || Buffer.byteLength(text) <= LARGEST_BODY - 4) return text;
  return JSON.stringify(cloudEvent({ ...event, value: { too_large: true } }, source));
}

/** Sends a signed parcel. Does not throw: a missing response is an outcome. */
export async function sendParcel(
  config: ConfigurationReader,
  { url, secret, headers }: Workspace,
  { id, contentType, body }: Parcel,
): Promise<ParcelOutcome> {
  const start = performance.now();
  const signed = { ...headers, 'content-type': contentType, ...signatureHeaders(secret, id, body) };
  const outcome = (
    state: ParcelOutcome['state'],
    status: number,
    error: string,
    { response = '', pause = 0 } = {},
  ): ParcelOutcome => ({
    state,
    status,
    error: error.slice(0, LONGEST_ERROR),
    response: response.slice(0, LONGEST_RESPONSE),
    milliseconds: Math.round(performance.now() - start),
    pause,
  });
  try {
    const answer = await sendOutgoing(config, { url, headers: signed, body, timeout: TIMEOUT, span: 'send events' });
    const { status, body: response } = answer;
    if (status >= 200 && status < 300) return outcome('delivered', status, '', { response });
    return outcome(
      status === 410 ? 'gone' : 'failed',
      status,
      [`HTTP ${status}`, response].filter(Boolean).join(': '),
      { response, pause: pauseOf(answer.retryAfter) },
    );
  } catch (error) {
    return outcome('failed', 0, error instanceof Error ? error.message || error.name : String(error));
  }
}

function pauseOf(retryAfter: string | undefined): number {
  if (retryAfter === undefined) return 0;
  const pause = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now();
  return Number.isFinite(pause) ? Math.min(Math.max(pause, 0), LONGEST_PAUSE) : 0;
}
