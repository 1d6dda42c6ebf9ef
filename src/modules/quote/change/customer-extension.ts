import { noteChanges } from '../../../platform/change-log/note.ts';
import type { CustomerExtension } from '../../customer/extensions.ts';
import { cartEntity } from '../changes.ts';

/** Deletes the carts of a customer who is deleted. */
export const customerCarts: CustomerExtension = {
  async remove(call, customer) {
    const gone = await call.db.deleteFrom('quote').where('customer_id', '=', customer.id).returning('id').execute();
    noteChanges(
      call,
      gone.map(({ id }) => ({ entity: cartEntity.name, id, key: String(id), action: 'deleted' })),
    );
  },
};
