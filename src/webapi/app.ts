import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { platformErrors } from '../kernel/errors.ts';
import type { Platform, Settings } from '../kernel/platform.ts';
import { compressReply } from './compression.ts';
import { corsOptions } from './cors.ts';
import { toErrorAnswer } from './errors.ts';
import { listenerOptions, plainAddress } from './listener.ts';
import type { WebApiDependencies } from './dependencies.ts';
import { faceHeaders, strictTransport } from './security-headers.ts';
import { createRestHandler, type RestHandler } from './serve.ts';

/** Where fastify passes on everything under `/rest`; the web API has its own router for the paths below. */
const REST = '/rest';
/** The prefix of the interface: plain, or behind `/index.php`, which some clients put into the path. */
const prefix = /^(?:\/index\.php)?\/rest(?=[/?]|$)/;

/** Creates the HTTP server of the platform, with the REST interface and the other faces. */
export async function createWebApi(platform: Platform, dependencies: WebApiDependencies): Promise<FastifyInstance> {
  const { settings } = platform;
  // Loaded by servers only, so that commands start sooner.
  const { fastify } = await import('fastify');
  const app = fastify({
    ...(await listenerOptions(platform)),
    rewriteUrl: (request) => (prefix.test(request.url!) ? REST : request.url!),
  });
  // The interface answers a refused request before its body arrives.
  app.server.on('checkContinue', (request, response) => {
    if (!prefix.test(request.url!)) response.writeContinue();
    app.server.emit('request', request, response);
  });
  if (settings.cors) await app.register(import('@fastify/cors'), () => corsOptions(settings.cors!));
  app.addHook('onRequest', faceHeaders(settings, REST));
  app.addHook('onSend', compressReply);
  const rest = restHook(createRestHandler(platform, dependencies), settings);
  app.all(REST, { onRequest: rest }, unreachable);
  app.setNotFoundHandler((request, reply) => {
    // A method that fastify does not know.
    if (request.raw.url === REST) rest(request, reply);
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

/** Takes requests over from fastify as soon as they arrive: the order of checks and the formats are the interface's. */
function restHook(handle: RestHandler, settings: Settings): (request: FastifyRequest, reply: FastifyReply) => void {
  return (request, reply) => {
    reply.hijack();
    if (settings.cors)
      for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value!);
    const transport = strictTransport(settings, request);
    if (transport) reply.raw.setHeader('strict-transport-security', transport);
    const url = request.originalUrl;
    void handle({
      request: request.raw,
      response: reply.raw,
      method: request.method,
      url,
      pathStart: prefix.exec(url)![0].length,
      id: request.id,
      address: plainAddress(request.ip),
      isSecure: request.protocol === 'https',
      startedAt: performance.now(),
    });
  };
}

function unreachable(): never {
  throw new Error('answered by the hook before');
}

function sendError(platform: Platform, request: FastifyRequest, reply: FastifyReply, error: Error): FastifyReply {
  const { status, body, retryAfter, reportId } = toErrorAnswer(error, platform.settings.developerMode);
  if (status >= 500) platform.log.error({ err: error, requestId: request.id, reportId }, 'a request failed');
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  return reply.code(status).send(body);
}
