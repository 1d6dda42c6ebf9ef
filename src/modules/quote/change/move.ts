import type { Call } from '../../../kernel/call.ts';
import { noteChanges } from '../../../platform/change-log/note.ts';
import { inIds } from '../../../storage/sql.ts';
import { cartEntity } from '../changes.ts';

/** Puts the active carts of customers into their new group, whose prices they pay from then on. */
export async function moveCarts(call: Call, customerIds: readonly number[], groupId: number): Promise<void> {
  const moved = await call.db
    .updateTable('quote')
    .set(({ eb }) => ({ customer_group_id: groupId, version: eb('version', '+', 1) }))
    .where(inIds('customer_id', customerIds))
    .where('is_active', '=', 1)
    .where('customer_group_id', '<>', groupId)
    .returning('id')
    .execute();
  noteChanges(
    call,
    moved.map(({ id }) => ({
      entity: cartEntity.name,
      id,
      key: String(id),
      action: 'changed',
      fields: ['customer_group_id'],
    })),
  );
}
