import { hostname } from 'node:os';
import type { Insertable } from 'kysely';
import { callerTypes, type Tables } from '../../kernel/call.ts';
import type { RegisteredRoute } from '../../kernel/registry.ts';
import { maskHeaders, maskValues } from '../../kernel/masking.ts';
import type { MaskedRequest } from '../../kernel/request-watch.ts';
import type { FollowedRequest } from './recording.ts';
import { maskBody, type MaskOf } from './rest-mask.ts';
import './tables.ts';

/** A request or a response as it is stored, secrets masked. */
export interface MessageDocument {
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Text of the body; null: there was none, or it cannot be shown. */
  readonly body: string | null;
  /** Length of the whole body. */
  readonly bytes: number;
  /** The part of the body that the text contains. */
  readonly shown: 'whole' | 'beginning' | 'nothing';
}

const thisProcess = `${hostname()}:${process.pid}`;

/** The row of a followed request: all that is masked is masked here. `startedAt` by the platform's clock. */
export function rowOf(
  followed: FollowedRequest,
  startedAt: number,
  maskOf: MaskOf,
): Insertable<Tables['recorded_call']> {
  const { arrived, door, registered, caller, scope, status, stages, statements, isFromMemory, body } = followed;
  const hidden: string[] = [];
  const isWhole = body !== undefined && body.start.length === body.bytes;
  const mask = followed.mask ?? maskOf(registered);
  const masked = mask(
    {
      url: arrived.url,
      // A part of a GraphQL document does not say where its secrets are.
      body: body && (isWhole || !followed.mask) ? body.start.toString('utf8') : undefined,
      contentType: arrived.headers['content-type'] ?? '',
    },
    (value) => void hidden.push(value),
  );
  const { url } = masked;
  const request = JSON.stringify(requestOf(followed, masked));
  const answer = JSON.stringify(answerOf(followed, masked, hidden));
  return {
    size: request.length + answer.length + url.length + 300,
    started_at: startedAt,
    process: thisProcess,
    request_id: arrived.id,
    door: door ?? '',
    method: arrived.method,
    url,
    route: routeName(door, registered),
    store_code: scope?.code ?? null,
    user_type: callerTypes[caller?.type ?? 'guest'],
    user_id: caller?.id ?? 0,
    address: arrived.address,
    status,
    duration: microseconds(followed.duration),
    admit: microseconds(stages.admit),
    decode: microseconds(stages.decode),
    perform: microseconds(stages.perform),
    encode: microseconds(stages.encode),
    sql_time: microseconds(stages.sql),
    statements,
    from_memory: Number(isFromMemory),
    operation: storableText(followed.operation),
    result: followed.result,
    request: storableText(request),
    answer: storableText(answer),
  };
}

/** Method and path as a route declares them. */
export function routeName(door: FollowedRequest['door'], registered: RegisteredRoute | undefined): string {
  if (registered) return `${registered.route.method} ${registered.route.path}`;
  return door === 'graphql' ? 'POST /graphql' : '';
}

const microseconds = (milliseconds: number): number => Math.max(0, Math.round(milliseconds * 1000));

/** No text of the database holds this character, not even as JSON. */
const storableText = (json: string): string => json.toWellFormed().replaceAll('\\u0000', '');

function requestOf({ arrived, body }: FollowedRequest, masked: MaskedRequest): MessageDocument {
  const headers = maskHeaders(
    Object.entries(arrived.headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]),
  );
  if (!body || body.bytes === 0) return { headers, body: null, bytes: 0, shown: 'whole' };
  return { headers, ...shownBody(masked.body, body.bytes, body.start.length === body.bytes) };
}

function answerOf(
  { answerHeaders, answer, status }: FollowedRequest,
  { response }: MaskedRequest,
  hidden: readonly string[],
): MessageDocument {
  const headers = maskHeaders(answerHeaders);
  if (answer.bytes === 0) return { headers, body: null, bytes: 0, shown: 'whole' };
  const isWhole = answer.start.length === answer.bytes;
  const type = answerHeaders.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  // The error of a route whose response is a secret is none.
  const places = response === 'secret' && status >= 400 ? undefined : response;
  const values = [...hidden];
  const body = maskBody(answer.start.toString('utf8'), type, places, (value) => void values.push(value));
  // Errors quote the request, and titles such as `Discount (CODE)` the response itself.
  return { headers, ...shownBody(body && maskValues(body, values), answer.bytes, isWhole) };
}

function shownBody(
  text: string | undefined,
  bytes: number,
  isWhole: boolean,
): Pick<MessageDocument, 'body' | 'bytes' | 'shown'> {
  if (text === undefined) return { body: null, bytes, shown: 'nothing' };
  return { body: text, bytes, shown: isWhole ? 'whole' : 'beginning' };
}
