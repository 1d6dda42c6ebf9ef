import type { Call } from '../../../kernel/call.ts';
import { platformErrors } from '../../../kernel/errors.ts';
import { noteChanges } from '../../../platform/change-log/note.ts';
import { noteState } from '../../../platform/change-log/state.ts';
import { insertDocument, updateDocument } from '../../../storage/documents.ts';
import { isUniqueViolation } from '../../../storage/errors.ts';
import { formatTime } from '../../../kernel/time.ts';
import { inIds } from '../../../storage/sql.ts';
import { customerErrors } from '../errors.ts';
import type { CustomerDocument, CustomerFields } from './customer.ts';
import { tellFollowers, tellMove } from '../followers.ts';
import { noteCustomers } from '../changes.ts';
import { isShared, ownFields } from './load.ts';

/** Ids of the addresses that a customer uses unless another is named. */
interface DefaultAddresses {
  readonly default_billing: number | null;
  readonly default_shipping: number | null;
}

/** Inserts a customer, with an unused id or the next one; returns its id. Throws when the e-mail address is taken. */
export async function insertCustomer(call: Call, fields: CustomerFields, keptId?: number): Promise<number> {
  const { columns, document } = rowOf(call, fields);
  const id = await unlessTaken(() =>
    insertDocument(
      call.db,
      'customer_entity',
      { ...(keptId !== undefined && { id: keptId }), ...columns, default_billing: null, default_shipping: null },
      document,
    ),
  );
  noteChanges(call, [{ entity: 'customer', id, key: String(id), action: 'created' }]);
  await tellFollowers(call, [id]);
  return id;
}

/**
 * Writes a customer that was read; returns its new version. Throws when the e-mail address is taken, and the retryable
 * "stale" error when another call has written it since.
 */
export async function writeCustomer(
  call: Call,
  read: { readonly id: number; readonly version: number },
  fields: CustomerFields,
  defaults: DefaultAddresses,
): Promise<number> {
  const { columns, document } = rowOf(call, fields);
  const version = await unlessTaken(() =>
    updateDocument(
      call.db,
      'customer_entity',
      read,
      { ...columns, default_billing: defaults.default_billing, default_shipping: defaults.default_shipping },
      document,
    ),
  );
  noteState(
    call,
    { entity: 'customer', id: read.id, key: String(read.id) },
    ownFields({ ...fields, default_billing: defaults.default_billing, default_shipping: defaults.default_shipping }),
  );
  await tellFollowers(call, [read.id]);
  return version;
}

/** Locks a customer against changes by others until this transaction ends. Throws 404. */
export async function lockCustomer(call: Call, id: number): Promise<void> {
  // A write that changes nothing locks the row on both databases.
  const locked = call.db
    .updateTable('customer_entity')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('id', '=', id);
  const { numUpdatedRows } = Number.isSafeInteger(id) ? await locked.executeTakeFirstOrThrow() : { numUpdatedRows: 0n };
  if (numUpdatedRows === 0n) throw platformErrors.noSuchEntity({ fieldName: 'customerId', fieldValue: id });
}

/** Puts customers into a group; within a transaction. */
export async function moveToGroup(call: Call, ids: readonly number[], groupId: number): Promise<void> {
  if (ids.length === 0) return;
  const moved = await call.db
    .updateTable('customer_entity')
    .set(({ eb }) => ({ group_id: groupId, version: eb('version', '+', 1), updated_at: formatTime(call.clock.now()) }))
    .where(inIds('id', ids))
    .where('group_id', '!=', groupId)
    .returning('id')
    .execute();
  noteCustomers(
    call,
    moved.map(({ id }) => id),
    ['group_id'],
  );
  await tellMove(call, ids, groupId);
}

/** Puts all customers of a group into another one; within a transaction. */
export async function moveGroup(call: Call, from: number, to: number): Promise<void> {
  const moved = await call.db
    .updateTable('customer_entity')
    .set(({ eb }) => ({ group_id: to, version: eb('version', '+', 1), updated_at: formatTime(call.clock.now()) }))
    .where('group_id', '=', from)
    .returning('id')
    .execute();
  const ids = moved.map(({ id }) => id);
  noteCustomers(call, ids, ['group_id']);
  await tellMove(call, ids, to);
}

/** Marks a customer as one who gets the newsletter; within a transaction. */
export async function subscribeCustomer(call: Call, id: number): Promise<void> {
  const changed = await call.db
    .updateTable('customer_entity')
    .set(({ eb }) => ({ is_subscribed: 1, version: eb('version', '+', 1), updated_at: formatTime(call.clock.now()) }))
    .where('id', '=', id)
    .where('is_subscribed', '=', 0)
    .returning('id')
    .execute();
  if (changed.length === 0) return;
  noteCustomers(call, [id], ['is_subscribed']);
  await tellFollowers(call, [id]);
}

function rowOf(call: Call, { custom, is_subscribed, ...fields }: CustomerFields) {
  const document: CustomerDocument = Object.keys(custom).length > 0 ? { custom } : {};
  return {
    columns: {
      ...fields,
      is_subscribed: is_subscribed ? 1 : 0,
      account_scope: isShared(call) ? 0 : fields.website_id,
    },
    document,
  };
}

/** Of concurrent inserts with one address, one succeeds; the others throw that it is taken. */
async function unlessTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error, 'customer_entity_email')) throw customerErrors.emailTaken(undefined, { cause: error });
    throw error;
  }
}
