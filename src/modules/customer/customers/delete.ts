import { revokeTokens } from '../../../platform/access/tokens.ts';
import type { Call } from '../../../kernel/call.ts';
import { noteChanges } from '../../../platform/change-log/note.ts';
import { removeFilesOf } from '../files/values.ts';
import { getCustomer } from './load.ts';
import { removeExtensions } from './extending.ts';

/** Deletes a customer with its addresses; its tokens are worth nothing from then on. Throws 404. */
export async function deleteCustomer(call: Call, id: number): Promise<void> {
  const customer = await getCustomer(call, id);
  await removeExtensions(call, customer);
  await removeFilesOf(call, 'customer', [customer.custom]);
  await removeFilesOf(
    call,
    'customer_address',
    customer.addresses.map(({ custom }) => custom),
  );
  await call.db.deleteFrom('customer_entity').where('id', '=', id).execute();
  noteChanges(call, [{ entity: 'customer', id, key: String(id), action: 'deleted' }]);
  await revokeTokens(call, { type: 'customer', id });
}
