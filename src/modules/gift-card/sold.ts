import type { Selectable } from 'kysely';
import type { Call, Tables } from '../../kernel/call.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { insertRows } from '../../storage/rows.ts';
import { inIds } from '../../storage/sql.ts';

/** A card that was created for an order item. */
export type SoldCard = Readonly<Selectable<Tables['giftcard_sold']>>;

const ofOrder = prepared((db, p: Params<{ id: number }>) =>
  db.selectFrom('giftcard_sold').selectAll().where('order_id', '=', p.id).orderBy('order_item_id').orderBy('number'),
);

/** The cards of an order, by order item id, in order of creation. One query. */
export async function soldWith(call: Call, orderId: number): Promise<ReadonlyMap<number, SoldCard[]>> {
  return Map.groupBy(await ofOrder(call.db, { id: orderId }), (card) => card.order_item_id);
}

/** Records new cards. */
export async function noteSold(call: Call, cards: readonly SoldCard[]): Promise<void> {
  await insertRows(call.db, 'giftcard_sold', cards);
}

/** Records that cards were canceled or refunded. */
export async function noteReturned(call: Call, accountIds: readonly number[]): Promise<void> {
  await call.db
    .updateTable('giftcard_sold')
    .set({ is_returned: 1 })
    .where(inIds('giftcardaccount_id', accountIds))
    .execute();
}
