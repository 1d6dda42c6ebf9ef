import { hash } from 'node:crypto';
import type { Selectable } from 'kysely';
import { randomKey } from '../../platform/access/random.ts';
import type { Call, Scope } from '../../kernel/call.ts';
import { formatTime } from '../../kernel/time.ts';
import { queueMail } from '../../platform/mail/queue.ts';
import { confirmsSubscriptions } from '../customer/configuration.ts';
import { guestsMaySubscribe, isNewsletterOn } from './configuration.ts';
import { newsletterErrors } from './errors.ts';
import type { SubscriberTable } from './tables.ts';
import { subscriptionRequest, subscriptionSuccess } from './templates.ts';

/** What becomes of an address that asks for the newsletter. */
type SubscriptionStatus = 'SUBSCRIBED' | 'NOT_ACTIVE';

/**
 * Subscribes an address, of a customer by the mark of the account; within a transaction. Throws for an address of somebody else, and
 * for one that has the newsletter.
 */
export async function subscribe(call: Call, input: string): Promise<SubscriptionStatus> {
  const { storeId } = call.scope;
  const { customer } = call.services;
  if (!call.config.of(isNewsletterOn, { storeId })) throw newsletterErrors.disabled();
  const email = input.trim();
  if (!customer.isEmailAddress(email)) throw newsletterErrors.email();
  const isCustomer = call.caller.type === 'customer';
  if (!isCustomer && !call.config.of(guestsMaySubscribe, { storeId })) throw newsletterErrors.guests();
  const account = await customer.customerByEmail(call, email, customer.websiteOf(call));
  if (account && !(isCustomer && account.id === call.caller.id)) throw newsletterErrors.foreign();
  if (account && (await customer.requireCustomer(call, account.id)).is_subscribed) throw newsletterErrors.subscribed();
  const address = { email, website_id: call.scope.websiteId };
  const isKnown = account !== undefined && (await takeSubscription(call, address));
  if (!isKnown && call.config.of(confirmsSubscriptions, { storeId })) {
    await askToConfirm(call, email, call.scope);
    return 'NOT_ACTIVE';
  }
  if (account) await customer.subscribe(call, account.id);
  else await subscribeAddress(call, email);
  await queueMail(call, subscriptionSuccess, { to: { email, name: '' }, storeId, data: {} });
  return 'SUBSCRIBED';
}

async function subscribeAddress(call: Call, email: string): Promise<void> {
  const written = await write(call, email, call.scope, { is_confirmed: 1 });
  if (!written) throw newsletterErrors.subscribed();
}

/** Has an address confirm that it wants the newsletter, by mail; a code sent before does so no more. Throws where it has the newsletter. */
export async function askToConfirm(call: Call, email: string, place: Place): Promise<void> {
  const code = randomKey();
  const written = await write(call, email, place, { is_confirmed: 0, confirm_hash: hash('sha256', code) });
  if (!written) throw newsletterErrors.subscribed();
  await queueMail(call, subscriptionRequest, { to: { email, name: '' }, storeId: place.storeId, data: { code } });
}

type Place = Pick<Scope, 'storeId' | 'websiteId'>;

/** Writes a subscriber unless the address has the newsletter. One statement: of two requests at once, one subscribes. */
async function write(
  call: Call,
  address: string,
  { storeId, websiteId }: Place,
  state: { readonly is_confirmed: 0 | 1; readonly confirm_hash?: string },
): Promise<boolean> {
  const row = { ...state, store_id: storeId, subscribed_at: formatTime(call.clock.now()) };
  const written = await call.db
    .insertInto('newsletter_subscriber')
    .values({ ...row, email: address.toLowerCase(), website_id: websiteId })
    .onConflict((conflict) =>
      conflict.columns(['email', 'website_id']).doUpdateSet(row).where('newsletter_subscriber.is_confirmed', '=', 0),
    )
    .returning('email')
    .execute();
  return written.length > 0;
}

/** Confirms an address in all websites that it asked in; within a transaction. Throws where it did not ask. */
export async function confirmAddress(call: Call, email: string): Promise<void> {
  const rows = await call.db
    .selectFrom('newsletter_subscriber')
    .selectAll()
    .where('email', '=', email.toLowerCase())
    .execute();
  if (rows.length === 0) throw newsletterErrors.unknown([email]);
  for (const row of rows) await confirm(call, row);
}

/** Confirms the address that a code was sent to; within a transaction. Gives the store view it belongs to; undefined: no such code. */
export async function confirmByCode(call: Call, code: string): Promise<number | undefined> {
  const row = await call.db
    .selectFrom('newsletter_subscriber')
    .selectAll()
    .where('confirm_hash', '=', hash('sha256', code))
    .executeTakeFirst();
  if (row) await confirm(call, row);
  return row?.store_id;
}

/** Gives an address the newsletter: of a customer by the mark of the account. Once: following a link again changes nothing. */
async function confirm(call: Call, { email, website_id, store_id }: Selectable<SubscriberTable>): Promise<void> {
  const { customer } = call.services;
  const [confirmed] = await call.db
    .updateTable('newsletter_subscriber')
    .set({ is_confirmed: 1 })
    .where('email', '=', email)
    .where('website_id', '=', website_id)
    .where('is_confirmed', '=', 0)
    .returning('email')
    .execute();
  if (!confirmed) return;
  const account = await customer.customerByEmail(call, email, website_id);
  if (account) {
    await takeSubscription(call, { email, website_id });
    await customer.subscribe(call, account.id);
  }
  await queueMail(call, subscriptionSuccess, { to: { email, name: '' }, storeId: store_id, data: {} });
}

/** Takes an address off the list if it has the newsletter, of a website or (undefined) of all; gives whether it had. Within a transaction. */
export async function takeSubscription(
  call: Call,
  { email, website_id }: { readonly email: string; readonly website_id: number | undefined },
): Promise<boolean> {
  const ofAddress = call.db
    .deleteFrom('newsletter_subscriber')
    .where('email', '=', email.toLowerCase())
    .where('is_confirmed', '=', 1);
  const ofWebsite = website_id === undefined ? ofAddress : ofAddress.where('website_id', '=', website_id);
  const addresses = await ofWebsite.returning('email').execute();
  return addresses.length > 0;
}

/** Subscribers without an account, in order of addresses. */
export async function subscribers(call: Call, limit: number): Promise<{ email: string; is_confirmed: 0 | 1 }[]> {
  return call.db
    .selectFrom('newsletter_subscriber')
    .select(['email', 'is_confirmed'])
    .orderBy('email')
    .orderBy('website_id')
    .limit(limit)
    .execute();
}
