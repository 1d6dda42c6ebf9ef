import type { Call } from '../../../kernel/call.ts';
import { findCustomers } from './load.ts';

/** The recipient of an email, and the store view that it is from. */
interface Addressee {
  readonly to: { readonly email: string; readonly name: string };
  readonly storeId: number;
}

/**
 * A customer as the recipient of an email about a website: from the customer's own store view where that is of the website, else
 * from the first one of it. Undefined for an unknown customer.
 */
export async function findAddressee(call: Call, customerId: number, websiteId: number): Promise<Addressee | undefined> {
  const customer = (await findCustomers(call, [customerId], { addresses: false })).get(customerId);
  if (!customer) return undefined;
  const views = call.services.store.views().filter((view) => view.website_id === websiteId);
  const storeId = (views.find((view) => view.id === customer.store_id) ?? views[0])?.id ?? 0;
  const name = [customer.firstname, customer.lastname].filter(Boolean).join(' ');
  return { to: { email: customer.email, name }, storeId };
}
