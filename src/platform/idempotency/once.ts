import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Call, Session } from '../../kernel/call.ts';
import { watchTransactions } from '../../kernel/transactions.ts';
import { preparedWrite, type Params } from '../../storage/prepared.ts';
import { idempotencyErrors } from './errors.ts';
import type { IdempotencyKey } from './key.ts';
import { findRequest, responseOf, storeRequest, storeResponse } from './stored.ts';

/**
 * Requests that take effect at most once. Where a request is one transaction, its key and its response are saved in it: a
 * repetition always finds both or neither. A request that opens several transactions reserves its key before them
 * (`onceAround`); if its process ends between them, repetitions learn that the outcome is unknown.
 */

/** The result of an earlier request. */
interface EarlierResult<T> {
  readonly result: T;
}

/** Expiry of a hold without renewal, and the interval of renewals, in milliseconds. */
const HOLD = 10_000;
const RENEWAL = 3_000;
/** Milliseconds that a repetition waits for the first request, and between two looks, at first and at most. */
const PATIENCE = 20_000;
const LOOKS = { first: 20, longest: 500 };

/**
 * The result of an earlier request with the key; undefined if there is none, or it had no effect. Waits while it runs. Throws
 * 409 when that takes too long, when its outcome is unknown, and when it was another request.
 */
export async function earlierResult<T>(call: Call, key: IdempotencyKey): Promise<EarlierResult<T> | undefined> {
  const end = Date.now() + PATIENCE;
  for (let wait = LOOKS.first; ; wait = Math.min(wait * 2, LOOKS.longest)) {
    const found = await findRequest(call, key);
    if (!found) return undefined;
    const done = responseOf<T>(call, key, found);
    if (done) return done;
    if (Number(found.held_until) <= Date.now()) {
      if (found.state === 'committed') throw idempotencyErrors.unknownOutcome();
      // Its process ended before it had any effect.
      await call.transaction(({ db }) => release(db, { keyHash: key.keyHash, owner: found.owner }));
      return undefined;
    }
    if (Date.now() > end) throw idempotencyErrors.running();
    await pause(wait);
  }
}

/** Performs `work`, which is a whole request, in the open transaction of `call`, unless it was done before. */
export async function onceWithin<T>(call: Call, key: IdempotencyKey, work: () => Promise<T>): Promise<T> {
  const earlier = await storeRequest(call, key, { owner: '', until: 0 });
  if (earlier) {
    const done = responseOf<T>(call, key, earlier);
    if (!done) throw idempotencyErrors.running();
    return done.result;
  }
  const result = await work();
  await storeResponse(call, key, result);
  return result;
}

type HeldKey = Params<{ keyHash: string; owner: string }>;

const release = preparedWrite((db, p: HeldKey) =>
  db
    .deleteFrom('idempotency_key')
    .where('key_hash', '=', p.keyHash)
    .where('owner', '=', p.owner)
    .where('state', '<>', 'done'),
);
const renew = preparedWrite((db, p: HeldKey & Params<{ until: number }>) =>
  db
    .updateTable('idempotency_key')
    .set({ held_until: p.until })
    .where('key_hash', '=', p.keyHash)
    .where('owner', '=', p.owner),
);
const markCommitted = preparedWrite((db, p: HeldKey) =>
  db
    .updateTable('idempotency_key')
    .set({ state: 'committed' })
    .where('key_hash', '=', p.keyHash)
    .where('owner', '=', p.owner),
);

/**
 * Performs `work`, which opens its transactions itself, unless it was done before. It holds the key meanwhile; its first
 * transaction rolls back when another process has taken the key over, because this one seemed to have ended.
 */
export async function onceAround<T>(call: Call, key: IdempotencyKey, work: (call: Call) => Promise<T>): Promise<T> {
  const held = { keyHash: key.keyHash, owner: randomUUID() };
  const earlier = await hold<T>(call, key, held.owner);
  if (earlier) return earlier.result;
  const renewing = setInterval(() => {
    const until = Date.now() + HOLD;
    void call.apart(({ db }) => renew(db, { ...held, until })).catch(() => undefined);
  }, RENEWAL);
  let isMarked = false;
  const ending = async ({ db }: Session): Promise<void> => {
    if (!isMarked && (await markCommitted(db, held)) === 0) throw idempotencyErrors.running();
  };
  const committed = (): void => void (isMarked = true);
  try {
    const result = await work(call.with({ session: (present) => watchTransactions(present, { ending, committed }) }));
    // The request has its effect: an error here must not make the client repeat it.
    await call.transaction((inside) => storeResponse(inside, key, result)).catch(() => undefined);
    return result;
  } catch (error) {
    // A failed request has no effect: its repetition is a first one.
    await call.apart(({ db }) => release(db, held)).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(renewing);
  }
}

/** Holds a key; returns the result of an earlier request instead, once it has one. */
async function hold<T>(call: Call, key: IdempotencyKey, owner: string): Promise<EarlierResult<T> | undefined> {
  for (;;) {
    const until = Date.now() + HOLD;
    const earlier = await call.transaction((inside) => storeRequest(inside, key, { owner, until }));
    if (!earlier) return undefined;
    const result = await earlierResult<T>(call, key);
    if (result) return result;
  }
}
