import type { Call } from '../../kernel/call.ts';
import type { ChangedEntity } from '../../platform/change-log/entities.ts';
import { noteChanges } from '../../platform/change-log/note.ts';
import type { ChangeAction } from '../../storage/noted.ts';

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

/** Customer groups go by their ids: a code may change. */
export const customerGroupEntity: ChangedEntity = {
  name: 'customer_group',
  key: 'id',
  observed: 'customer_group',
  resource: 'Magento_Customer::group',
  list: { service: 'customerGroupRepositoryV1', operation: 'getList', searched: 'customer_group_id', id: 'id' },
};

/** Notes the change of a customer group. */
export function noteCustomerGroup(call: Call, id: number, action: ChangeAction, fields: readonly string[] = []): void {
  noteChanges(call, [{ entity: 'customer_group', id, key: String(id), action, fields }]);
}
