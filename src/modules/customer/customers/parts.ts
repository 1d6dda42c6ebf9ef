import type { Call } from '../../../kernel/call.ts';
import type { CustomerHead, ExtensionFields } from '../extensions.ts';

/** Lets the modules that add to customers save what was sent for them. */
export async function saveParts(call: Call, customer: CustomerHead, fields: ExtensionFields): Promise<void> {
  for (const part of call.contributions.customerParts) await part.save?.(call, customer, fields);
}

/** Lets the modules that add to customers remove what belongs to one that is being deleted. */
export async function removeParts(call: Call, customer: CustomerHead): Promise<void> {
  for (const part of call.contributions.customerParts) await part.remove?.(call, customer);
}
