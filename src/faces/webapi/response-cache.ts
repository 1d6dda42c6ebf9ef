import { createHash } from 'node:crypto';
import { createVersioned, type Versioned } from '../../kernel/versioned.ts';
import { uncompressedEtag } from './compression.ts';

/** A cached, encoded response. */
export interface CachedResponse {
  /** Decoded arguments of the request, for the route's current version. */
  readonly input: Record<string, unknown>;
  readonly body: Buffer;
  readonly etag: string;
  /** Effects of the response that are repeated with it; see `Call.repeated`. */
  readonly repeated?: readonly (() => void)[];
}

/** Creates a cache of responses by request, with at most `maxBytes` of bodies; the limit of a single body is an eighth of that. */
export function createResponseCache(maxBytes: number): Versioned<CachedResponse> {
  const responses = createVersioned<CachedResponse>(maxBytes, ({ body }) => body.length);
  return {
    ...responses,
    set: (key, version, response) => responses.set(key, version, { ...response, body: inOwnMemory(response.body) }),
  };
}

/**
 * Copies the bytes to memory of their own. Small buffers are slices of shared blocks of 64 KB: a cached slice would retain its
 * whole block, without being counted.
 */
function inOwnMemory(body: Buffer): Buffer {
  if (body.buffer.byteLength === body.length) return body;
  const own = Buffer.allocUnsafeSlow(body.length);
  body.copy(own);
  return own;
}

/** The entity tag of a body. */
export function etagOf(body: Buffer): string {
  return `"${createHash('sha1').update(body).digest('base64url')}"`;
}

/** Whether an If-None-Match header names `etag`. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag || header === '*') return true;
  return header.split(',').some((one) => uncompressedEtag(one.trim().replace(/^W\//, '')) === etag);
}
