import type { Call } from '../../kernel/call.ts';
import { companiesAreOn } from '../company/configuration.ts';
import { methodSettings } from '../payment/configuration.ts';
import type { PaymentMethod } from '../quote/payment/extensions.ts';
import type { StoredCart } from '../quote/service.ts';
import { CODE } from './configuration.ts';
import { findCreditOf } from './credits.ts';

/** With the credit of the buyer's company. */
export const companyCreditMethod: PaymentMethod = {
  code: CODE,
  isOffline: true,
  keepsPoNumber: true,
  refundsToItself: true,
};

/** Offers the method to buyers whose company has a credit that they may use, in a currency with an exchange rate. */
export async function paymentOnAccount(call: Call, cart: StoredCart) {
  if (!call.config.of(methodSettings.isActive.of(CODE), { storeId: cart.store_id })) return undefined;
  const isOffered = await mayUseCredit(call, cart);
  return ({ code }: { readonly code: string }): boolean => code !== CODE || isOffered;
}

async function mayUseCredit(call: Call, cart: StoredCart): Promise<boolean> {
  const { customer_id, store_id, website_id: websiteId } = cart;
  if (customer_id === null || !call.config.of(companiesAreOn, { websiteId })) return false;
  const { company, store, directory } = call.services;
  const companyId = await company.buysFor(call, cart);
  const credit = companyId === undefined ? undefined : await findCreditOf(call, companyId);
  if (!credit || directory.rate(store.baseCurrency(call, store_id), credit.currency_code) === undefined) return false;
  // Roles restrict users' own actions, not actions on their behalf.
  const isOwn = call.caller.type === 'customer' && call.caller.id === customer_id;
  return !isOwn || company.mayUse(call, cart, 'Magento_Sales::payment_account');
}
