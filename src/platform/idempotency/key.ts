import { hash } from 'node:crypto';
import type { Caller } from '../../kernel/call.ts';
import type { Secrets } from '../access/secrets.ts';
import { idempotencyErrors } from './errors.ts';

/** A request that takes effect at most once. */
export interface IdempotencyKey {
  /** SHA-256 of the caller and the key. All guests are one caller: their keys are secrets of theirs. */
  readonly keyHash: string;
  /** A digest under the key of the installation: bodies contain passwords, which a plain digest would let others try. */
  readonly requestHash: string;
  /** Whether the result is that of an earlier request. */
  isReplayed: boolean;
}

/** The parts of a request that a repetition must not change. */
interface RequestContent {
  readonly method: string;
  /** Path and query behind `/rest`. */
  readonly path: string;
  /** SHA-256 of the request body; empty without one. */
  readonly bodyHash: string;
}

/** A key as it is, or as the quoted string of the header's specification. */
const quoted = /^"((?:[^"\\]|\\["\\])*)"$/;
const valid = /^[\x21-\x7e]{1,255}$/;

/**
 * The key of a request with the header Idempotency-Key. Source: the draft of the IETF for that header, whose strings are quoted;
 * clients also send bare ones. Throws 400 for other values.
 */
export function idempotencyKey(
  header: string,
  { type, id }: Pick<Caller, 'type' | 'id'>,
  { method, path, bodyHash }: RequestContent,
  secrets: Pick<Secrets, 'digest'>,
): IdempotencyKey {
  const text = quoted.exec(header)?.[1]?.replaceAll(/\\(["\\])/g, '$1') ?? header;
  if (!valid.test(text)) throw idempotencyErrors.format();
  return {
    keyHash: hash('sha256', `${type} ${id}\n${text}`),
    requestHash: secrets.digest([method, path, bodyHash].join('\n'), 'idempotent request'),
    isReplayed: false,
  };
}
