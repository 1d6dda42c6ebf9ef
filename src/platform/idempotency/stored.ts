import { jsonText } from '../../kernel/cached-list.ts';
import type { Call } from '../../kernel/call.ts';
import { parseJson } from '../../kernel/json-text.ts';
import { prepared, preparedWrite, type Params } from '../../storage/prepared.ts';
import { insertRows } from '../../storage/rows.ts';
import { idempotencyErrors } from './errors.ts';
import type { IdempotencyKey } from './key.ts';

/** How long a response is stored, in milliseconds. */
export const LIFETIME = 24 * 3_600_000;

type KeyOf = Pick<IdempotencyKey, 'keyHash'>;

/** A stored request. */
interface StoredRequest {
  readonly request_hash: string;
  readonly state: 'reserved' | 'committed' | 'done';
  readonly response: string | null;
  readonly store_id: number | null;
  readonly created_at: number;
  readonly owner: string;
  readonly held_until: number;
}

/** The attempt that holds a key. */
interface Hold {
  readonly owner: string;
  /** In milliseconds since 1970, by the machine's clock. */
  readonly until: number;
}

const find = prepared((db, p: Params<KeyOf>) =>
  db
    .selectFrom('idempotency_key')
    .select(['request_hash', 'state', 'response', 'store_id', 'created_at', 'owner', 'held_until'])
    .where('key_hash', '=', p.keyHash),
);
const removeBefore = preparedWrite((db, p: Params<KeyOf & { before: number }>) =>
  db.deleteFrom('idempotency_key').where('key_hash', '=', p.keyHash).where('created_at', '<', p.before),
);
const complete = preparedWrite((db, p: Params<KeyOf & { response: string; storeId: number | null }>) =>
  db
    .updateTable('idempotency_key')
    .set({ state: 'done', response: p.response, store_id: p.storeId })
    .where('key_hash', '=', p.keyHash),
);

/**
 * Stores a new request, within a transaction; returns the earlier request with the key, if there is one. On PostgreSQL it waits
 * for a transaction that has just stored the same key. Throws 409 when the earlier request was another one.
 */
export async function storeRequest(
  call: Call,
  key: IdempotencyKey,
  { owner, until }: Hold,
): Promise<StoredRequest | undefined> {
  const { keyHash: key_hash, requestHash: request_hash } = key;
  const created_at = call.clock.now().getTime();
  await removeBefore(call.db, { keyHash: key_hash, before: created_at - LIFETIME });
  const row = { key_hash, request_hash, state: 'reserved', created_at, owner, held_until: until } as const;
  const inserted = await insertRows(call.db, 'idempotency_key', [row], {
    onConflict: { key: ['key_hash'], update: [] },
    returning: ['key_hash'],
  });
  return inserted.length > 0 ? undefined : findRequest(call, key);
}

/** The stored request of a key; undefined if there is none. Throws 409 when it was another request. */
export async function findRequest(call: Call, key: IdempotencyKey): Promise<StoredRequest | undefined> {
  const [found] = await find(call.db, key);
  if (!found || Number(found.created_at) < call.clock.now().getTime() - LIFETIME) return undefined;
  if (found.request_hash !== key.requestHash) throw idempotencyErrors.otherRequest();
  return found;
}

/** Stores the response of a request, or replaces it. */
export async function storeResponse(call: Call, key: IdempotencyKey, result: unknown): Promise<void> {
  const { keyHash } = key;
  const response = call.services.access.secrets.encrypt(jsonText(result), purposeOf(key));
  await complete(call.db, { keyHash, response, storeId: call.written.storeId ?? null });
}

/** The response of a request that is done; undefined otherwise. The call then counts as one that wrote to the same store view. */
export function responseOf<T>(
  call: Call,
  key: IdempotencyKey,
  { response, store_id }: StoredRequest,
): { readonly result: T } | undefined {
  if (response === null) return undefined;
  const text = call.services.access.secrets.decrypt(response, purposeOf(key));
  if (store_id !== null) call.written.storeId = store_id;
  key.isReplayed = true;
  return { result: parseJson<T>(text) };
}

/** A response cannot be decrypted for another key. */
function purposeOf({ keyHash }: KeyOf): string {
  return `response to ${keyHash}`;
}
