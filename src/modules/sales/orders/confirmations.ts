import { hash, timingSafeEqual } from 'node:crypto';
import type { Call } from '../../../kernel/call.ts';
import type { Setting } from '../../../kernel/settings.ts';
import { formatTime } from '../../../kernel/time.ts';
import { randomKey } from '../../../platform/access/random.ts';
import { inIds } from '../../../storage/sql.ts';
import type { StoredOrder } from '../order.ts';

const HOUR = 3_600_000;

/** A kind of request that a guest makes about an order and confirms with an emailed key. */
interface ConfirmedRequest {
  /** Unique among the kinds. */
  readonly name: string;
  /** How long a key is valid, in hours. */
  readonly keyLifetime: Setting<number>;
}

/** The moment before which requests about an order have expired. */
function expiryOf(call: Call, { keyLifetime }: ConfirmedRequest, { fields }: StoredOrder): string {
  const hours = call.config.of(keyLifetime, { storeId: fields.store_id ?? 0 });
  return formatTime(new Date(call.clock.now().getTime() - hours * HOUR));
}

/**
 * Stores a request about an order and returns the key that confirms it; the key itself is not stored. `subjectId` is
 * the id of the request's subject: a later request of the kind with the same id replaces it. In a transaction.
 */
export async function requestConfirmation(
  call: Call,
  { name: kind }: ConfirmedRequest,
  order: StoredOrder,
  { subjectId, content = '' }: { readonly subjectId: number; readonly content?: string },
): Promise<string> {
  const key = randomKey();
  const request = { key_hash: hash('sha256', key), content, created_at: formatTime(call.clock.now()) };
  await call.db
    .insertInto('sales_order_confirmation')
    .values({ kind, subject_id: subjectId, order_id: order.id, ...request })
    .onConflict((conflict) => conflict.columns(['kind', 'subject_id']).doUpdateSet(request))
    .execute();
  return key;
}

/** The request about an order that a key confirms; undefined for a wrong, used or expired key. */
export async function findConfirmed(
  call: Call,
  kind: ConfirmedRequest,
  order: StoredOrder,
  key: string,
): Promise<{ readonly subjectId: number; readonly content: string } | undefined> {
  const rows = await call.db
    .selectFrom('sales_order_confirmation')
    .select(['key_hash', 'subject_id', 'content'])
    .where('order_id', '=', order.id)
    .where('kind', '=', kind.name)
    .where('created_at', '>', expiryOf(call, kind, order))
    .execute();
  const keyHash = Buffer.from(hash('sha256', key));
  const row = rows.find((one) => timingSafeEqual(Buffer.from(one.key_hash), keyHash));
  return row && { subjectId: row.subject_id, content: row.content };
}

/** Deletes requests of a kind: their keys are used up. */
export async function dropConfirmations(
  { db }: Call,
  { name }: ConfirmedRequest,
  subjectIds: readonly number[],
): Promise<void> {
  if (subjectIds.length === 0) return;
  await db
    .deleteFrom('sales_order_confirmation')
    .where('kind', '=', name)
    .where(inIds('subject_id', subjectIds))
    .execute();
}
