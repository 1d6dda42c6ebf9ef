import type { Call } from '../../../kernel/call.ts';
import { formatTime } from '../../../kernel/time.ts';
import type { StoredCustomer } from '../customers/customer.ts';
import { getCustomerByEmail } from '../customers/load.ts';
import { needsConfirmation } from '../customers/read.ts';
import { writeCustomer } from '../customers/rows.ts';
import { customerErrors } from '../errors.ts';
import { isSameText } from './secrets.ts';
import { mailConfirmation, mailConfirmed } from './mails.ts';

/**
 * Confirms an account with the key from its confirmation email. Throws 400 for a wrong key and for an active account.
 */
export async function activate(call: Call, customer: StoredCustomer, key: string): Promise<StoredCustomer> {
  if (!customer.confirmation) throw customerErrors.alreadyActive();
  if (!isSameText(customer.confirmation, key)) throw customerErrors.confirmationWrong();
  const { id, version: read, addresses, default_billing, default_shipping, ...fields } = customer;
  const book = { default_billing, default_shipping };
  const changed = { ...fields, confirmation: null, updated_at: formatTime(call.clock.now()) };
  const version = await writeCustomer(call, { id, version: read }, changed, book);
  const after = { ...changed, ...book, id, version, addresses };
  await mailConfirmed(call, after);
  return after;
}

/** Sends the confirmation key once more. Throws 404 for an unknown address, 400 for an account that is active. */
export async function resendConfirmation(
  call: Call,
  email: string,
  websiteId: number,
  redirectUrl: string | undefined,
): Promise<void> {
  const customer = await getCustomerByEmail(call, email, websiteId);
  if (!customer.confirmation) throw customerErrors.confirmationNotNeeded();
  await mailConfirmation(call, customer, customer.confirmation, redirectUrl);
}

/** The state of an account's confirmation, as the interface names it. */
export function confirmationStatus(call: Call, customer: StoredCustomer): string {
  if (!needsConfirmation(call, customer.website_id)) return 'account_confirmation_not_required';
  return customer.confirmation ? 'account_confirmation_required' : 'account_confirmed';
}
