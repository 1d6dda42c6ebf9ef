import { createHash } from 'node:crypto';
import { createBoundedStore } from '../kernel/bounded-store.ts';
import { uncompressedEtag } from './compression.ts';

/** A cached, encoded response. */
export interface CachedResponse {
  /** Decoded arguments of the request, for the route's current version. */
  readonly input: Record<string, unknown>;
  /** The response is current while the route returns this version. */
  readonly version: string;
  readonly body: Buffer;
  readonly etag: string;
}

/** Cached responses of versioned routes by request; unused ones are evicted first. */
export interface AnswerStore {
  get(key: string): CachedResponse | undefined;
  set(key: string, answer: CachedResponse): void;
}

/** Creates a store of at most `maxBytes` of bodies; the limit of a single body is an eighth of that. */
export function createAnswerStore(maxBytes: number): AnswerStore {
  const answers = createBoundedStore<CachedResponse>(maxBytes);
  return {
    get: (key) => answers.get(key),
    set: (key, answer) => answers.set(key, { ...answer, body: inOwnMemory(answer.body) }, answer.body.length),
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
