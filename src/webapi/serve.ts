import { admit, identify } from '../execution/admit.ts';
import { planOf, type RoutePlan } from '../execution/plan.ts';
import type { Caller } from '../kernel/call.ts';
import type { Platform } from '../kernel/platform.ts';
import type { ArrivedRequest } from '../kernel/request-watch.ts';
import { pathMasker } from '../kernel/secret-paths.ts';
import { acceptCall } from './accept-call.ts';
import { answerCall } from './answer-call.ts';
import { createAnswerStore } from './answers.ts';
import { announcedBytes, ClientGone, STILL_READ_BYTES } from './body.ts';
import { toErrorAnswer } from './errors.ts';
import { pathOf, queryOf, type Exchange, type WebApiContext } from './exchange.ts';
import { acceptedFormat } from './formats.ts';
import type { WebApiDependencies } from './dependencies.ts';
import { send, sendEarly, serialize, showAnswer } from './respond.ts';
import { createRouter, type Destination } from './routes.ts';

/** Answers a request under `/rest`. Never rejects: every failure is answered. */
export type RestHandler = (exchange: Exchange) => Promise<void>;

/** Bytes of encoded answers in memory, at most. */
const KEPT_BYTES = 32 * 2 ** 20;

/** Makes the handler of everything under `/rest`. */
export function createRestHandler(platform: Platform, dependencies: WebApiDependencies): RestHandler {
  const { registry } = platform;
  const plans = registry.routes.map((one) => planOf(registry, one));
  const locate = createRouter(plans, (code) => platform.scopes.resolveScope(code));
  const maskPath = pathMasker(registry.routes);
  const context: WebApiContext = { platform, dependencies, maskPath, kept: createAnswerStore(KEPT_BYTES) };
  const warnOfProxy = createProxyWarning(platform);
  return async (arrived) => {
    const watch = dependencies.watch?.(headOf(arrived));
    const exchange = watch ? { ...arrived, watch } : arrived;
    if (watch) showAnswer(exchange.response, watch);
    let destination: Destination<RoutePlan> | undefined;
    try {
      destination = locate(exchange.method, pathOf(exchange));
      await answer(context, exchange, destination);
    } catch (error) {
      answerError(context, exchange, error);
    }
    warnOfProxy(exchange.response.statusCode, exchange);
    report(context, exchange, destination);
  };
}

function headOf({ method, url, request, address, id, startedAt }: Exchange): ArrivedRequest {
  return { method, url, headers: request.headers, address, id, startedAt };
}

/** Leads a request through the life of a call (`execution/life.ts`), or answers a request for a schema. */
async function answer(context: WebApiContext, exchange: Exchange, destination: Destination<RoutePlan>): Promise<void> {
  const { platform, dependencies } = context;
  const { request, response, method, url, address, isSecure, id } = exchange;
  const facts = { method, url, headers: request.headers, address };
  if (destination.kind === 'schema') {
    answerSchema(dependencies, exchange, destination, await identify(dependencies, facts, response));
    return;
  }
  const { kind, route: plan, path, scope } = destination;
  const { watch } = exchange;
  watch?.found(kind === 'sync' ? 'call' : kind, plan.registered);
  const arrival = { plan, scope, facts, isSecure, answer: response, reference: id, watch };
  const admitted = await admit(platform, dependencies, arrival);
  const rest = { ...admitted, context, exchange, path, format: acceptedFormat(request.headers.accept) };
  await (kind === 'sync' ? answerCall(rest) : acceptCall(rest, kind));
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

function answerSchema(
  dependencies: WebApiDependencies,
  exchange: Exchange,
  { scope, asynchronous }: Extract<Destination<RoutePlan>, { kind: 'schema' }>,
  caller: Caller,
): void {
  const { services } = queryOf(exchange);
  const document = dependencies.schema({
    caller,
    storeCode: scope.code,
    asynchronous,
    services: typeof services === 'string' ? services : undefined,
    host: exchange.request.headers.host ?? 'localhost',
    scheme: exchange.isSecure ? 'https' : 'http',
  });
  send(exchange.response, { status: 200, format: 'json', requestId: exchange.id }, serialize(document, 'json'));
}

function answerError({ platform, maskPath }: WebApiContext, exchange: Exchange, error: unknown): void {
  const { request, response, method, id } = exchange;
  if (error instanceof ClientGone || response.destroyed) return;
  const { status, body, retryAfter, reportId } = toErrorAnswer(error, platform.settings.developerMode);
  if (status >= 500) {
    const { path } = maskPath(pathOf(exchange));
    platform.log.error({ err: error, requestId: id, reportId, method, path }, 'a call failed');
  }
  if (response.headersSent) return;
  const format = acceptedFormat(request.headers.accept) ?? 'json';
  const allow = status === 405 ? 'GET, POST, PUT, DELETE' : undefined;
  const text = method === 'HEAD' ? '' : serialize(body, format);
  const head = { status, format, requestId: id, close: status === 413, allow, retryAfter };
  if (!request.complete && announcedBytes(request) > STILL_READ_BYTES) sendEarly(request, response, head, text);
  else send(response, head, text);
}

/** Counts and logs an answered request. */
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

function routeLabel(destination: Destination<RoutePlan> | undefined): string {
  if (!destination) return 'none';
  return destination.kind === 'schema' ? '/schema' : destination.route.registered.route.path;
}
