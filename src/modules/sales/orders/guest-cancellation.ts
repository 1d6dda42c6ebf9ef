import { hash, timingSafeEqual } from 'node:crypto';
import type { Call } from '../../../kernel/call.ts';
import { formatTime } from '../../../kernel/time.ts';
import { randomKey } from '../../../platform/access/random.ts';
import { mailCancellation } from '../cancellation-mail.ts';
import { cancellation } from '../configuration.ts';
import type { StoredOrder } from '../order.ts';

const HOUR = 3_600_000;

/** The moment before which requests for the cancellation of an order have expired. */
function expiryOf(call: Call, { fields }: StoredOrder): string {
  const hours = call.config.of(cancellation.keyLifetime, { storeId: fields.store_id ?? 0 });
  return formatTime(new Date(call.clock.now().getTime() - hours * HOUR));
}

/** Stores the request to cancel an order in place of an earlier one, and emails its buyer the key that confirms it. */
export function requestCancellation(call: Call, order: StoredOrder, reason: string): Promise<void> {
  return call.transaction(async (inside) => {
    const key = randomKey();
    const request = { key_hash: hash('sha256', key), reason, created_at: formatTime(inside.clock.now()) };
    await inside.db
      .insertInto('sales_order_cancellation')
      .values({ order_id: order.id, ...request })
      .onConflict((conflict) => conflict.column('order_id').doUpdateSet(request))
      .execute();
    await mailCancellation(inside, order, key);
  });
}

/** The request to cancel an order that a key confirms; undefined for a wrong or expired key. */
export async function findRequest(
  call: Call,
  order: StoredOrder,
  key: string,
): Promise<{ readonly reason: string } | undefined> {
  const row = await call.db
    .selectFrom('sales_order_cancellation')
    .select(['key_hash', 'reason'])
    .where('order_id', '=', order.id)
    .where('created_at', '>', expiryOf(call, order))
    .executeTakeFirst();
  return row && timingSafeEqual(Buffer.from(row.key_hash), Buffer.from(hash('sha256', key))) ? row : undefined;
}

/** Deletes the request to cancel an order: its key is used up. */
export async function dropRequest({ db }: Call, orderId: number): Promise<void> {
  await db.deleteFrom('sales_order_cancellation').where('order_id', '=', orderId).execute();
}
