import type { Call } from '../../../kernel/call.ts';
import type { CustomerHead, ExtensionFields } from '../extensions.ts';
import type { CustomerFields } from './customer.ts';
import { isShared } from './load.ts';
import type { CustomerInput } from './types.ts';

/** Lets modules save their extension data of a customer. */
export async function saveExtensions(call: Call, customer: CustomerHead, fields: ExtensionFields): Promise<void> {
  for (const extension of call.contributions.customerExtensions) await extension.save?.(call, customer, fields);
}

/** Lets modules remove their data of a customer that is being deleted. */
export async function removeExtensions(call: Call, customer: CustomerHead): Promise<void> {
  for (const extension of call.contributions.customerExtensions) await extension.remove?.(call, customer);
}

/** Lets modules reject a customer's sign-in. */
export async function admitCustomer(call: Call, customer: CustomerHead): Promise<void> {
  for (const extension of call.contributions.customerExtensions) await extension.admit?.(call, customer);
}

/** The group that a module assigns to a customer, with the extension attributes of the input; undefined: none. */
export async function groupByExtensions(
  call: Call,
  customer: { readonly id: number | undefined; readonly store_id: number },
  fields: ExtensionFields,
): Promise<number | undefined> {
  for (const extension of call.contributions.customerExtensions) {
    const group = await extension.groupOf?.(call, customer, fields);
    if (group !== undefined) return group;
  }
  return undefined;
}

/**
 * A customer whose address is new to the platform, with the newsletter if the address is subscribed. The input takes
 * precedence.
 */
export async function withSubscription(
  call: Call,
  fields: CustomerFields,
  { extension_attributes: input }: CustomerInput,
): Promise<CustomerFields> {
  const address = { email: fields.email, website_id: isShared(call) ? undefined : fields.website_id };
  let isTaken = false;
  for (const extension of call.contributions.customerExtensions) {
    isTaken = (await extension.takeSubscription?.(call, address)) || isTaken;
  }
  return isTaken && input?.is_subscribed !== false ? { ...fields, is_subscribed: true } : fields;
}
