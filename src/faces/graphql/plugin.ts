import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError, type ExecutionResult } from 'graphql';
import { isSigned } from '../../platform/access/oauth.ts';
import { admitQuery, identify, type CallGate } from '../../platform/execution/admit.ts';
import { Outdated, settled, withCurrentValues } from '../../platform/execution/current.ts';
import { ClientGone } from '../../platform/execution/deadline.ts';
import { perform } from '../../platform/execution/life.ts';
import type { Call, Caller, Scope } from '../../kernel/call.ts';
import type { GraphQLDeclaration } from '../../kernel/graphql.ts';
import type { GraphQLService } from '../../kernel/graphql-services.ts';
import { completeCaller } from '../../kernel/request-callers.ts';
import type { Platform } from '../../kernel/platform.ts';
import { isAtLeast } from '../../kernel/release.ts';
import type { RequestMask, RequestWatch, WatchRequests } from '../../kernel/request-watch.ts';
import { storageHeaders, type StorageHeaders } from '../../platform/page-cache/headers.ts';
import { plainAddress } from '../webapi/listener.ts';
import { etagOf, matchesEtag } from '../webapi/response-cache.ts';
import { cacheIdOf, varies } from './cache-id.ts';
import { graphqlErrors } from './errors.ts';
import { WorkMeter } from './executor/meter.ts';
import { meteredCall } from './executor/metered-call.ts';
import { serializeInTurns } from './executor/serialize.ts';
import { queryPlan } from './field-plans.ts';
import { createCachedResponses, type CachedResponses } from './cached-responses.ts';
import { graphqlMask } from './mask-request.ts';
import { describe, sentError, statusOfFailure, statusOfResult, type SentError } from './sent-errors.ts';
import { createSchemas, type ServedSchema } from './served-schemas.ts';
import { readRequest, type GraphQLRequest } from './request.ts';
import type { RequestContext } from './resolvers.ts';

/** Dependencies of the GraphQL interface. */
interface GraphQLHost {
  readonly platform: Platform;
  readonly gate: CallGate;
  readonly declarations: readonly GraphQLDeclaration[];
  /** Schemas at addresses of their own. */
  readonly services: readonly GraphQLService[];
  /** Records requests for inspection. */
  readonly watch?: WatchRequests;
}

/** Maximum size of a GraphQL request body, in bytes. */
const BODY_BYTES = 2 ** 20;

/** A response with its status. */
interface GraphQLResponse {
  readonly status: number;
  readonly retryAfter?: number | undefined;
  /** The kind of its callers (`cacheIdOf`); undefined while unknown. */
  readonly kind?: string;
  readonly body: GraphQLBody | Buffer;
  /** For responses that HTTP caches may store. */
  readonly storage?: StorageHeaders | undefined;
}

interface WatchedResponse extends GraphQLResponse {
  readonly watch: RequestWatch | undefined;
}

interface GraphQLBody {
  readonly errors?: readonly SentError[];
  readonly data?: unknown;
}

/** A schema and the cached responses. */
interface ServedStorefront extends ServedSchema {
  readonly responses: CachedResponses;
  readonly mask: RequestMask;
}

/** Serves `/graphql` and the schemas of services. */
export async function graphqlRoutes(app: FastifyInstance, host: GraphQLHost): Promise<void> {
  const schemas = createSchemas(host);
  const responses = createCachedResponses(host.platform);
  if (host.platform.settings.developerMode) await app.register((await import('./explorer.ts')).explorerPages);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_BYTES }, (_, body, done) => done(null, body));
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500;
    const description = status < 500 ? { message: error.message } : describe(error, host.platform, request.id);
    return reply.code(status).send({ errors: [description] });
  });
  for (const path of schemas.paths) {
    const mask = graphqlMask(() => schemas.of(path).storefront.schema());
    servePath(app, host, path, () => ({ ...schemas.of(path), responses, mask }));
  }
}

/** Serves the schema of a path, as it is at the time of each request. */
function servePath(app: FastifyInstance, host: GraphQLHost, url: string, served: () => ServedStorefront): void {
  app.route({
    method: ['GET', 'POST'],
    url,
    handler: async (request, reply) => {
      const prepared = await prepareResponse(host, served, request, reply);
      const { status, retryAfter, kind, body, storage, watch } = prepared;
      if (kind !== undefined) {
        const headers = [varies, ...served().services.flatMap((service) => service.varies)];
        reply.header('vary', [reply.getHeader('vary') ?? [], ...headers].flat().join(', '));
        reply.header('x-magento-cache-id', kind);
      }
      await watch?.ended({}, undefined);
      const text = Buffer.isBuffer(body) ? body : JSON.stringify(body);
      reply.code(status).header('cache-control', 'no-store').type('application/json; charset=utf-8');
      if (storage) {
        reply.headers({ ...storage, etag: etagOf(Buffer.from(text)) });
        if (matchesEtag(request.headers['if-none-match'], String(reply.getHeader('etag')))) reply.code(304);
      }
      if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
      watch?.answers(
        reply.statusCode,
        Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]),
      );
      watch?.sends(text);
      return reply.send(reply.statusCode === 304 ? undefined : text);
    },
  });
  app.route({
    method: ['PUT', 'PATCH', 'DELETE'],
    url,
    handler: (request, reply) => {
      const error = graphqlErrors.method();
      reply.code(error.status).header('allow', 'GET, HEAD, POST');
      return reply.send({ errors: [describe(error, host.platform, request.id)] });
    },
  });
}

function watchOf(
  { watch }: GraphQLHost,
  request: FastifyRequest,
  reply: FastifyReply,
  mask: RequestMask,
): RequestWatch | undefined {
  const { method, url, headers, id, body } = request;
  const follows = watch?.({
    method,
    url,
    headers,
    address: plainAddress(request.ip),
    id,
    startedAt: performance.now(),
  });
  if (!follows) return undefined;
  reply.raw.once('close', () => follows.closed());
  follows.found('graphql', undefined, mask);
  if (typeof body === 'string') follows.received(Buffer.from(body));
  return follows;
}

/** Prepares the response to a request with current cached values. */
async function prepareResponse(
  host: GraphQLHost,
  servedNow: () => ServedStorefront,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<WatchedResponse> {
  const { platform } = host;
  let watch: RequestWatch | undefined;
  try {
    return await withCurrentValues(platform.caches, async (settle) => {
      if (isSigned(request.headers.authorization)) await settle();
      const served = servedNow();
      watch ??= watchOf(host, request, reply, served.mask);
      const graphqlRequest = readRequest(request);
      const context = { ...(await contextOf(host, served.services, request, reply, watch)), settle };
      watch?.admitted();
      const kind = await cacheIdOf(context.call);
      const isGone = (): boolean => reply.raw.destroyed;
      const response = await run(platform, served, graphqlRequest, context, {
        kind,
        requestId: request.id,
        watch,
        isGone,
      });
      return { ...response, kind, watch };
    });
  } catch (error) {
    return { ...failedResponse(platform, request.id, error), watch };
  }
}

function failedResponse(platform: Platform, requestId: string, error: unknown): GraphQLResponse {
  return { ...statusOfFailure(error), body: { errors: [describe(error, platform, requestId)] } };
}

/** The caller, store view and currency of a request. */
async function contextOf(
  { platform, gate }: GraphQLHost,
  services: readonly GraphQLService[],
  request: FastifyRequest,
  reply: FastifyReply,
  watch: RequestWatch | undefined,
): Promise<Omit<RequestContext, 'settle'>> {
  const facts = {
    method: request.method,
    url: request.url,
    headers: request.headers,
    address: plainAddress(request.ip),
  };
  const response = { setHeader: (name: string, value: string) => reply.header(name, value) };
  const caller = await identify(gate, facts, response);
  if (isRefusedToken(caller, request) && isAtLeast(platform.registry.release, TOKENS_CHECKED))
    throw graphqlErrors.token();
  let call = platform.newCall(caller, scopeOf(platform, services, request));
  for (const service of services) call = call.with({ scope: await service.scopeOf(call, request.headers) });
  call = await completeCaller(call, request.headers);
  return { call: watch?.identified(call) ?? call, facts, response, began: performance.now(), reference: request.id };
}

/** Whether a request has no credentials at all: caches in between could not tell callers with credentials apart. */
function isAnonymous({ call, facts }: RequestContext): boolean {
  return call.caller.type === 'guest' && facts.headers.authorization === undefined;
}

/** First release that rejects invalid tokens; before it, their callers are guests. */
const TOKENS_CHECKED = '2.4.8';

/** Whether the request has an unknown bearer token. */
function isRefusedToken({ type }: Caller, { headers: { authorization = '' } }: FastifyRequest): boolean {
  return type === 'guest' && /^bearer [^ ]+$/i.test(authorization);
}

function scopeOf(platform: Platform, services: readonly GraphQLService[], { headers }: FastifyRequest): Scope {
  const { scopes } = platform;
  const names = [...services.map(({ viewHeader }) => viewHeader), 'store'];
  const code = names.map((name) => textOf(headers[name])).find((text) => text !== undefined) ?? scopes.viewCodes()[0];
  const scope = code === 'all' ? undefined : scopes.resolveScope(code);
  if (!scope) throw graphqlErrors.store([code]);
  const currency = textOf(headers['content-currency']);
  if (currency === undefined) return scope;
  const call = platform.newCall({ type: 'guest', id: 0, resources: new Set() }, scope);
  if (!scopes.allowedCurrencies(call, scope.storeId).includes(currency)) throw graphqlErrors.currency();
  return { ...scope, currency };
}

function textOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && header !== '' ? header : undefined;
}

/** The context of an operation. */
interface RunSurroundings {
  /** Kind of the caller; see `cacheIdOf`. */
  readonly kind: string;
  readonly requestId: string;
  readonly watch: RequestWatch | undefined;
  /** Whether the client has closed the connection. */
  isGone(): boolean;
}

/** An executed query, ready to be sent. */
interface ExecutedQuery {
  readonly errors: ExecutionResult['errors'];
  readonly body: GraphQLBody | Buffer;
}

async function run(
  platform: Platform,
  { storefront, responses, key }: ServedStorefront,
  request: GraphQLRequest,
  context: RequestContext,
  { kind, requestId, watch, isGone }: RunSurroundings,
): Promise<GraphQLResponse> {
  const { query, operationName, variables, isGet } = request;
  const failed = (status: number, errors: readonly GraphQLError[]): GraphQLResponse => ({
    status,
    body: { errors: errors.map((error) => sentError(error, platform, requestId)) },
  });
  try {
    const operation = storefront.documents().read(query, operationName);
    if (operation.kind === 'invalid') return failed(200, operation.errors);
    await watch?.decoded([variables]);
    if (operation.kind === 'mutation') {
      if (isGet) throw graphqlErrors.byGet();
      const meter = newMeter();
      const metered = meteredContext(meter, meteredCall(context.call, meter));
      const result = await operation.run(metered, variables, meter);
      await metered.settle();
      return { ...statusOfResult(result.errors, metered.hasChanged), body: await contentOf(result, meter) };
    }
    const { caller, scope } = context.call;
    const reading = platform.newCall(caller, scope, { readsOnly: true });
    const execute = async (): Promise<ExecutedQuery> => {
      const meter = newMeter();
      const plan = queryPlan((_, call) =>
        operation.run(meteredContext(meter, meteredCall(call, meter)), variables, meter),
      );
      const admitted = admitQuery(platform, plan, reading, isGone);
      const result = await perform(admitted, {}, (value) => value as ExecutionResult);
      return { errors: result.errors, body: await contentOf(result, meter) };
    };
    const isCached = operation.isShared && (caller.type === 'guest' || caller.type === 'customer');
    if (!isCached) {
      const { errors, body } = await execute();
      return { ...statusOfResult(errors), body };
    }
    let status = statusOfResult();
    let isComplete = true;
    const body = await responses.read(reading, `${key}\n${kind}`, request, async () => {
      const executed = await execute();
      status = statusOfResult(executed.errors);
      isComplete = !executed.errors?.length;
      return { body: executed.body, isCacheable: isComplete };
    });
    const isStorable = isGet && isComplete && isAnonymous(context);
    return { ...status, body, storage: isStorable ? storageHeaders(reading, operation.shows) : undefined };
  } catch (error) {
    // A document with a syntax error.
    if (error instanceof GraphQLError) return failed(400, [error]);
    if (error instanceof Outdated) throw error;
    // The client has gone and will not read this.
    if (error instanceof ClientGone) return { status: 503, body: {} };
    return failedResponse(platform, requestId, error);
  }

  function newMeter(): WorkMeter {
    const { callTimeout: seconds } = platform.settings;
    return new WorkMeter(storefront.limits(), { seconds, began: context.began, isGone });
  }

  function meteredContext(meter: WorkMeter, call: Call): RequestContext {
    const settle = context.settle === settled ? settled : () => meter.awaiting(context.settle);
    return { ...context, call, settle };
  }

  async function contentOf(result: ExecutionResult, { isLarge }: WorkMeter): Promise<GraphQLBody | Buffer> {
    const body = bodyOf(result);
    return isLarge ? serializeInTurns(body) : body;
  }

  function bodyOf({ errors, data }: ExecutionResult): GraphQLBody {
    const errorList = errors &&
      errors.length > 0 && { errors: errors.map((error) => sentError(error, platform, requestId)) };
    // As in the reference, `data` is left out when it is null.
    return { ...errorList, ...(data != null && { data }) };
  }
}
