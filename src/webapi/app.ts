import { randomBytes } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import fastifyCors from '@fastify/cors';
import {
  fastify,
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { platformErrors } from '../kernel/errors.ts';
import type { Platform, Settings } from '../kernel/platform.ts';
import { compressReply } from './compression.ts';
import { corsOptions } from './cors.ts';
import { toErrorAnswer } from './errors.ts';
import type { WebApiParts } from './parts.ts';
import { faceHeaders, strictTransport } from './security-headers.ts';
import { createRestHandler, type RestHandler } from './serve.ts';

/** Where fastify finds everything under `/rest`; the web API has its own router for what is behind it. */
const REST = '/rest';
/** Where the interface is found: plainly, and behind the file that some clients put into the path. */
const prefix = /^(?:\/index\.php)?\/rest(?=[/?]|$)/;

/** Largest body of a request in bytes, where it is none of the interface. */
const FACE_BODY_BYTES = 65_536;
/** Largest head of a request in bytes: search criteria make long URLs. */
const MAX_HEADER_BYTES = 65_536;
/** Longest milliseconds between two looks for requests that take too long to arrive. */
const LONGEST_CHECK = 30_000;

/** Creates the HTTP server of the platform: the REST interface, and the other faces that are handed over. */
export async function createWebApi(platform: Platform, parts: WebApiParts): Promise<FastifyInstance> {
  const { settings } = platform;
  const app = fastify({
    loggerInstance: platform.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // One logger for all requests: entries name the request id where they are about one.
    childLoggerFactory: (logger) => logger,
    genReqId: requestIds(),
    requestIdHeader: false,
    // What reaches a server that is closing is answered, and its connection closed.
    return503OnClosing: false,
    // Of the other faces: the interface reads its bodies itself.
    bodyLimit: FACE_BODY_BYTES,
    requestTimeout: settings.requestTimeout * 1000,
    http: { maxHeaderSize: MAX_HEADER_BYTES, ...timesOf(settings) },
    trustProxy: settings.trustedProxies.length > 0 ? [...settings.trustedProxies] : false,
    rewriteUrl: (request) => (prefix.test(request.url!) ? REST : request.url!),
    clientErrorHandler: answerUnreadable,
  });
  // The interface answers what it refuses before the body comes.
  app.server.on('checkContinue', (request, response) => {
    if (!prefix.test(request.url!)) response.writeContinue();
    app.server.emit('request', request, response);
  });
  if (settings.cors) await app.register(fastifyCors, () => corsOptions(settings.cors!));
  app.addHook('onRequest', faceHeaders(settings, REST));
  app.addHook('onSend', compressReply);
  const rest = restHook(createRestHandler(platform, parts), settings);
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
  for (const face of parts.faces ?? []) await app.register(face);
  return app;
}

/** Takes a request out of fastify's hands as soon as it is there: the order of checks and the formats are the interface's. */
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

/** Ids of requests: the client's own where it sends a plain one, else unique among all processes. */
function requestIds(): (request: IncomingMessage) => string {
  const process = randomBytes(5).toString('hex');
  let count = 0;
  return ({ headers }) => {
    const sent = headers['x-request-id'];
    if (typeof sent === 'string' && /^[\w.:-]{1,100}$/.test(sent)) return sent;
    count += 1;
    return `${process}-${count.toString(36)}`;
  };
}

/** An IPv4 address as such, also where the server listens to both kinds. */
function plainAddress(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice('::ffff:'.length) : address;
}

/** How long the head of a request may take to arrive, and how often it is looked at, in milliseconds. */
function timesOf({ headersTimeout, requestTimeout }: Settings): {
  headersTimeout: number;
  connectionsCheckingInterval: number;
} {
  const seconds = Math.min(headersTimeout, requestTimeout);
  return { headersTimeout: seconds * 1000, connectionsCheckingInterval: Math.min(seconds * 500, LONGEST_CHECK) };
}

const unreadable: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** Answers what is no HTTP request, or one with a method that nobody knows. */
function answerUnreadable(error: Error & { code?: string; rawPacket?: unknown }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const head = Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString('latin1', 0, 200) : '';
  const [, method] = /^([A-Z]{1,20}) \S*\/rest\b/.exec(head) ?? [];
  const known = error.code === 'HPE_INVALID_METHOD' && method ? platformErrors.method([method]) : undefined;
  const status = known?.status ?? unreadable[error.code ?? ''] ?? 400;
  const body = JSON.stringify({ message: known?.message ?? STATUS_CODES[status] });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
