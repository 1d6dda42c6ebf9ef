import type { Call } from '../../../kernel/call.ts';
import { showAddress } from '../addresses/show.ts';
import { showCustomValues } from '../attributes.ts';
import type { ExtensionFields } from '../extensions.ts';
import type { StoredCustomer } from './customer.ts';
import { managesCustomers } from './read.ts';
import type { CustomerOutput } from './types.ts';

/** A customer as the wire has it. */
export async function showCustomer(call: Call, customer: StoredCustomer): Promise<CustomerOutput> {
  return (await showCustomers(call, [customer])).get(customer.id)!;
}

/** Customers as the wire has them, by id; one query for each module that adds to customers. */
export async function showCustomers(
  call: Call,
  customers: readonly StoredCustomer[],
): Promise<Map<number, CustomerOutput>> {
  const parts: ReadonlyMap<number, ExtensionFields>[] = [];
  for (const part of call.contributions.customerParts) {
    if (part.load) parts.push(await part.load(call, customers));
  }
  return new Map(
    customers.map((customer) => {
      const added = parts.map((fields) => fields.get(customer.id) ?? {});
      return [customer.id, show(call, customer, Object.assign({}, ...added))];
    }),
  );
}

function show(call: Call, customer: StoredCustomer, added: ExtensionFields): CustomerOutput {
  const { version: _, custom, addresses, is_subscribed, default_billing, default_shipping, ...fields } = customer;
  return {
    ...fields,
    // The key proves that somebody reads the account's mail.
    confirmation: managesCustomers(call) ? fields.confirmation : null,
    default_billing: asText(default_billing),
    default_shipping: asText(default_shipping),
    addresses: addresses.map((address) => showAddress(call, address, customer)),
    extension_attributes: { is_subscribed, ...added },
    custom_attributes: showCustomValues(custom),
  };
}

/** Ids of default addresses are text on the wire. */
function asText(id: number | null): string | null {
  return id === null ? null : String(id);
}
