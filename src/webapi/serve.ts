import { authorize } from '../access/check.ts';
import { attemptAt, type Attempt } from '../limits/credentials.ts';
import type { Caller } from '../kernel/call.ts';
import { platformErrors } from '../kernel/errors.ts';
import type { Platform } from '../kernel/platform.ts';
import type { Watch } from '../kernel/guards.ts';
import { acceptCall } from './accept-call.ts';
import { answerCall } from './answer-call.ts';
import { createAnswerStore } from './answers.ts';
import { announcedBytes, ClientGone, PATIENCE } from './body.ts';
import { toErrorAnswer } from './errors.ts';
import { pathOf, queryOf, type Exchange, type Service } from './exchange.ts';
import { acceptedFormat } from './formats.ts';
import type { WebApiParts } from './parts.ts';
import { planRoute, type Plan } from './plans.ts';
import { send, sendEarly, serialize } from './respond.ts';
import { createRouter, type Destination } from './routes.ts';

/** Answers a request under `/rest`. Never rejects: every failure is answered. */
export type RestHandler = (exchange: Exchange) => Promise<void>;

/** Bytes of encoded answers that are kept in memory. */
const KEPT_BYTES = 32 * 2 ** 20;

/** Makes the handler of everything under `/rest`. */
export function createRestHandler(platform: Platform, parts: WebApiParts): RestHandler {
  const { edition, release } = platform.settings;
  const plans = platform.registry.routes.map((one) => planRoute(one, { edition, release }, parts.forced));
  const locate = createRouter(plans, (code) => platform.resolveScope(code));
  const service: Service = {
    platform,
    parts,
    kept: createAnswerStore(KEPT_BYTES),
    decoding: platform.decoding,
  };
  const warnOfProxy = createProxyWarning(platform);
  return async (exchange) => {
    let destination: Destination<Plan> | undefined;
    try {
      destination = locate(exchange.method, pathOf(exchange));
      await answer(service, exchange, destination);
    } catch (error) {
      answerError(platform, exchange, error);
    }
    warnOfProxy(exchange.response.statusCode, exchange);
    report(service, exchange, destination);
  };
}

/** The steps of a call in the interface's order, since clients see which error comes first. */
async function answer(service: Service, exchange: Exchange, destination: Destination<Plan>): Promise<void> {
  const { platform, parts } = service;
  const { request, method, url } = exchange;
  const facts = { method, url, headers: request.headers, address: exchange.address };
  const caller = await parts.authenticate(facts);
  parts.limiter?.count(caller, exchange.address, exchange.response);
  if (destination.kind === 'schema') {
    answerSchema(parts, exchange, destination, caller);
    return;
  }
  const { kind, route: plan, path, scope } = destination;
  const { registered } = plan;
  authorize(caller, registered.route, platform.config);
  if (registered.route.secure && !exchange.isSecure) throw platformErrors.httpsOnly();
  const format = acceptedFormat(request.headers.accept);
  const call = platform.newCall({ ...caller, address: exchange.address }, scope);
  const attempt = attemptAt(registered.route, call, exchange.address, exchange.response);
  const watches: Watch[] = attempt ? [watchAttempt(attempt)] : [];
  for (const guard of parts.guards ?? []) {
    const watch = await guard(registered, call, facts);
    if (watch) watches.push(watch);
  }
  const admitted = { service, exchange, plan, path, caller, scope, format, call, watches };
  await (kind === 'sync' ? answerCall(admitted) : acceptCall(admitted, kind));
}

function watchAttempt(attempt: Attempt): Watch {
  return { decoded: (inputs) => attempt.begin(inputs.length), ended: (_, failure) => attempt.end(failure) };
}

/** Tells the operator, once, when a limit may have hit a proxy that nobody has named instead of a client. */
function createProxyWarning({ settings, log }: Platform): (status: number, exchange: Exchange) => void {
  let isTold = settings.trustedProxies.length > 0;
  return (status, { request, address }) => {
    if (isTold || status !== 429 || request.headers['x-forwarded-for'] === undefined) return;
    isTold = true;
    log.warn({ address }, 'requests of a proxy are limited as those of one client: name it in SOUK_TRUSTED_PROXIES');
  };
}

function answerSchema(
  parts: WebApiParts,
  exchange: Exchange,
  { scope, asynchronous }: Extract<Destination<Plan>, { kind: 'schema' }>,
  caller: Caller,
): void {
  const { services } = queryOf(exchange);
  const document = parts.schema({
    caller,
    storeCode: scope.code,
    asynchronous,
    services: typeof services === 'string' ? services : undefined,
    host: exchange.request.headers.host ?? 'localhost',
    scheme: exchange.isSecure ? 'https' : 'http',
  });
  send(exchange.response, { status: 200, format: 'json', requestId: exchange.id }, serialize(document, 'json'));
}

function answerError(platform: Platform, exchange: Exchange, error: unknown): void {
  const { request, response, method, id } = exchange;
  if (error instanceof ClientGone || response.destroyed) return;
  const { status, body, retryAfter, reportId } = toErrorAnswer(error, platform.settings.developerMode);
  if (status >= 500) {
    platform.log.error({ err: error, requestId: id, reportId, method, path: pathOf(exchange) }, 'a call failed');
  }
  if (response.headersSent) return;
  const format = acceptedFormat(request.headers.accept) ?? 'json';
  const allow = status === 405 ? 'GET, POST, PUT, DELETE' : undefined;
  const text = method === 'HEAD' ? '' : serialize(body, format);
  const head = { status, format, requestId: id, close: status === 413, allow, retryAfter };
  if (!request.complete && announcedBytes(request) > PATIENCE) sendEarly(request, response, head, text);
  else send(response, head, text);
}

/** Counts and logs what was answered. */
function report({ parts, platform }: Service, exchange: Exchange, destination: Destination<Plan> | undefined): void {
  const { method, response, startedAt, id } = exchange;
  const status = response.statusCode;
  const milliseconds = performance.now() - startedAt;
  parts.metrics?.request({ method, route: routeLabel(destination), status }, milliseconds / 1000);
  if (platform.log.isLevelEnabled('debug')) {
    platform.log.debug({ requestId: id, method, path: pathOf(exchange), status, milliseconds }, 'answered');
  }
}

function routeLabel(destination: Destination<Plan> | undefined): string {
  if (!destination) return 'none';
  return destination.kind === 'schema' ? '/schema' : destination.route.registered.route.path;
}
