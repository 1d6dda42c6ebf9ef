import { randomBytes } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyBaseLogger, FastifyHttpOptions } from 'fastify';
import { platformErrors } from '../../kernel/errors.ts';
import type { Platform, Settings } from '../../kernel/platform.ts';

/** Maximum size of a request body of the other faces, in bytes. */
const FACE_BODY_BYTES = 65_536;
/** Maximum size of request headers, in bytes: search criteria make long URLs. */
const MAX_HEADER_BYTES = 65_536;
/** Longest time between two checks for slow requests, in milliseconds. */
const LONGEST_CHECK = 30_000;

/** Options of every HTTP server of the platform: ids of requests, limits of time and size, trusted proxies. */
export async function listenerOptions({
  settings,
  log,
}: Pick<Platform, 'settings' | 'log'>): Promise<FastifyHttpOptions<Server>> {
  const { LogController } = await import('fastify');
  return {
    loggerInstance: sharedLogger(log),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(),
    requestIdHeader: false,
    // A closing server still responds to requests, and then closes their connections.
    return503OnClosing: false,
    // For the other faces: the interface reads its bodies itself.
    bodyLimit: FACE_BODY_BYTES,
    requestTimeout: settings.requestTimeout * 1000,
    http: { maxHeaderSize: MAX_HEADER_BYTES, ...timesOf(settings) },
    trustProxy: settings.trustedProxies.length > 0 ? [...settings.trustedProxies] : false,
    clientErrorHandler: rejectUnreadable,
  };
}

/**
 * A logger shared by all requests: log entries contain the id of their request. Fastify would check the result of a
 * `childLoggerFactory` for each request.
 */
function sharedLogger(log: Platform['log']): FastifyBaseLogger {
  const shared = Object.create(log) as FastifyBaseLogger;
  return Object.assign(shared, { child: () => shared });
}

/** The address of a listening server. */
export function addressOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Makes ids of requests: the client's own if it is well-formed, otherwise one that is unique among all processes. */
export function requestIds(): (request: IncomingMessage) => string {
  const process = randomBytes(5).toString('hex');
  let count = 0;
  return ({ headers }) => {
    const requestId = headers['x-request-id'];
    if (typeof requestId === 'string' && /^[\w.:-]{1,100}$/.test(requestId)) return requestId;
    count += 1;
    return `${process}-${count.toString(36)}`;
  };
}

/**
 * Determines the client address of a request, and whether it uses HTTPS: by its connection or, for a trusted proxy, by the
 * headers of the proxy.
 */
export function clientsOf({
  trustedProxies,
}: Pick<Settings, 'trustedProxies'>): (request: IncomingMessage) => { address: string; isSecure: boolean } {
  const isTrusted = proxyAddr.compile([...trustedProxies]);
  return (request) => {
    // A broken connection has none.
    const { remoteAddress = '' } = request.socket;
    if (trustedProxies.length === 0 || remoteAddress === '' || !isTrusted(remoteAddress, 0)) {
      return { address: plainAddress(remoteAddress), isSecure: false };
    }
    const protocols = String(request.headers['x-forwarded-proto'] ?? '');
    const protocol = protocols.slice(protocols.lastIndexOf(',') + 1).trim();
    return { address: plainAddress(proxyAddr(request, isTrusted)), isSecure: protocol === 'https' };
  };
}

/** An IPv4 address in its own form, also where the server listens on IPv6. */
export function plainAddress(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice('::ffff:'.length) : address;
}

/** Timeout of request headers, and the time between two checks for it, in milliseconds. */
function timesOf({ headersTimeout, requestTimeout }: Settings): {
  headersTimeout: number;
  connectionsCheckingInterval: number;
} {
  const seconds = Math.min(headersTimeout, requestTimeout);
  return { headersTimeout: seconds * 1000, connectionsCheckingInterval: Math.min(seconds * 500, LONGEST_CHECK) };
}

const unreadable: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** Responds to data that is not an HTTP request, or a request with an unknown method. */
function rejectUnreadable(error: Error & { code?: string; rawPacket?: unknown }, socket: Socket): void {
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

/** A listener of the requests of a server. */
export type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Puts a listener before those of a server; `pass` hands a request on to them. */
export function listenBefore(
  server: Server,
  listener: (request: IncomingMessage, response: ServerResponse, pass: Listener) => void,
): void {
  const others = server.listeners('request') as Listener[];
  const pass: Listener = (request, response) => {
    for (const other of others) other.call(server, request, response);
  };
  server.removeAllListeners('request').on('request', (request: IncomingMessage, response: ServerResponse) => {
    listener(request, response, pass);
  });
}
