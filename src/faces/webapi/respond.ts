import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline, Transform, type Writable } from 'node:stream';
import { StreamedList, type StreamedResponse } from '../../kernel/encode.ts';
import { jsonText, withoutEncodedLists } from '../../kernel/cached-list.ts';
import { pairsOf } from '../../kernel/lists.ts';
import type { RequestWatch } from '../../kernel/request-watch.ts';
import { takeTurns } from '../../kernel/turns.ts';
import type { StorageHeaders } from '../../platform/page-cache/headers.ts';
import { STILL_READ_BYTES } from './body.ts';
import {
  COMPRESSED_AT_ONCE,
  compress,
  compressor,
  encodingFor,
  isWorthCompressing,
  compressedEtag,
  varyOnEncoding,
  type Encoding,
} from './compression.ts';
import type { Format } from './formats.ts';
import { toXml, xmlChunks } from './xml-output.ts';

const contentTypes: Record<ResponseHead['format'], string> = {
  pdf: 'application/pdf',
  json: 'application/json; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
};

/** The head of a response. */
interface ResponseHead {
  readonly status: number;
  readonly format: Format | 'pdf';
  readonly requestId: string;
  readonly etag?: string | undefined;
  /** Code of the store view that values were written to; `all` for global values. */
  readonly storeScope?: string | undefined;
  /** Whether the connection is closed after the response. */
  readonly close?: boolean;
  /** Seconds after which the client may retry. */
  readonly retryAfter?: number | undefined;
  /** For a response that HTTP caches may store. */
  readonly storage?: StorageHeaders | undefined;
  /** Allowed methods of the path, for a 405. */
  readonly allow?: string | undefined;
}

const watches = new WeakMap<ServerResponse, RequestWatch>();

/** Reports a response to a watch: its head, its uncompressed body, and its end. */
export function watchResponse(response: ServerResponse, watch: RequestWatch): void {
  watches.set(response, watch);
  response.once('close', () => watch.closed());
}

/** Writes the head of a response; `headers` alternates names and values. */
function writeHead(response: ServerResponse, status: number, headers: string[]): void {
  const watch = watches.get(response);
  if (watch) {
    const set = Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)] as const);
    watch.answers(status, [...set, ...pairsOf(headers)]);
  }
  response.writeHead(status, headers);
}

/** Writes the text of an encoded value in a format. */
export function serialize(value: unknown, format: Format): string {
  return format === 'json' ? jsonText(value) : toXml(withoutEncodedLists(value));
}

/** Sends a response whose body is in memory. */
export function send(response: ServerResponse, head: ResponseHead, body: string | Buffer): void {
  const { headers, encoding } = negotiated(response, head, isWorthCompressing(Buffer.byteLength(body)));
  const content = encoding ? compress(body, encoding) : body;
  watches.get(response)?.sends(body);
  if (content instanceof Transform) {
    writeHead(response, head.status, headers);
    pipeline(content, response, () => {});
    return;
  }
  headers.push('content-length', String(Buffer.byteLength(content)));
  writeHead(response, head.status, headers);
  endWith(response, content);
}

/** Maximum size of a body that is sent in one piece with its head, in bytes. */
const ONE_PIECE = 2 ** 16;

/** Ends a response. Its head is text: a body of bytes would be a separate piece, and two pieces cost twice as much to send. */
function endWith(response: ServerResponse, body: string | Buffer): void {
  // In latin1 each byte is a character, and becomes the same byte again when it is sent.
  if (typeof body === 'string' || body.length > ONE_PIECE) response.end(body);
  else response.end(body.toString('latin1'), 'latin1');
}

/** Milliseconds that a client gets to read a response that was sent before its request was complete. */
const LINGER = 2000;

/**
 * Responds to a request whose client may still be sending the body. Up to `STILL_READ_BYTES` more are read and discarded. Then
 * only our side of the connection is closed. If the whole connection were closed, arriving data would reset it, and the client
 * might lose the response.
 */
export function sendEarly(request: IncomingMessage, response: ServerResponse, head: ResponseHead, body: string): void {
  const length = String(Buffer.byteLength(body));
  writeHead(response, head.status, [...headersOf({ ...head, close: true }), 'content-length', length]);
  watches.get(response)?.sends(body);
  // Not `end`: the client has the whole response, and we keep reading.
  response.write(body);
  let read = 0;
  const timer = setTimeout(() => response.destroy(), LINGER);
  response.once('close', () => clearTimeout(timer));
  request
    .on('end', () => response.end())
    .on('error', () => response.destroy())
    .on('data', (chunk: Buffer) => {
      read += chunk.length;
      if (read <= STILL_READ_BYTES) return;
      request.pause();
      response.socket?.end();
    });
}

/** The headers of a response, and its compression for this client. */
function negotiated(
  response: ServerResponse,
  head: ResponseHead,
  isWorthIt: boolean,
): { headers: string[]; encoding: Encoding | undefined } {
  if (!isWorthIt || head.format === 'pdf') return { headers: headersOf(head), encoding: undefined };
  const encoding = encodingFor(response.req);
  const etag = encoding && head.etag ? compressedEtag(head.etag, encoding) : head.etag;
  const headers = headersOf({ ...head, etag });
  headers.push('vary', varyOnEncoding(response.getHeader('vary')));
  if (encoding) headers.push('content-encoding', encoding);
  return { headers, encoding };
}

/** Sends a 304: the client's copy is current. */
export function sendNotModified(
  response: ServerResponse,
  requestId: string,
  etag: string,
  storage: StorageHeaders | undefined,
): void {
  writeHead(response, 304, ['etag', etag, ...storageOf(storage), 'x-request-id', requestId]);
  response.end();
}

/** Whether and how HTTP caches may store a response. Its format depends on the header Accept. */
function storageOf(storage: StorageHeaders | undefined): string[] {
  return storage ? [...Object.entries(storage).flat(), 'vary', 'accept'] : ['cache-control', 'no-store'];
}

function headersOf(head: ResponseHead): string[] {
  const { format, requestId, etag, storeScope, close, allow, retryAfter, storage } = head;
  const headers = [
    'content-type',
    contentTypes[format],
    ...storageOf(storage),
    'x-frame-options',
    'SAMEORIGIN',
    'x-content-type-options',
    'nosniff',
    'referrer-policy',
    'no-referrer',
    'x-request-id',
    requestId,
  ];
  if (etag !== undefined) headers.push('etag', etag);
  if (storeScope !== undefined) headers.push('x-store-scope', storeScope);
  if (allow !== undefined) headers.push('allow', allow);
  if (retryAfter !== undefined) headers.push('retry-after', String(retryAfter));
  if (close) headers.push('connection', 'close');
  return headers;
}

/**
 * Sends a text that is written while its lists are read, no faster than the client receives it. Throws errors that happen
 * before the first bytes are sent. A later error breaks the connection, so that no client takes an incomplete response for a
 * complete one.
 */
export async function sendStream(
  response: ServerResponse,
  head: ResponseHead,
  encoded: StreamedResponse,
): Promise<void> {
  const text = head.format === 'xml' ? xmlChunks(encoded) : jsonChunks(encoded);
  const turns = takeTurns();
  const watch = watches.get(response);
  let out: Writable | undefined;
  // A short response is compressed and sent in one piece, which takes half the time.
  let start = '';
  try {
    for await (const part of text) {
      if (response.destroyed) return;
      let isTaken = true;
      if (out) watch?.sends(part);
      if (out) isTaken = out.write(part);
      else if ((start += part).length >= COMPRESSED_AT_ONCE) {
        out = beginStream(response, head);
        watch?.sends(start);
        isTaken = out.write(start);
      }
      if (out && !isTaken) await drained(out);
      else await turns();
    }
    if (out) out.end();
    else send(response, head, start);
  } catch (error) {
    if (out) response.destroy();
    throw error;
  }
}

/** Sends the head of a response; returns the stream for its body. */
function beginStream(response: ServerResponse, head: ResponseHead): Writable {
  const { headers, encoding } = negotiated(response, head, true);
  writeHead(response, head.status, headers);
  const encoder = encoding && compressor(encoding);
  if (encoder) pipeline(encoder, response, () => {});
  return encoder ?? response;
}

/** Resolves when `out` accepts more, or is closed. */
function drained(out: Writable): Promise<unknown> {
  const gone = new AbortController();
  const stop = (): void => gone.abort();
  out.once('close', stop);
  return once(out, 'drain', { signal: gone.signal })
    .catch(() => undefined)
    .finally(() => out.off('close', stop));
}

async function* jsonChunks(encoded: StreamedResponse): AsyncGenerator<string> {
  if (encoded instanceof StreamedList) {
    yield* listChunks('', encoded);
    return;
  }
  let before = '{';
  for (const [name, value] of Object.entries(encoded)) {
    if (value === undefined) continue;
    const label = `${before}${JSON.stringify(name)}:`;
    before = ',';
    if (value instanceof StreamedList) yield* listChunks(label, value);
    else yield label + JSON.stringify(value);
  }
  yield '}';
}

async function* listChunks(label: string, list: StreamedList): AsyncGenerator<string> {
  let before = `${label}[`;
  let any = false;
  for await (const chunk of list.chunks) {
    if (chunk.length === 0) continue;
    const elements = JSON.stringify(chunk);
    yield before + elements.slice(1, -1);
    before = ',';
    any = true;
  }
  yield any ? ']' : label + JSON.stringify(list.empty);
}
