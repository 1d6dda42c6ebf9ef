import type { Call } from '../../kernel/call.ts';
import type { ChangedEntity } from '../../events/entities.ts';
import { noteChanges } from '../../events/note.ts';

/** Customers go by their ids: an e-mail address is personal, and has no place in a log. */
export const customerEntity: ChangedEntity = {
  name: 'customer',
  key: 'id',
  observed: 'customer',
  resource: 'Magento_Customer::customer',
  list: { service: 'customerCustomerRepositoryV1', operation: 'getList', searched: 'entity_id', id: 'id' },
};

/** Notes which fields of customers have changed. */
export function noteCustomers(call: Call, ids: readonly number[], fields: readonly string[]): void {
  noteChanges(
    call,
    ids.map((id) => ({ entity: 'customer', id, key: String(id), action: 'changed', fields })),
  );
}
