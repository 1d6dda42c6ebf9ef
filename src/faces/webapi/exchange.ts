import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AdmittedRoute } from '../../platform/execution/life.ts';
import { idempotencyKey, type IdempotencyKey } from '../../platform/idempotency/key.ts';
import type { Platform } from '../../kernel/platform.ts';
import type { RequestWatch } from '../../kernel/request-watch.ts';
import type { pathMasker } from '../../kernel/secret-paths.ts';
import type { Versioned } from '../../kernel/versioned.ts';
import type { CachedResponse } from './response-cache.ts';
import { announcedBytes, expectsContinue, readBody, REPEATED_BYTES } from './body.ts';
import { budgetOf } from './budgets.ts';
import type { Format } from './formats.ts';
import type { BodyContent } from './json.ts';
import type { WebApiDependencies } from './dependencies.ts';
import { parseQuery } from './query.ts';
import type { PathArguments } from './routes.ts';

/** A request under `/rest` and its response. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly method: string;
  /** Path and query as received. */
  readonly url: string;
  /** Start of the path behind `/rest` in `url`. */
  readonly pathStart: number;
  /** Request id, for logs and the client. */
  readonly id: string;
  /** Network address of the client: of the connection, or as reported by a trusted proxy. */
  readonly address: string;
  /** Whether the client uses HTTPS, to this server or, as reported by a trusted proxy, to the proxy. */
  readonly isSecure: boolean;
  /** `performance.now()` at its arrival. */
  readonly startedAt: number;
  /** Follows it for inspection and by its trace. */
  readonly watch?: RequestWatch | undefined;
  /** Follows it by its trace. */
  readonly trace?: RequestWatch | undefined;
}

/** Sends a prepared response. */
export type Reply = () => void | Promise<void>;

/** Shared by all requests. */
export interface WebApiContext {
  readonly platform: Platform;
  readonly dependencies: WebApiDependencies;
  readonly responses: Versioned<CachedResponse>;
  /** Masks the secrets of paths, for logs. */
  readonly maskPath: ReturnType<typeof pathMasker>;
}

/** A request of a call that was admitted. */
export interface RestCall extends AdmittedRoute {
  readonly context: WebApiContext;
  readonly exchange: Exchange;
  readonly path: PathArguments;
  /** Format of the response; undefined when the Accept header names none that is served. */
  readonly format: Format | undefined;
}

/** Received values by name. */
export type ReceivedValues = Readonly<Record<string, unknown>>;

const emptyQuery: ReceivedValues = {};

/** The path behind `/rest`. */
export function pathOf({ url, pathStart }: Exchange): string {
  const query = url.indexOf('?', pathStart);
  return query < 0 ? url.slice(pathStart) : url.slice(pathStart, query);
}

/** The query, parsed. */
export function queryOf({ url }: Exchange): ReceivedValues {
  const start = url.indexOf('?');
  return start < 0 ? emptyQuery : parseQuery(url.slice(start + 1));
}

/** The arguments of body and query; those of the query win. A body that is not an object has none. */
export function mergeArguments(body: unknown, query: ReceivedValues): ReceivedValues {
  if (typeof body !== 'object' || body === null) return query;
  return query === emptyQuery ? (body as ReceivedValues) : { ...body, ...query };
}

/** SHA-256 of the bodies of requests with a key. */
const bodyHashes = new WeakMap<IncomingMessage, string>();

/** The key of a POST with the header Idempotency-Key, once its body was read; undefined for other requests. */
export function keyOf({ exchange, call }: RestCall): IdempotencyKey | undefined {
  const { request, method } = exchange;
  const header = headerOf(request);
  if (method !== 'POST' || header === undefined) return undefined;
  const path = exchange.url.slice(exchange.pathStart);
  const content = { method, path, bodyHash: bodyHashes.get(request) ?? '' };
  return idempotencyKey(header, call.caller, content, call.services.access.secrets);
}

function headerOf({ headers }: IncomingMessage): string | undefined {
  const header = headers['idempotency-key'];
  return Array.isArray(header) ? header.join() : header;
}

/** Short bodies that were read: a request that is prepared again cannot read its body twice. */
const bodies = new WeakMap<IncomingMessage, Promise<BodyContent>>();

/** The body of a call, read within its caller's budget. */
export function bodyOf(rest: RestCall): Promise<BodyContent> {
  const { request } = rest.exchange;
  if (announcedBytes(request) > REPEATED_BYTES) return receiveBody(rest);
  let body = bodies.get(request);
  if (!body) bodies.set(request, (body = receiveBody(rest)));
  return body;
}

function receiveBody({ platform, exchange, plan, call }: RestCall): Promise<BodyContent> {
  const { request, response } = exchange;
  const { settings } = platform;
  const { developerMode } = settings;
  const invite = (): void => {
    if (expectsContinue(request)) response.writeContinue();
  };
  const hasKey = headerOf(request) !== undefined;
  const received = (bytes: Buffer): void => {
    if (hasKey) bodyHashes.set(request, hash('sha256', bytes));
    exchange.watch?.received(bytes);
  };
  const budget = budgetOf(call.caller, plan.registered.route, settings);
  return readBody(request, budget, { developerMode, invite, received });
}
