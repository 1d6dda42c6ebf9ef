import { attemptSignIn } from '../../../platform/access/sign-in-attempts.ts';
import { accessErrors } from '../../../platform/access/errors.ts';
import { isLocked } from '../../../platform/access/lock-out.ts';
import { hashPassword } from '../../../platform/access/passwords.ts';
import type { Call } from '../../../kernel/call.ts';
import type { StoredCustomer } from '../customers/customer.ts';
import { admitCustomer } from '../customers/extending.ts';
import { findCustomerByEmail, websiteOf } from '../customers/load.ts';
import { confirmsChangedEmail, needsConfirmation } from '../customers/read.ts';
import { customerErrors } from '../errors.ts';
import { countFailure, findSecret, isPassword, setPasswordHash, unlock } from './secrets.ts';

/**
 * Checks the e-mail address and password of a customer of the call's website; returns the customer's id. An unknown
 * address, a wrong password and a locked account are one error. Must not run in a transaction.
 */
export function signInCustomer(call: Call, email: string, password: string): Promise<number> {
  return attemptSignIn(call, 'customer', email, async () => {
    const customer = await findCustomerByEmail(call, email, websiteOf(call));
    const secret = customer && (await findSecret(call, customer.id));
    if (isLocked(call, secret)) throw accessErrors.signIn();
    if (!(await isPassword(secret, password)) || !customer || !secret) {
      await countFailure(call, customer?.id);
      return undefined;
    }
    const { id } = customer;
    await requireEntry(call, customer);
    if (secret.failures_num > 0) await unlock(call, id);
    if (secret.password_hash?.startsWith('$argon2') === false) await rehash(call, id, password);
    return id;
  });
}

/** Throws where a customer may not sign in, by any means: not confirmed, or rejected by a module. */
export async function requireEntry(call: Call, customer: StoredCustomer): Promise<void> {
  const { confirmation, website_id } = customer;
  const mustConfirm = needsConfirmation(call, website_id) || confirmsChangedEmail(call, website_id);
  if (confirmation && mustConfirm) throw customerErrors.notConfirmed();
  await admitCustomer(call, customer);
}

/** Replaces a digest that was brought along from another platform. */
async function rehash(call: Call, id: number, password: string): Promise<void> {
  const hash = await hashPassword(password);
  await call.transaction((inside) => setPasswordHash(inside, id, hash));
}
