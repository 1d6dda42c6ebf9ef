import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isSigned } from '../../platform/access/oauth.ts';
import { identify, type CallGate } from '../../platform/execution/admit.ts';
import { withCurrentValues } from '../../platform/execution/current.ts';
import type { Caller, Scope } from '../../kernel/call.ts';
import type { GraphQLDeclaration } from '../../kernel/graphql.ts';
import type { GraphQLService } from '../../kernel/graphql-services.ts';
import { completeCaller } from '../../kernel/request-callers.ts';
import type { NoteFailure } from '../../kernel/request-failures.ts';
import type { Platform } from '../../kernel/platform.ts';
import { isAtLeast } from '../../kernel/release.ts';
import { watchBoth, type RequestMask, type RequestWatch, type WatchRequests } from '../../kernel/request-watch.ts';
import { tracedWatch } from '../../kernel/tracing.ts';
import { plainAddress } from '../webapi/listener.ts';
import { etagOf, matchesEtag } from '../webapi/response-cache.ts';
import { cacheIdOf, varies } from './cache-id.ts';
import { createCachedResponses } from './cached-responses.ts';
import { graphqlErrors } from './errors.ts';
import { graphqlMask } from './mask-request.ts';
import { operationNames, outcomeOf, type GraphQLOutcome, type MeasuredGraphQL } from './measured.ts';
import { readRequest } from './request.ts';
import type { RequestContext } from './resolvers.ts';
import { failedResponse, runRequest, type GraphQLResponse, type ServedStorefront } from './run-request.ts';
import { describe } from './sent-errors.ts';
import { createSchemas } from './served-schemas.ts';

/** Dependencies of the GraphQL interface. */
interface GraphQLHost {
  readonly platform: Platform;
  readonly gate: CallGate;
  readonly declarations: readonly GraphQLDeclaration[];
  /** Schemas at addresses of their own. */
  readonly services: readonly GraphQLService[];
  /** Records requests for inspection. */
  readonly watch?: WatchRequests;
  /** Counts completed requests. */
  measured?(request: MeasuredGraphQL, seconds: number): void;
  /** Notes each error of a response. */
  readonly failed?: NoteFailure;
}

/** Maximum size of a GraphQL request body, in bytes. */
const BODY_BYTES = 2 ** 20;

interface WatchedResponse extends GraphQLResponse {
  /** The services of its schema, where its kind is known. */
  readonly services: readonly GraphQLService[];
  readonly watch: RequestWatch | undefined;
  /** Undefined: the request failed before its caller was known. */
  readonly caller: Caller | undefined;
}

/** Counts the request of a path. */
type CountRequest = (
  path: string,
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: GraphQLOutcome,
  caller?: Caller,
) => void;

/** Serves `/graphql` and the schemas of services. */
export async function graphqlRoutes(app: FastifyInstance, host: GraphQLHost): Promise<void> {
  const schemas = createSchemas(host);
  const responses = createCachedResponses(host.platform);
  const labelOf = operationNames();
  const count: CountRequest = (path, request, { statusCode: status, elapsedTime }, outcome, caller) => {
    const { method, headers, id: requestId } = request;
    const { result, categories, templates } = outcome;
    const operation = labelOf(outcome);
    host.measured?.({ method, path, status, operation, result, categories }, elapsedTime / 1000);
    const route = `${method} ${path} ${operation}`;
    for (const template of templates) host.failed?.({ route, template, status, caller, headers, requestId });
  };
  const { explorerPages, noExplorer } = await import('./explorer.ts');
  await app.register(host.platform.settings.developerMode ? explorerPages : noExplorer);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_BYTES }, (_, body, done) => done(null, body));
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500;
    const description = status < 500 ? { message: error.message } : describe(error, host.platform, request.id);
    const body = { errors: [description] };
    count(request.routeOptions.url ?? 'none', request, reply.code(status), outcomeOf(body, [error.message]));
    return reply.send(body);
  });
  for (const path of schemas.paths) {
    const mask = graphqlMask(() => schemas.of(path).storefront.schema());
    servePath(app, host, path, () => ({ ...schemas.of(path), responses, mask }), { count, labelOf });
  }
}

/** Serves the schema of a path, as it is at the time of each request. */
function servePath(
  app: FastifyInstance,
  host: GraphQLHost,
  url: string,
  served: () => ServedStorefront,
  { count, labelOf }: { readonly count: CountRequest; readonly labelOf: ReturnType<typeof operationNames> },
): void {
  app.route({
    method: ['GET', 'POST'],
    url,
    handler: async (request, reply) => {
      const prepared = await prepareResponse(host, served, request, reply);
      const { status, retryAfter, kind, services, body, storage, watch, caller, outcome } = prepared;
      watch?.executed(outcome.name ?? '', outcome.result, labelOf(outcome));
      if (kind !== undefined) {
        const headers = [varies, ...services.flatMap((service) => service.varies)];
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
      count(url, request, reply, outcome, caller);
      return reply.statusCode === 304 ? undefined : text;
    },
  });
  app.route({
    method: ['PUT', 'PATCH', 'DELETE'],
    url,
    config: { counted: 'timed' },
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
  const trace = tracedWatch();
  const recorded = watch?.({
    method,
    url,
    headers,
    address: plainAddress(request.ip),
    id,
    startedAt: performance.now(),
  });
  const follows = recorded && trace ? watchBoth(trace, recorded) : (recorded ?? trace);
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
  let caller: Caller | undefined;
  try {
    return await withCurrentValues(platform.caches, async (settle) => {
      if (isSigned(request.headers.authorization)) await settle();
      const served = servedNow();
      const preparing = served.storefront.prepare();
      if (preparing) await preparing;
      watch ??= watchOf(host, request, reply, served.mask);
      const graphqlRequest = readRequest(request);
      const context = { ...(await contextOf(host, served.services, request, reply, watch)), settle };
      ({ caller } = context.call);
      watch?.admitted();
      const kind = await cacheIdOf(context.call);
      const isGone = (): boolean => reply.raw.destroyed;
      const response = await runRequest(platform, served, graphqlRequest, context, {
        kind,
        requestId: request.id,
        watch,
        isGone,
      });
      return { ...response, kind, services: served.services, watch, caller };
    });
  } catch (error) {
    return { ...failedResponse(platform, request.id, error), services: [], watch, caller };
  }
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
