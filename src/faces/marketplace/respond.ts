import type { IncomingMessage, ServerResponse } from 'node:http';
import { ClientGone } from '../../platform/execution/deadline.ts';
import { guest } from '../../kernel/call.ts';
import { platformErrors, PlatformError } from '../../kernel/errors.ts';
import type { Platform } from '../../kernel/platform.ts';
import { system } from '../../kernel/system.ts';
import type { RequestLimiter } from '../../platform/limits/requests.ts';
import { announcedBytes, expectsContinue, STILL_READ_BYTES, readBody } from '../webapi/body.ts';
import { toErrorResponse } from '../webapi/errors.ts';
import type { ProcessMetrics } from '../webapi/metrics.ts';
import { send, sendEarly } from '../webapi/respond.ts';
import type { Environment } from './environments.ts';
import { marketplaceErrors } from './errors.ts';
import { resources, type SubmissionResource } from './routes.ts';
import { isPlainObject } from '../../kernel/plain-objects.ts';

/** The dependencies of every response. */
export interface SubmissionService {
  readonly platform: Platform;
  readonly environment: Environment;
  readonly limiter: Pick<RequestLimiter, 'count'>;
  readonly metrics?: Pick<ProcessMetrics, 'request'> | undefined;
}

/** A request and its response. */
interface SubmissionExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly method: string;
  /** The path without its query. */
  readonly path: string;
  /** Request id, for logs and the client. */
  readonly id: string;
  readonly address: string;
  /** `performance.now()` at its arrival. */
  readonly startedAt: number;
}

/** Paths that tell how the server is; GET has routes of its own. */
export const healthPaths: ReadonlySet<string> = new Set(['/health/live', '/health/ready']);

/** Limits of a request body, which needs only one small field. */
const BUDGET = { bytes: 16_384, values: 1000, keys: 1000 };

/** Responds to a request. Never rejects: every failure becomes a response. */
export async function respond(service: SubmissionService, exchange: SubmissionExchange): Promise<void> {
  const { platform, metrics } = service;
  const { response, method, path, id, startedAt } = exchange;
  const found = locate(path);
  try {
    if (!found && !healthPaths.has(path)) throw platformErrors.noRoute();
    const allowed = [...(found?.resource.method === 'POST' ? ['POST'] : ['GET', 'HEAD']), 'OPTIONS'];
    response.setHeader('allow', allowed.join(', '));
    if (method === 'OPTIONS') response.writeHead(204, { 'cache-control': 'no-store', 'x-request-id': id }).end();
    else if (!found || !allowed.includes(method)) throw platformErrors.method([method]);
    else {
      response.removeHeader('allow');
      // The limits of attempts and requests are settings, which another process may have changed.
      await platform.caches.refresh();
      const value = await perform(service, exchange, found);
      send(response, { status: 200, format: 'json', requestId: id }, JSON.stringify(value));
    }
  } catch (error) {
    sendError(service, exchange, found?.resource, error);
  }
  const status = response.statusCode;
  const milliseconds = performance.now() - startedAt;
  metrics?.request({ method, route: found?.resource.path ?? 'none', status }, milliseconds / 1000);
  platform.log.debug(
    { requestId: id, environment: service.environment, method, path, status, milliseconds },
    'answered',
  );
}

/** A route and the value of its path parameter. */
interface FoundResource {
  readonly resource: SubmissionResource;
  readonly parameter: string;
}

const patterns = resources.map(
  (resource) => [resource, new RegExp(`^${resource.path.replace(/:\w+$/, '([^/]+)')}$`)] as const,
);

function locate(path: string): FoundResource | undefined {
  for (const [resource, pattern] of patterns) {
    const match = pattern.exec(path);
    if (match) return { resource, parameter: decoded(match[1] ?? '') };
  }
  return undefined;
}

/** A decoded part of a path; unchanged if it cannot be decoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function perform(
  service: SubmissionService,
  exchange: SubmissionExchange,
  { resource, parameter }: FoundResource,
): Promise<unknown> {
  const { platform, environment, limiter } = service;
  const { request, response, address } = exchange;
  const caller = { ...guest, address };
  limiter.count(caller, address, response);
  return resource.handle(platform.newCall(caller, system.scope), {
    environment,
    tokenLifetime: platform.settings.marketplaceTokenLifetime,
    headers: request.headers,
    parameter,
    address,
    response,
    body: () => readObject(exchange),
  });
}

/** The JSON body of a request with any Content-Type: some clients of this interface declare it as a form. */
async function readObject({ request, response }: SubmissionExchange): Promise<Readonly<Record<string, unknown>>> {
  const invite = (): void => {
    if (expectsContinue(request)) response.writeContinue();
  };
  const value = await readBody(request, BUDGET, { invite, developerMode: false, format: 'json' }).then(
    (content) => content.value,
    (error: unknown) => {
      const isMalformed = error instanceof PlatformError && error.message === platformErrors.decoding.template;
      throw isMalformed ? marketplaceErrors.notJson(undefined, { cause: error }) : error;
    },
  );
  if (!isPlainObject(value)) throw marketplaceErrors.notJson();
  return value;
}

function sendError(
  { platform, environment }: SubmissionService,
  { request, response, method, path, id }: SubmissionExchange,
  resource: SubmissionResource | undefined,
  error: unknown,
): void {
  if (error instanceof ClientGone || response.destroyed) return;
  const { status, body, retryAfter, reportId } = toErrorResponse(error, platform.settings.developerMode);
  if (status >= 500) {
    platform.log.error({ err: error, requestId: id, reportId, environment, method, path }, 'a call failed');
  }
  if (response.headersSent) return;
  if (status === 401 && resource) response.setHeader('www-authenticate', challengeOf(resource, environment));
  const head = { status, format: 'json' as const, requestId: id, close: status === 413, retryAfter };
  // Its clients read sentences: they know nothing of templates.
  const message = error instanceof PlatformError && reportId === undefined ? error.text : body.message;
  const text = JSON.stringify({ ...body, message, parameters: undefined });
  if (!request.complete && announcedBytes(request) > STILL_READ_BYTES) sendEarly(request, response, head, text);
  else send(response, head, text);
}

/** How a client is told to identify itself (RFC 7617, RFC 6750). */
function challengeOf({ scheme }: SubmissionResource, environment: Environment): string {
  const realm = `${scheme} realm="Souk Marketplace ${environment}"`;
  return scheme === 'Basic' ? `${realm}, charset="UTF-8"` : realm;
}
