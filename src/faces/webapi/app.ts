import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { platformErrors } from '../../kernel/errors.ts';
import type { Platform, Settings } from '../../kernel/platform.ts';
import type { Tracing } from '../../kernel/tracing.ts';
import { compressReply } from './compression.ts';
import { corsOptions } from './cors.ts';
import { toErrorResponse } from './errors.ts';
import { clientsOf, listenBefore, listenerOptions, requestIds } from './listener.ts';
import type { WebApiDependencies } from './dependencies.ts';
import { faceHeaders, strictTransport } from './security-headers.ts';
import { createRestHandler, type RestHandler } from './serve.ts';

/** Fastify passes on everything under `/rest`; the web API has its own router for the paths below. */
const REST = '/rest';
/** The prefix of the interface: plain, or behind `/index.php`, which some clients put into the path. */
const prefix = /^(?:\/index\.php)?\/rest(?=[/?]|$)/;

/** Creates the HTTP server of the platform, with the REST interface and the other faces. */
export async function createWebApi(platform: Platform, dependencies: WebApiDependencies): Promise<FastifyInstance> {
  const { settings } = platform;
  const { cors } = settings;
  // Loaded by servers only, so that commands start sooner.
  const { fastify } = await import('fastify');
  const app = fastify({
    ...(await listenerOptions(platform)),
    rewriteUrl: (request) => (prefix.test(urlOf(request)) ? REST : urlOf(request)),
  });
  // The interface responds to a rejected request before its body arrives.
  app.server.on('checkContinue', (request, response) => {
    if (!prefix.test(urlOf(request))) response.writeContinue();
    app.server.emit('request', request, response);
  });
  if (cors) await app.register(import('@fastify/cors'), () => corsOptions(cors));
  if (platform.tracing) app.addHook('onRequest', traceFaces(platform.tracing));
  app.addHook('onRequest', faceHeaders(settings, REST));
  app.addHook('onSend', compressReply);
  app.addHook('onSend', countFaces(dependencies));
  const rest = restListener(createRestHandler(platform, dependencies), settings);
  if (!cors) {
    // Bypassing fastify, which takes as long as the response itself.
    listenBefore(app.server, (request, response, pass) => {
      if (prefix.test(urlOf(request))) rest(request, response);
      else pass(request, response);
    });
  }
  // With the headers for other origins, which a fastify plugin sets, requests come this way.
  const takeOver = (request: FastifyRequest, reply: FastifyReply): void => {
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value);
    }
    rest(request.raw, reply.raw, request.originalUrl);
  };
  app.all(REST, { onRequest: takeOver }, unreachable);
  app.setNotFoundHandler((request, reply) => {
    // A method unknown to fastify.
    if (request.raw.url === REST) takeOver(request, reply);
    else sendError(platform, request, reply, platformErrors.noRoute());
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error.statusCode !== undefined && error.statusCode < 500) {
      return reply.code(error.statusCode).send({ message: error.message });
    }
    return sendError(platform, request, reply, error);
  });
  for (const face of dependencies.faces ?? []) await app.register(face);
  return app;
}

/** A hook that counts requests of faces that ask for it, once their response is known. */
function countFaces({ metrics }: WebApiDependencies) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { config, url } = request.routeOptions;
    if (!config.counted || url === undefined) return;
    const labels = { method: request.method, route: url, status: reply.statusCode };
    metrics?.request({ ...labels, waits: config.counted === 'waiting' }, reply.elapsedTime / 1000);
  };
}

/** A hook that traces requests of faces, apart from those of machines that watch the server. */
function traceFaces(tracing: Tracing) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const { url } = request.routeOptions;
    if (request.raw.url === REST || url === '/metrics' || url?.startsWith('/health/')) return done();
    const { method, headers, ip: address, id } = request;
    const arrived = { method, url: request.url, headers, address, id, startedAt: performance.now() };
    const { run, end } = tracing.request(arrived);
    reply.raw.once('close', () => end(reply.raw.statusCode, url));
    run(done);
  };
}

/** The URL of a request; the type lacks it because responses that a client gets have none. */
function urlOf({ url = '' }: IncomingMessage): string {
  return url;
}

/** Takes requests over at their arrival: the order of checks and the formats are the interface's. */
function restListener(
  handle: RestHandler,
  settings: Settings,
): (request: IncomingMessage, response: ServerResponse, url?: string) => void {
  const idOf = requestIds();
  const clientOf = clientsOf(settings);
  return (request, response, url = urlOf(request)) => {
    const startedAt = performance.now();
    // A response that cannot be sent must not end the process.
    response.on('error', ignore);
    const { address, isSecure } = clientOf(request);
    const transport = strictTransport(settings, isSecure);
    if (transport) response.setHeader('strict-transport-security', transport);
    void handle({
      request,
      response,
      method: request.method!,
      url,
      pathStart: prefix.exec(url)![0].length,
      id: idOf(request),
      address,
      isSecure,
      startedAt,
    });
  };
}

function ignore(): void {}

function unreachable(): never {
  throw new Error('answered by the hook before');
}

function sendError(platform: Platform, request: FastifyRequest, reply: FastifyReply, error: Error): FastifyReply {
  const { status, body, retryAfter, reportId } = toErrorResponse(error, platform.settings.developerMode);
  if (status >= 500) platform.log.error({ err: error, requestId: request.id, reportId }, 'a request failed');
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  return reply.code(status).send(body);
}
