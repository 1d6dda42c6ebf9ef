import { hostname } from 'node:os';
import type { Insertable } from 'kysely';
import { callerTypes, type Tables } from '../kernel/call.ts';
import type { RegisteredRoute } from '../kernel/registry.ts';
import { secretNames } from '../kernel/secrets.ts';
import {
  maskDocument,
  maskHeaders,
  maskJson,
  maskParameters,
  maskValues,
  maskXml,
  secretAliases,
  secretsNamed,
  type IsSecretName,
} from './redact.ts';
import type { FollowedRequest } from './recording.ts';
import './tables.ts';

/** A request or an answer as it is kept, secrets masked. */
export interface MessageDocument {
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Text of the body; null: there was none, or it cannot be shown. */
  readonly body: string | null;
  /** Length of the whole body. */
  readonly bytes: number;
  /** What the text is of the body. */
  readonly shown: 'whole' | 'beginning' | 'nothing';
}

const thisProcess = `${hostname()}:${process.pid}`;

/** The row of a followed request: all that is masked is masked here. `startedAt` by the platform's clock. */
export function rowOf(followed: FollowedRequest, startedAt: number): Insertable<Tables['recorded_call']> {
  const { arrived, door, registered, caller, scope, status, stages, statements, isFromMemory } = followed;
  const isSecret = secretsOf(registered);
  const hidden: string[] = [];
  const request = JSON.stringify(requestOf(followed, isSecret, hidden));
  const answer = JSON.stringify(answerOf(followed, secretsOfAnswer(followed, isSecret), hidden));
  const url = maskUrl(arrived.url, registered, isSecret, door === 'graphql');
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
    from_memory: isFromMemory ? 1 : 0,
    request: kept(request),
    answer: kept(answer),
  };
}

/** Method and path as a route declares them. */
export function routeName(door: FollowedRequest['door'], registered: RegisteredRoute | undefined): string {
  if (registered) return `${registered.route.method} ${registered.route.path}`;
  return door === 'graphql' ? 'POST /graphql' : '';
}

const microseconds = (milliseconds: number): number => Math.max(0, Math.round(milliseconds * 1000));

/** No text of the database holds this character, not even as JSON. */
const kept = (json: string): string => json.toWellFormed().replaceAll('\\u0000', '');

const known = new WeakMap<RegisteredRoute, IsSecretName>();
const others = secretsNamed([]);
/** What an answer that is a secret itself is called. */
const ANSWER = 'answer';

function secretsOf(registered: RegisteredRoute | undefined): IsSecretName {
  if (!registered) return others;
  let found = known.get(registered);
  if (!found) {
    const { input, output } = registered.route;
    const parameters = Object.fromEntries(registered.parameters.map(({ name, type }) => [name, type]));
    found = secretsNamed([...secretNames({ ...parameters, ...input }), ...secretNames({ [ANSWER]: output })]);
    known.set(registered, found);
  }
  return found;
}

function requestOf(
  { arrived, door, body }: FollowedRequest,
  isSecret: IsSecretName,
  hidden: string[],
): MessageDocument {
  const headers = maskHeaders(
    Object.entries(arrived.headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]),
  );
  if (!body || body.bytes === 0) return { headers, body: null, bytes: 0, shown: 'whole' };
  const isWhole = body.start.length === body.bytes;
  const type = arrived.headers['content-type'] ?? '';
  const text = body.start.toString('utf8');
  const shownText =
    door === 'graphql'
      ? maskGraphql(isWhole ? text : '', type, isSecret, hidden)
      : maskBody(text, type, isSecret, hidden);
  return { headers, ...shownBody(shownText, body.bytes, isWhole) };
}

/** What is secret in an answer; undefined: that cannot be told, because the document that has asked for it was not kept. */
function secretsOfAnswer(followed: FollowedRequest, isSecret: IsSecretName): IsSecretName | undefined {
  if (followed.door !== 'graphql') return isSecret;
  const query = queryOf(followed);
  if (query === undefined) return undefined;
  const aliases = new Set(secretAliases(query, isSecret));
  return (name) => aliases.has(name) || isSecret(name);
}

function queryOf({ arrived, body }: FollowedRequest): string | undefined {
  if (!body) return new URLSearchParams(arrived.url.split('?')[1] ?? '').get('query') ?? '';
  if (body.start.length < body.bytes) return undefined;
  const text = body.start.toString('utf8');
  const type = arrived.headers['content-type'] ?? '';
  if (/application\/graphql/i.test(type)) return text;
  const { query } = (sentIn(text, type) ?? {}) as { query?: unknown };
  return typeof query === 'string' ? query : '';
}

/** The object that a GraphQL request is; undefined for anything else. */
function sentIn(text: string, type: string): object | undefined {
  if (/x-www-form-urlencoded/i.test(type)) return Object.fromEntries(new URLSearchParams(text));
  try {
    const sent: unknown = JSON.parse(text);
    return typeof sent === 'object' && sent !== null ? sent : undefined;
  } catch {
    return undefined;
  }
}

function answerOf(
  { answerHeaders, answer, registered, status }: FollowedRequest,
  isSecret: IsSecretName | undefined,
  hidden: readonly string[],
): MessageDocument {
  const headers = maskHeaders(answerHeaders);
  if (answer.bytes === 0) return { headers, body: null, bytes: 0, shown: 'whole' };
  if (!isSecret) return { headers, ...shownBody(undefined, answer.bytes, false) };
  const isWhole = answer.start.length === answer.bytes;
  const type = answerHeaders.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  // Errors quote what was sent.
  const text = maskValues(answer.start.toString('utf8'), hidden);
  const isBareSecret = registered !== undefined && isSecret(ANSWER) && status < 400;
  const shownText = isBareSecret ? '"******"' : maskBody(text, type, isSecret);
  return { headers, ...shownBody(shownText, answer.bytes, isWhole) };
}

function shownBody(
  text: string | undefined,
  bytes: number,
  isWhole: boolean,
): Pick<MessageDocument, 'body' | 'bytes' | 'shown'> {
  if (text === undefined) return { body: null, bytes, shown: 'nothing' };
  return { body: text, bytes, shown: isWhole ? 'whole' : 'beginning' };
}

/** A body with its secrets masked; undefined for what is no text. */
function maskBody(text: string, type: string, isSecret: IsSecretName, hidden: string[] = []): string | undefined {
  const note = (value: string): void => void hidden.push(value);
  if (/xml/i.test(type)) return maskXml(text, isSecret, note);
  if (/x-www-form-urlencoded/i.test(type)) return maskParameters(text, isSecret);
  return /json|text|^$/i.test(type) ? maskJson(text, isSecret, note) : undefined;
}

/** A GraphQL request; secrets stand in the document and in variables of any name, so that only a whole one can be shown. */
function maskGraphql(text: string, type: string, isSecret: IsSecretName, hidden: string[]): string | undefined {
  if (text === '') return undefined;
  if (/application\/graphql/i.test(type)) return maskDocument(text, isSecret).query;
  const sent = sentIn(text, type);
  if (!sent) return undefined;
  const { query } = sent as { query?: unknown };
  const { query: open, variables } = maskDocument(typeof query === 'string' ? query : '', isSecret);
  const secret = new Set(variables);
  const masked = maskJson(
    JSON.stringify(sent, undefined, 2),
    (name) => secret.has(name) || isSecret(name),
    (value) => void hidden.push(value),
  );
  return typeof query === 'string' ? masked.replace(JSON.stringify(query), () => JSON.stringify(open)) : masked;
}

function maskUrl(
  url: string,
  registered: RegisteredRoute | undefined,
  isSecret: IsSecretName,
  isGraphql: boolean,
): string {
  const start = url.indexOf('?');
  const path = start < 0 ? url : url.slice(0, start);
  const shownPath = maskPath(path, registered, isSecret);
  if (start < 0) return shownPath;
  const query = url.slice(start + 1);
  if (!isGraphql) return `${shownPath}?${maskParameters(query, isSecret)}`;
  const sent = new URLSearchParams(query);
  const { query: open, variables } = maskDocument(sent.get('query') ?? '', isSecret);
  sent.set('query', open);
  const hidden = new Set(variables);
  if (sent.has('variables')) {
    sent.set(
      'variables',
      maskJson(sent.get('variables')!, (name) => hidden.has(name) || isSecret(name)),
    );
  }
  return `${shownPath}?${sent}`;
}

/** The path of a route ends as it is declared, whatever stands before it. */
function maskPath(path: string, registered: RegisteredRoute | undefined, isSecret: IsSecretName): string {
  if (!registered) return path;
  const declared = registered.route.path.split('/');
  const steps = path.split('/');
  const from = steps.length - declared.length;
  return steps
    .map((step, i) => {
      const place = declared[i - from];
      return place?.startsWith(':') && isSecret(place.slice(1)) ? '******' : step;
    })
    .join('/');
}
