import type { IncomingMessage } from 'node:http';
import { pipeline, Readable, type Transform } from 'node:stream';
import { brotliCompressSync, constants, createBrotliCompress, createGzip, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A compression that answers can have. */
export type Encoding = 'br' | 'gzip';

/**
 * Bytes from which compression pays. A product of 3 KB takes two packets either way, and compressing it would take as long as
 * answering it from memory.
 */
const WORTH = 4096;
/** Bytes up to which a body is compressed at once: in 0.1 ms, while another thread would cost more. */
export const COMPRESSED_AT_ONCE = 65_536;

// The fastest level of each: on lists of products the best level saves a tenth of the bytes, and takes four times as long.
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const gzip = { level: 1 };

/** Whether a body of this size is compressed for clients that understand it. */
export function isWorthCompressing(bytes: number): boolean {
  return bytes >= WORTH;
}

/** The compression that a client prefers; undefined: none that is known here. */
export function encodingFor({ headers }: Pick<IncomingMessage, 'headers'>): Encoding | undefined {
  const wanted = headers['accept-encoding'];
  if (wanted === undefined) return undefined;
  const text = String(wanted);
  return (['br', 'gzip'] as const).find((name) => accepts(text, name));
}

function accepts(wanted: string, name: Encoding): boolean {
  for (const one of wanted.split(',')) {
    const [encoding = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase());
    if (encoding === name) return !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  }
  return false;
}

/** Compressed forms of bodies that are sent repeatedly. */
const kept = new WeakMap<Buffer, Partial<Record<Encoding, Buffer>>>();

/**
 * A compressed body: at once if it is short, otherwise as a stream. The compressed form of a buffer is kept as long as the
 * buffer.
 */
export function compress(body: string | Buffer, encoding: Encoding): Buffer | Transform {
  if (Buffer.byteLength(body) > COMPRESSED_AT_ONCE) return Readable.from([body]).pipe(compressor(encoding));
  if (typeof body === 'string') return compressNow(body, encoding);
  const forms = kept.get(body) ?? {};
  kept.set(body, forms);
  return (forms[encoding] ??= compressNow(body, encoding));
}

function compressNow(body: string | Buffer, encoding: Encoding): Buffer {
  return encoding === 'br' ? brotliCompressSync(body, brotli) : gzipSync(body, gzip);
}

/** A stream that compresses. */
export function compressor(encoding: Encoding): Transform {
  return encoding === 'br' ? createBrotliCompress(brotli) : createGzip(gzip);
}

/** The entity tag of a compressed form, whose bytes differ. */
export function compressedEtag(etag: string, encoding: Encoding): string {
  return etag.replace(/"$/, `-${encoding}"`);
}

/** The entity tag of the uncompressed form. */
export function uncompressedEtag(etag: string): string {
  return etag.replace(/-(?:br|gzip)"$/, '"');
}

/** A `Vary` header that names Accept-Encoding in addition to what it named. */
export function varyOnEncoding(before: number | string | string[] | undefined): string {
  return before === undefined ? 'accept-encoding' : `${String(before)}, accept-encoding`;
}

// A compressed stream of events would reach nobody before it ends.
const compressible = /^(?:text\/(?!event-stream)|application\/(?:json|javascript|xml)|image\/svg)/;

/** A hook of the other faces: compresses bodies that are worth it, for clients that understand it. */
export async function compressReply(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const type = String(reply.getHeader('content-type') ?? '');
  if (reply.statusCode !== 200 || !compressible.test(type) || reply.hasHeader('content-encoding')) return payload;
  const bytes = bytesOf(payload) ?? Number(reply.getHeader('content-length') ?? Infinity);
  if (!isWorthCompressing(bytes)) return payload;
  reply.header('vary', varyOnEncoding(reply.getHeader('vary')));
  const encoding = request.method === 'HEAD' ? undefined : encodingFor(request);
  if (!encoding) return payload;
  const body =
    payload instanceof Readable
      ? pipeline(payload, compressor(encoding), () => {})
      : compress(payload as string | Buffer, encoding);
  reply.removeHeader('content-length');
  reply.header('content-encoding', encoding);
  return body;
}

/** Bytes of a body in memory; 0 without one; undefined for a stream. */
function bytesOf(payload: unknown): number | undefined {
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) return Buffer.byteLength(payload);
  return payload instanceof Readable ? undefined : 0;
}
