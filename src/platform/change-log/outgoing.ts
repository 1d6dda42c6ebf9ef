import { lookup as resolve, type LookupAddress } from 'node:dns';
import { Agent as HttpAgent, request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { ConfigurationReader } from '../../kernel/call.ts';
import { readBodyStart } from '../../kernel/response-body.ts';
import { currentSpan, inSpan } from '../../kernel/tracing.ts';
import { isAllowedHost, isPublicAddress, urlFault } from './addresses.ts';

/** A request to somebody else's server, whose address a client of the interface has chosen. */
interface OutgoingRequest {
  readonly url: string;
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** For all of it, the response included, in milliseconds. */
  readonly timeout: number;
  /** Bytes of the response that are read; default: `LARGEST_RESPONSE`. */
  readonly largest?: number;
  /** Name of its span. The receiver gets the header `traceparent`, and can continue the trace; undefined: it does not. */
  readonly span?: string;
}

/** The response of the server. */
interface OutgoingResponse {
  readonly status: number;
  /** `Retry-After` as it was sent. */
  readonly retryAfter: string | undefined;
  /** Its beginning. */
  readonly body: string;
}

/** Default limit of a response body, in bytes. */
const LARGEST_RESPONSE = 16_384;
const IDLE = 10_000;

const agents = {
  http: new HttpAgent({ keepAlive: true, timeout: IDLE }),
  https: new HttpsAgent({ keepAlive: true, timeout: IDLE }),
};

/**
 * Sends a request and returns the response with any status; redirects are not followed. Connects only to public addresses, unless
 * the configuration allows the host, and only to the checked addresses. Throws if there is no response in time.
 */
export async function sendOutgoing(config: ConfigurationReader, request: OutgoingRequest): Promise<OutgoingResponse> {
  const fault = urlFault(config, request.url);
  if (fault !== undefined) throw new Error(`the URL cannot be called: ${fault}`);
  if (request.span !== undefined && currentSpan()) return await sendTraced(config, request, request.span);
  return await sendAgain(config, request);
}

/** Sends a request in a span of its own, whose address has no path: paths and queries may have secrets. */
function sendTraced(config: ConfigurationReader, request: OutgoingRequest, name: string): Promise<OutgoingResponse> {
  const { hostname, port, protocol } = new URL(request.url);
  const attributes = {
    'http.request.method': request.method ?? 'POST',
    'server.address': hostname,
    'server.port': Number(port || (protocol === 'https:' ? 443 : 80)),
  };
  return inSpan(name, { kind: 'client', attributes }, async (span) => {
    const response = await sendAgain(config, { ...request, headers: { ...span?.headers, ...request.headers } });
    span?.set({ 'http.response.status_code': response.status });
    if (response.status >= 400) span?.fail(new Error(String(response.status)));
    return response;
  });
}

/** Sends a request, a second time where its connection was stale. */
async function sendAgain(config: ConfigurationReader, request: OutgoingRequest): Promise<OutgoingResponse> {
  try {
    return await attempt(config, request);
  } catch (error) {
    // The other side has just closed a idle connection of ours: nothing of the request was taken.
    if (error instanceof StaleConnection) return attempt(config, request);
    throw error;
  }
}

class StaleConnection extends Error {}

/**
 * Downloads a file within the limits of `sendOutgoing`. Throws for a response with another status than 200, and for a file of more
 * than `largest` bytes.
 */
export async function fetchOutgoing(
  config: ConfigurationReader,
  { url, timeout, largest }: { readonly url: string; readonly timeout: number; readonly largest: number },
): Promise<Buffer> {
  const fault = urlFault(config, url);
  if (fault !== undefined) throw new Error(`the URL cannot be called: ${fault}`);
  const request = { url, method: 'GET', headers: {}, body: '', timeout };
  return await exchange(config, request, async (response) => {
    if (response.statusCode !== 200) throw new Error(`the server responded with status ${response.statusCode ?? 0}`);
    const chunks: Buffer[] = [];
    let bytes = 0;
    const pieces: AsyncIterable<Buffer> = response;
    for await (const chunk of pieces) {
      bytes += chunk.length;
      if (bytes > largest) throw new Error(`the file has more than ${largest} bytes`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  });
}

function attempt(config: ConfigurationReader, request: OutgoingRequest): Promise<OutgoingResponse> {
  return exchange(config, request, async (response) => {
    const { text } = await readBodyStart(response, request.largest ?? LARGEST_RESPONSE);
    return { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], body: text };
  });
}

/** Sends a request to a checked address, and reads its response. */
async function exchange<T>(
  config: ConfigurationReader,
  request: OutgoingRequest,
  read: (response: IncomingMessage) => Promise<T>,
): Promise<T> {
  const url = new URL(request.url);
  const body = Buffer.from(request.body);
  const isSecure = url.protocol === 'https:';
  const options = {
    method: request.method ?? 'POST',
    headers: { 'user-agent': 'Souk', ...request.headers, 'content-length': body.length },
    agent: isSecure ? agents.https : agents.http,
    lookup: checkedLookup(isAllowedHost(config, url.hostname)),
    signal: AbortSignal.timeout(request.timeout),
  };
  const outgoing = isSecure ? requestHttps(url, options) : requestHttp(url, options);
  try {
    return await read(await responseOf(outgoing, body));
  } catch (error) {
    const code = error instanceof Error ? Reflect.get(error, 'code') : undefined;
    if (options.signal.aborted) throw new Error(`no answer within ${request.timeout / 1000} s`, { cause: error });
    if (outgoing.reusedSocket && (code === 'ECONNRESET' || code === 'EPIPE')) throw new StaleConnection();
    throw error;
  }
}

function responseOf(outgoing: ClientRequest, body: Buffer): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.once('response', resolve);
    // Later errors reach the reader of the response.
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Resolves names and rejects those with an address that is not public; connections use the checked addresses. */
function checkedLookup(isAllowed: boolean): LookupFunction {
  return (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return callback(error, []);
      const isWrong = !isAllowed && found.some(({ address }) => !isPublicAddress(address));
      const [first] = found;
      if (isWrong || !first) return callback(new Error(`the address of ${host} is private`), []);
      return options.all ? callback(null, found) : callback(null, first.address, first.family);
    });
  };
}
