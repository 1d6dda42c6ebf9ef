import { createHash } from 'node:crypto';
import { createBoundedStore } from '../kernel/bounded-store.ts';
import { uncompressedEtag } from './compression.ts';

/** An encoded answer in memory. */
export interface KeptAnswer {
  /** Decoded arguments of the request, with which the route gives its present version. */
  readonly input: Record<string, unknown>;
  /** The answer is current while the route gives this version. */
  readonly version: string;
  readonly body: Buffer;
  readonly etag: string;
}

/** Answers of versioned routes by request; those that nobody has asked for are dropped first. */
export interface AnswerStore {
  get(key: string): KeptAnswer | undefined;
  set(key: string, answer: KeptAnswer): void;
}

/** Creates a store of at most `maxBytes` of bodies; a single body may have an eighth of that. */
export function createAnswerStore(maxBytes: number): AnswerStore {
  const answers = createBoundedStore<KeptAnswer>(maxBytes);
  return {
    get: (key) => answers.get(key),
    set: (key, answer) => answers.set(key, { ...answer, body: inOwnMemory(answer.body) }, answer.body.length),
  };
}

/**
 * The same bytes in memory of their own. Small buffers are cut from blocks of 64 KB that others share for a moment: a kept one would
 * hold its whole block, of which nobody keeps count.
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
