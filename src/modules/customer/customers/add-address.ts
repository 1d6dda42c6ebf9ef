import type { Call } from '../../../kernel/call.ts';
import { firstOf } from '../../../kernel/lists.ts';
import type { StoredAddress } from '../addresses/address.ts';
import { readAddress } from '../addresses/read.ts';
import { insertAddresses } from '../addresses/save.ts';
import type { AddressInput } from '../addresses/types.ts';
import type { StoredCustomer } from './customer.ts';
import { writeCustomer } from './rows.ts';

/** Adds an address to a customer's book, as the default one if it has that flag. Throws its errors. */
export async function addAddress(call: Call, customer: StoredCustomer, input: AddressInput): Promise<StoredAddress> {
  const fields = await readAddress(call, input, undefined, customer.store_id);
  const address = firstOf(await insertAddresses(call, customer.id, [fields]));
  const { id, version, addresses: _, default_billing, default_shipping, ...rest } = customer;
  const defaults = {
    default_billing: input.default_billing ? address.id : default_billing,
    default_shipping: input.default_shipping ? address.id : default_shipping,
  };
  await writeCustomer(call, { id, version }, rest, defaults);
  return address;
}
