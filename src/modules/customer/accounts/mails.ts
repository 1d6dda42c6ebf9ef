import type { Call } from '../../../kernel/call.ts';
import { baseUrls } from '../../../kernel/shop-settings.ts';
import { queueMail } from '../../../platform/mail/queue.ts';
import type { MailTemplate } from '../../../platform/mail/template.ts';
import { passwordResets } from '../configuration.ts';
import type { StoredCustomer } from '../customers/customer.ts';
import {
  confirmation,
  confirmed,
  emailChanged,
  passwordChanged,
  passwordReminder,
  passwordReset,
  welcome,
  welcomeWithoutPassword,
} from './templates.ts';

/** The customer fields that account emails need. */
type Addressee = Pick<StoredCustomer, 'id' | 'email' | 'firstname' | 'lastname' | 'store_id'>;

function nameOf({ firstname, lastname }: Addressee): string {
  return `${firstname} ${lastname}`.trim();
}

function send<D extends object>(
  call: Call,
  template: MailTemplate<D & { readonly name: string }>,
  customer: Addressee,
  data: D,
  email = customer.email,
): Promise<void> {
  const name = nameOf(customer);
  return queueMail(call, template, {
    to: { email, name },
    storeId: customer.store_id,
    data: { ...data, name },
  });
}

/**
 * Path of `url` below the store's base URL; undefined for an external address, so that emails never link to other
 * sites.
 */
function backPath(call: Call, storeId: number, url: string | undefined): { back?: string } {
  const base = call.config.of(baseUrls.secure.base, { storeId });
  const relative = url?.startsWith(base) ? url.slice(base.length) : url;
  return relative && /^[\w-]+(?:\/[\w-][\w.-]*)*\/?$/.test(relative) ? { back: relative } : {};
}

/** Welcomes a new customer; without a password, `token` lets one be chosen. */
export function mailWelcome(
  call: Call,
  customer: Addressee,
  { token, redirectUrl }: { token?: string | undefined; redirectUrl?: string | undefined },
): Promise<void> {
  const { id, store_id } = customer;
  return token === undefined
    ? send(call, welcome, customer, backPath(call, store_id, redirectUrl))
    : send(call, welcomeWithoutPassword, customer, { id, token });
}

/** Asks a customer to confirm the e-mail address. */
export function mailConfirmation(call: Call, customer: Addressee, key: string, redirectUrl?: string): Promise<void> {
  const { id, store_id } = customer;
  return send(call, confirmation, customer, { id, key, ...backPath(call, store_id, redirectUrl) });
}

/** Welcomes a customer who has confirmed the e-mail address. */
export function mailConfirmed(call: Call, customer: Addressee): Promise<void> {
  return send(call, confirmed, customer, {});
}

/** Sends a customer a link for choosing a new password. */
export function mailPasswordReset(call: Call, customer: Addressee, token: string, isReminder: boolean): Promise<void> {
  const hours = call.config.of(passwordResets.lifetime);
  return send(call, isReminder ? passwordReminder : passwordReset, customer, { id: customer.id, token, hours });
}

/** Notifies a customer that the password was changed. */
export function mailPasswordChanged(call: Call, customer: Addressee): Promise<void> {
  return send(call, passwordChanged, customer, {});
}

/** Notifies a customer of a changed e-mail address, at both addresses; asks for a confirmation where one is due. */
export async function mailChangedEmail(call: Call, before: StoredCustomer, after: StoredCustomer): Promise<void> {
  for (const email of [before.email, after.email]) {
    await send(call, emailChanged, after, { email: after.email }, email);
  }
  if (after.confirmation && after.confirmation !== before.confirmation) {
    await mailConfirmation(call, after, after.confirmation);
  }
}
