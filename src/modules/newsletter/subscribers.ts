import type { Call } from '../../kernel/call.ts';
import { formatTime } from '../../kernel/time.ts';
import { queueMail } from '../../mail/queue.ts';
import { paths } from './configuration.ts';
import { newsletterErrors } from './errors.ts';
import { subscriptionSuccess } from './templates.ts';

/** What becomes of an address that asks for the newsletter. */
type SubscriptionStatus = 'SUBSCRIBED' | 'NOT_ACTIVE';

/**
 * Subscribes an address, of a customer by the mark of the account; within a transaction. Throws for an address of somebody else, and
 * for one that has the newsletter.
 */
export async function subscribe(call: Call, sent: string): Promise<SubscriptionStatus> {
  const { storeId } = call.scope;
  const { customer } = call.services;
  if (!call.config.flag(paths.active, { storeId })) throw newsletterErrors.disabled();
  const email = sent.trim();
  if (!customer.isEmailAddress(email)) throw newsletterErrors.email();
  const isCustomer = call.caller.type === 'customer';
  if (!isCustomer && !call.config.flag(paths.guests, { storeId })) throw newsletterErrors.guests();
  const account = await customer.customerByEmail(call, email, customer.websiteOf(call));
  if (account && !(isCustomer && account.id === call.caller.id)) throw newsletterErrors.foreign();
  const isActive = account ? await subscribeCustomer(call, account.id) : await subscribeAddress(call, email);
  if (!isActive) return 'NOT_ACTIVE';
  await queueMail(call, subscriptionSuccess, { to: { email, name: '' }, storeId, data: {} });
  return 'SUBSCRIBED';
}

async function subscribeCustomer(call: Call, id: number): Promise<boolean> {
  const { customer } = call.services;
  const { is_subscribed, email, firstname, lastname, website_id } = await customer.requireCustomer(call, id);
  if (is_subscribed) throw newsletterErrors.subscribed();
  const identity = { id, email, firstname, lastname, website_id };
  const saved = await customer.updateCustomer(call, { ...identity, extension_attributes: { is_subscribed: true } });
  return saved.is_subscribed;
}

async function subscribeAddress(call: Call, address: string): Promise<boolean> {
  const { storeId, websiteId } = call.scope;
  const email = address.toLowerCase();
  const is_confirmed = call.config.flag(paths.confirm, { storeId }) ? 0 : 1;
  const row = {
    email,
    website_id: websiteId,
    store_id: storeId,
    is_confirmed,
    subscribed_at: formatTime(call.clock.now()),
  } as const;
  // One statement: of two requests at once, one subscribes.
  const [written] = await call.db
    .insertInto('newsletter_subscriber')
    .values(row)
    .onConflict((conflict) => conflict.columns(['email', 'website_id']).doNothing())
    .returning('is_confirmed')
    .execute();
  if (written) return is_confirmed === 1;
  const known = await call.db
    .selectFrom('newsletter_subscriber')
    .select('is_confirmed')
    .where('email', '=', email)
    .where('website_id', '=', websiteId)
    .executeTakeFirst();
  if (known?.is_confirmed === 1) throw newsletterErrors.subscribed();
  return false;
}

/** Confirms an address in all websites that it asked in; within a transaction. Throws where it did not ask. */
export async function confirmAddress(call: Call, email: string): Promise<void> {
  const changed = await call.db
    .updateTable('newsletter_subscriber')
    .set({ is_confirmed: 1 })
    .where('email', '=', email.toLowerCase())
    .returning('email')
    .execute();
  if (changed.length === 0) throw newsletterErrors.unknown([email]);
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
