import type { CustomerExtension } from '../customer/extensions.ts';
import { confirmsSubscriptions } from '../customer/configuration.ts';
import { askToConfirm, takeSubscription } from './subscribers.ts';

/** An account has the newsletter that its address had before, and is asked to confirm where it wants the newsletter and the shop asks that. */
export const newsletterOfAccounts: CustomerExtension = {
  fields: [],
  takeSubscription,
  async save(call, { id, email }, { is_subscribed: isWanted }) {
    if (isWanted !== true || !call.config.of(confirmsSubscriptions)) return;
    const { customer } = call.services;
    const { is_subscribed, store_id, website_id } = await customer.requireCustomer(call, id);
    if (is_subscribed) return;
    // An address that had the newsletter when accounts did not take it over yet.
    if (await takeSubscription(call, { email, website_id })) await customer.subscribe(call, id);
    else await askToConfirm(call, email, { storeId: store_id, websiteId: website_id });
  },
};
