import type { Call } from '../../../kernel/call.ts';
import { isAnyWanted, isWanted, wantedIn, type WantedFields } from '../../../kernel/fields-filter.ts';
import { mergeFields } from '../../../kernel/fields.ts';
import { valueAt } from '../../../kernel/lookup.ts';
import { showAddress } from '../addresses/show.ts';
import { showCustomValues } from '../attributes.ts';
import type { ExtensionFields } from '../extensions.ts';
import type { StoredCustomer } from './customer.ts';
import type { CustomerReads } from './load.ts';
import { managesCustomers } from './read.ts';
import type { CustomerOutput } from './types.ts';

/** The reads that these fields of customers need. */
export function readsOf(requestedFields: WantedFields): CustomerReads {
  return { addresses: isWanted(requestedFields, 'addresses') };
}

/** A customer as the wire has it. `requestedFields`: the fields of the response. */
export async function showCustomer(
  call: Call,
  customer: StoredCustomer,
  requestedFields?: WantedFields,
): Promise<CustomerOutput> {
  return valueAt(await showCustomers(call, [customer], requestedFields), customer.id);
}

/** Customers as the wire has them, by id; one query for each module with requested fields. */
export async function showCustomers(
  call: Call,
  customers: readonly StoredCustomer[],
  requestedFields?: WantedFields,
): Promise<Map<number, CustomerOutput>> {
  const attributes = wantedIn(requestedFields, 'extension_attributes');
  const loaded: ReadonlyMap<number, ExtensionFields>[] = [];
  for (const { fields, load } of call.contributions.customerExtensions) {
    if (load && isAnyWanted(attributes, fields)) loaded.push(await load(call, customers));
  }
  return new Map(
    customers.map((customer) => {
      const added = loaded.map((fields) => fields.get(customer.id) ?? {});
      return [customer.id, show(call, customer, mergeFields(added))];
    }),
  );
}

function show(call: Call, customer: StoredCustomer, added: ExtensionFields): CustomerOutput {
  const { version: _, custom, addresses, is_subscribed, default_billing, default_shipping, ...fields } = customer;
  return {
    ...fields,
    // The key proves access to the account's mailbox.
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
