import { createHash } from 'node:crypto';
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
  const answers = new Map<string, Entry>();
  let bytes = 0;
  const remove = (key: string): void => {
    const old = answers.get(key);
    if (!old) return;
    bytes -= sizeOf(key, old.answer);
    answers.delete(key);
  };
  return {
    get: (key) => {
      const entry = answers.get(key);
      if (entry) entry.isUsed = true;
      return entry?.answer;
    },
    set: (key, answer) => {
      remove(key);
      const size = sizeOf(key, answer);
      if (size > maxBytes / 8) return;
      answers.set(key, { answer: { ...answer, body: inOwnMemory(answer.body) }, isUsed: false });
      bytes += size;
      // Goes round the map: one that was asked for since it was last looked at gets another turn.
      for (const [oldest, entry] of answers) {
        if (bytes <= maxBytes) break;
        if (entry.isUsed) {
          answers.delete(oldest);
          answers.set(oldest, { ...entry, isUsed: false });
        } else remove(oldest);
      }
    },
  };
}

interface Entry {
  readonly answer: KeptAnswer;
  isUsed: boolean;
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

/** Bytes of an entry, with an allowance for the objects around key and body. */
function sizeOf(key: string, answer: KeptAnswer): number {
  return answer.body.length + key.length * 2 + 400;
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
