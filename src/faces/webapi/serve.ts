import { isSigned } from '../../platform/access/oauth.ts';
import { admit, identify } from '../../platform/execution/admit.ts';
import { withCurrentValues, type Settle } from '../../platform/execution/current.ts';
import { ClientGone } from '../../platform/execution/deadline.ts';
import { planOf, type RoutePlan } from '../../platform/execution/plan.ts';
import type { Caller } from '../../kernel/call.ts';
import type { Platform, Settings } from '../../kernel/platform.ts';
import { watchBoth, type ArrivedRequest } from '../../kernel/request-watch.ts';
import type { Tracing } from '../../kernel/tracing.ts';
import type { RequestFailure } from '../../kernel/request-failures.ts';
import { pathMasker } from '../../kernel/secret-paths.ts';
import { acceptCall } from './accept-call.ts';
import { announcedBytes, REPEATED_BYTES, STILL_READ_BYTES } from './body.ts';
import { toErrorResponse } from './errors.ts';
import { pathOf, queryOf, type Exchange, type Reply, type WebApiContext } from './exchange.ts';
import { acceptedFormat } from './formats.ts';
import type { WebApiDependencies } from './dependencies.ts';
import { respondToCall } from './respond-to-call.ts';
import { send, sendEarly, serialize, watchResponse } from './respond.ts';
import { createResponseCache } from './response-cache.ts';
import { createRouter, type Destination } from './routes.ts';

/** Handles a request under `/rest`. Never rejects: every failure becomes a response. */
export type RestHandler = (exchange: Exchange) => Promise<void>;

/** Maximum size of all cached responses, in bytes. */
const MAX_CACHED_BYTES = 32 * 2 ** 20;

/** Makes the handler of everything under `/rest`. */
export function createRestHandler(platform: Platform, dependencies: WebApiDependencies): RestHandler {
  const { registry } = platform;
  const plans = registry.routes.map((one) => planOf(registry, one));
  const locate = createRouter(plans, (code) => platform.scopes.resolveScope(code));
  const maskPath = pathMasker(registry.routes);
  const context: WebApiContext = { platform, dependencies, maskPath, responses: createResponseCache(MAX_CACHED_BYTES) };
  const warnOfProxy = createProxyWarning(platform);
  const handle: RestHandler = async (arrived) => {
    let exchange = arrived;
    let destination: Destination<RoutePlan> | undefined;
    let caller: Caller | undefined;
    try {
      const reply = await withCurrentValues(platform.caches, async (settle) => {
        if (!isRepeatable(exchange, platform.settings)) await settle();
        exchange = followed(exchange, dependencies);
        destination = locate(exchange.method, pathOf(exchange));
        return await prepareReply(context, exchange, destination, settle, (known) => void (caller = known));
      });
      await reply();
    } catch (error) {
      const failure = sendError(context, exchange, error);
      if (failure && dependencies.failed) {
        const { id: requestId, request } = exchange;
        const route = failureRoute(exchange, destination);
        dependencies.failed({ ...failure, route, caller, headers: request.headers, requestId });
      }
    }
    warnOfProxy(exchange.response.statusCode, exchange);
    report(context, exchange, destination);
  };
  return platform.tracing ? traced(platform.tracing, handle) : handle;
}

/** A handler of traced requests. */
function traced(tracing: Tracing, handle: RestHandler): RestHandler {
  return (exchange) => {
    const { response } = exchange;
    const { watch, run, end } = tracing.request(headOf(exchange));
    response.once('close', () => end(response.statusCode));
    return run(() => handle({ ...exchange, trace: watch }));
  };
}

/** Whether a request can be prepared again before it has an effect. */
function isRepeatable({ request }: Exchange, { maxPublicBodyBytes, maxBodyBytes }: Settings): boolean {
  const most = Math.min(REPEATED_BYTES, maxPublicBodyBytes, maxBodyBytes);
  return announcedBytes(request) <= most && !isSigned(request.headers.authorization);
}

/** The exchange with its watch, if it is inspected or traced. */
function followed(exchange: Exchange, dependencies: WebApiDependencies): Exchange {
  const { trace } = exchange;
  if (exchange.watch) return exchange;
  const watch = dependencies.watch?.(headOf(exchange));
  if (watch) watchResponse(exchange.response, watch);
  else return trace ? { ...exchange, watch: trace } : exchange;
  return { ...exchange, watch: trace ? watchBoth(trace, watch) : watch };
}

function headOf({ method, url, request, address, id, startedAt }: Exchange): ArrivedRequest {
  return { method, url, headers: request.headers, address, id, startedAt };
}

/** Takes a request through the life of a call (`execution/life.ts`), or prepares the response to one for a schema. */
async function prepareReply(
  context: WebApiContext,
  exchange: Exchange,
  destination: Destination<RoutePlan>,
  settle: Settle,
  onCaller: (caller: Caller) => void,
): Promise<Reply> {
  const { platform, dependencies } = context;
  const { request, response, method, url, address, isSecure, id } = exchange;
  const facts = { method, url, headers: request.headers, address };
  if (destination.kind === 'schema') {
    return respondWithSchema(dependencies, exchange, destination, await identify(dependencies, facts, response));
  }
  const { kind, route: plan, path, scope } = destination;
  const { watch } = exchange;
  watch?.found(kind === 'sync' ? 'call' : kind, plan.registered);
  const isGone = (): boolean => response.destroyed;
  const arrival = { plan, scope, facts, isSecure, response, isGone, reference: id, watch, onCaller, settle };
  const admitted = await admit(platform, dependencies, arrival);
  const rest = { ...admitted, context, exchange, path, format: acceptedFormat(request.headers.accept) };
  return await (kind === 'sync' ? respondToCall(rest) : acceptCall(rest, kind));
}

/** Warns the operator, once, when a limit may have hit a proxy instead of a client, because nobody has configured the proxy. */
function createProxyWarning({ settings, log }: Platform): (status: number, exchange: Exchange) => void {
  let isTold = settings.trustedProxies.length > 0;
  return (status, { request, address }) => {
    if (isTold || status !== 429 || request.headers['x-forwarded-for'] === undefined) return;
    isTold = true;
    log.warn({ address }, 'requests of a proxy are limited as those of one client: name it in SOUK_TRUSTED_PROXIES');
  };
}

function respondWithSchema(
  dependencies: WebApiDependencies,
  exchange: Exchange,
  { scope, asynchronous }: Extract<Destination<RoutePlan>, { kind: 'schema' }>,
  caller: Caller,
): Reply {
  const { services } = queryOf(exchange);
  const document = dependencies.schema({
    caller,
    storeCode: scope.code,
    asynchronous,
    services: typeof services === 'string' ? services : undefined,
    host: exchange.request.headers.host ?? 'localhost',
    scheme: exchange.isSecure ? 'https' : 'http',
  });
  const text = serialize(document, 'json');
  return () => send(exchange.response, { status: 200, format: 'json', requestId: exchange.id }, text);
}

/** Returns what was sent; undefined: the client has gone. */
function sendError(
  { platform, maskPath }: WebApiContext,
  exchange: Exchange,
  error: unknown,
): Pick<RequestFailure, 'status' | 'template'> | undefined {
  const { request, response, method, id } = exchange;
  if (error instanceof ClientGone || response.destroyed) return undefined;
  const { status, body, retryAfter, reportId, template } = toErrorResponse(error, platform.settings.developerMode);
  if (status >= 500) {
    const { path } = maskPath(pathOf(exchange));
    platform.log.error({ err: error, requestId: id, reportId, method, path }, 'a call failed');
  }
  if (response.headersSent) return { status, template };
  const format = acceptedFormat(request.headers.accept) ?? 'json';
  const allow = status === 405 ? 'GET, POST, PUT, DELETE' : undefined;
  const text = method === 'HEAD' ? '' : serialize(body, format);
  const head = { status, format, requestId: id, close: status === 413, allow, retryAfter };
  if (!request.complete && announcedBytes(request) > STILL_READ_BYTES) sendEarly(request, response, head, text);
  else send(response, head, text);
  return { status, template };
}

/** Counts and logs a completed request. */
function report(
  { dependencies, platform, maskPath }: WebApiContext,
  exchange: Exchange,
  destination: Destination<RoutePlan> | undefined,
): void {
  const { method, response, startedAt, id } = exchange;
  const status = response.statusCode;
  const milliseconds = performance.now() - startedAt;
  dependencies.metrics?.request({ method, route: routeLabel(destination), status }, milliseconds / 1000);
  if (platform.log.isLevelEnabled('debug')) {
    const { path } = maskPath(pathOf(exchange));
    platform.log.debug({ requestId: id, method, path, status, milliseconds }, 'answered');
  }
}

/** Method and declared path of a request, with the form of asynchronous ones; empty: none was found. */
function failureRoute({ method }: Exchange, destination: Destination<RoutePlan> | undefined): string {
  if (!destination) return '';
  if (destination.kind === 'schema') return `${method} /schema`;
  const { path } = destination.route.registered.route;
  return `${method} ${destination.kind === 'sync' ? '' : forms[destination.kind]}${path}`;
}

const forms = { async: '/async', bulk: '/async/bulk' } as const;

function routeLabel(destination: Destination<RoutePlan> | undefined): string {
  if (!destination) return 'none';
  return destination.kind === 'schema' ? '/schema' : destination.route.registered.route.path;
}
