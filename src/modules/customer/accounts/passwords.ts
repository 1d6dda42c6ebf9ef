import { foldText } from '../../../kernel/fold.ts';
import { isLocked } from '../../../platform/access/lock-out.ts';
import { hashPassword } from '../../../platform/access/passwords.ts';
import { revokeTokens } from '../../../platform/access/tokens.ts';
import type { Call } from '../../../kernel/call.ts';
import { PlatformError, platformErrors } from '../../../kernel/errors.ts';
import { formatTime, parseTime } from '../../../kernel/time.ts';
import { contactRecipient, passwordResets } from '../configuration.ts';
import { findCustomer, getCustomer, getCustomerByEmail, websiteOf } from '../customers/load.ts';
import type { StoredCustomer } from '../customers/customer.ts';
import { customerErrors } from '../errors.ts';
import { mailPasswordChanged, mailPasswordReset } from './mails.ts';
import { checkPassword } from './password-rules.ts';
import {
  countFailure,
  findSecret,
  findSecretByResetToken,
  lockSecret,
  isPassword,
  isResetToken,
  newResetToken,
  setPasswordHash,
  type CustomerSecret,
} from './secrets.ts';

/**
 * Changes the password of a customer who knows the current one; all sessions but the caller's end. Recorded behaviour
 * of the interface: a locked account can still change its password with the right one. Opens its own transaction.
 */
export async function changePassword(
  call: Call,
  customerId: number,
  currentPassword: string,
  newPassword: string,
): Promise<void> {
  const customer = await getCustomer(call, customerId);
  const secret = await findSecret(call, customerId);
  const wasLocked = isLocked(call, secret);
  if (!(await isPassword(secret, currentPassword))) {
    await countFailure(call, customerId);
    throw wasLocked ? customerErrors.accountLocked() : customerErrors.passwordWrong();
  }
  checkPassword(call, newPassword, customer.email);
  await storePassword(call, customer, newPassword, call.caller.token);
}

/** Templates of reset emails, by the interface's names. */
const templates = { reminder: 'email_reminder', reset: 'email_reset' } as const;

/**
 * Sends a customer the link for choosing a new password. Throws 400 for an unknown template and for requests that come more
 * often than the configuration allows, 404 for an unknown address. Opens its own transactions.
 */
export async function requestPasswordReset(
  call: Call,
  email: string,
  template: string,
  websiteId: number | undefined,
): Promise<void> {
  if (template !== templates.reminder && template !== templates.reset) {
    throw customerErrors.resetTemplate({
      value: template,
      fieldName: 'template',
      template1: templates.reminder,
      template2: templates.reset,
    });
  }
  await countRequest(call, email);
  await call.transaction(async (inside) => {
    const customer = await customerOf(inside, email, websiteId);
    if (!customer) return;
    const token = await newResetToken(inside, customer.id);
    await mailPasswordReset(inside, customer, token, template === templates.reminder);
  });
}

/** The customer who has an address; undefined for none. */
async function customerOf(
  call: Call,
  ...account: [email: string, websiteId: number | undefined]
): Promise<Awaited<ReturnType<typeof getCustomerByEmail>> | undefined> {
  try {
    return await getCustomerByEmail(call, ...account);
  } catch (error) {
    if (error instanceof PlatformError && error.kind === 'noSuchEntity') return undefined;
    throw error;
  }
}

const HOUR = 3_600_000;

/**
 * Limits requests for one email address by the settings `passwordResets`. They count whether an account has the address or
 * not.
 */
async function countRequest(call: Call, email: string): Promise<void> {
  if (call.config.of(passwordResets.protection) === 'none') return;
  const most = call.config.of(passwordResets.mostAnHour);
  const minutes = call.config.of(passwordResets.pause);
  const account = foldText(email).replaceAll('\0', '');
  const now = call.clock.now().getTime();
  const since = (milliseconds: number): string => formatTime(new Date(now - milliseconds));
  const refused = await call.transaction(async ({ db }) => {
    await db.deleteFrom('password_reset_request').where('created_at', '<=', since(HOUR)).execute();
    const earlier = await db
      .selectFrom('password_reset_request')
      .select('created_at')
      .where('account', '=', account)
      .execute();
    const isTooSoon = earlier.some(({ created_at }) => created_at > since(minutes * 60_000));
    if (isTooSoon || (most > 0 && earlier.length >= most)) return true;
    await db
      .insertInto('password_reset_request')
      .values({ account, created_at: since(0) })
      .execute();
    return false;
  });
  if (refused) {
    throw customerErrors.resetRequests([call.config.of(contactRecipient, { storeId: call.scope.storeId })]);
  }
}

/** Throws unless `token` is that of a customer's last reset link and has not expired. */
export async function checkResetToken(call: Call, customerId: number, token: string): Promise<void> {
  if (customerId <= 0) throw platformErrors.invalidValue({ value: customerId, fieldName: 'customerId' });
  await getCustomer(call, customerId);
  verifyResetToken(call, await findSecret(call, customerId), token);
}

function verifyResetToken(call: Call, secret: CustomerSecret | undefined, token: string): void {
  if (!secret?.reset_token_at || !isResetToken(secret, token)) throw customerErrors.resetTokenWrong();
  const hours = call.config.of(passwordResets.lifetime);
  const end = parseTime(secret.reset_token_at).getTime() + hours * HOUR;
  if (end <= call.clock.now().getTime()) throw customerErrors.resetTokenExpired();
}

/**
 * Sets a new password for the customer with a reset token; every session ends. Without an e-mail address, the token
 * alone identifies the customer. The token works once, even with concurrent requests. Opens its own transaction.
 */
export async function resetPassword(call: Call, email: string, token: string, newPassword: string): Promise<void> {
  const customer = await ownerOf(call, email, token);
  verifyResetToken(call, await findSecret(call, customer.id), token);
  checkPassword(call, newPassword, customer.email);
  await storePassword(call, customer, newPassword, undefined, async (inside) =>
    verifyResetToken(inside, await lockSecret(inside, customer.id), token),
  );
}

async function ownerOf(call: Call, email: string, token: string): Promise<StoredCustomer> {
  if (email !== '') return getCustomerByEmail(call, email, undefined);
  const secret = await findSecretByResetToken(call, token);
  const customer = secret && (await findCustomer(call, secret.customer_id));
  if (!customer || (await getCustomerByEmail(call, customer.email, websiteOf(call))).id !== customer.id) {
    throw customerErrors.resetTokenWrong();
  }
  return customer;
}

/** Stores a new password, notifies the customer and ends every session but the one with `exceptHash`. */
async function storePassword(
  call: Call,
  customer: StoredCustomer,
  password: string,
  exceptHash: string | undefined,
  recheck?: (inside: Call) => Promise<void>,
): Promise<void> {
  const hash = await hashPassword(password);
  await call.transaction(async (inside) => {
    await recheck?.(inside);
    await setPasswordHash(inside, customer.id, hash);
    await revokeTokens(inside, { type: 'customer', id: customer.id }, exceptHash);
    await mailPasswordChanged(inside, customer);
  });
}
