import { sql } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import { platformErrors } from '../../../kernel/errors.ts';
import { decodeDocument } from '../../../storage/documents.ts';
import { preparedFirst, preparedWrite, type Params } from '../../../storage/prepared.ts';
import { noteCustomers } from '../changes.ts';
import { tellFollowers } from '../followers.ts';
import { removeFilesOf } from '../files/values.ts';
import { addressOf, type AddressFields, type StoredAddress } from './address.ts';

const byId = preparedFirst((db, p: Params<{ id: number }>) =>
  db
    .selectFrom('customer_address as a')
    .innerJoin('customer_entity as c', 'c.id', 'a.customer_id')
    .select(['a.id', 'a.customer_id', 'a.document', 'c.default_billing', 'c.default_shipping'])
    .where('a.id', '=', p.id),
);

const letGo = preparedWrite((db, p: Params<{ id: number; customerId: number }>) =>
  db
    .updateTable('customer_entity')
    .set((eb) => ({
      default_billing: sql`nullif(default_billing, ${p.id})`,
      default_shipping: sql`nullif(default_shipping, ${p.id})`,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', p.customerId),
);

/** An address with the ids that its customer uses unless another is named. */
interface FoundAddress {
  readonly address: StoredAddress;
  readonly default_billing: number | null;
  readonly default_shipping: number | null;
}

/** The address with an id; undefined for an unknown one. */
export async function findAddress(call: Call, id: number): Promise<FoundAddress | undefined> {
  const row = Number.isSafeInteger(id) ? await byId(call.db, { id }) : undefined;
  if (!row) return undefined;
  const { document, customer_id, default_billing, default_shipping } = row;
  const address = addressOf(id, customer_id, decodeDocument<AddressFields>(document));
  return { address, default_billing, default_shipping };
}

/** As `findAddress`; throws 404 for an unknown one. */
export async function getAddress(call: Call, id: number): Promise<FoundAddress> {
  const found = await findAddress(call, id);
  if (!found) throw platformErrors.noSuchEntity({ fieldName: 'addressId', fieldValue: id });
  return found;
}

/** Deletes an address; its customer no longer uses it unless another is named. Throws 404. */
export async function deleteAddress(call: Call, id: number): Promise<void> {
  const { address } = await getAddress(call, id);
  await removeFilesOf(call, 'customer_address', [address.custom]);
  await letGo(call.db, { id, customerId: address.customer_id });
  await call.db.deleteFrom('customer_address').where('id', '=', id).execute();
  noteCustomers(call, [address.customer_id], ['addresses']);
  await tellFollowers(call, [address.customer_id]);
}
