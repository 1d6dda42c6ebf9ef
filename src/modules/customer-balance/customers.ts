import type { Call } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
import type { Decimal } from '../../kernel/money.ts';
import { accountSettings } from '../customer/configuration.ts';
import type { CustomerExtension } from '../customer/extensions.ts';
import { changeBalance, findBalance, removeBalances, type BalanceChange, type BalanceKey } from './balances.ts';
import { balanceErrors } from './errors.ts';

/** The balance of a customer goes with the account. */
export const balancesOfCustomers: CustomerExtension = {
  fields: [],
  remove: (call, { id }) => removeBalances(call, id),
};

/** A customer's store credit on a website, nothing where there never was any. Throws 404 for an unknown customer or website. */
export async function showBalance(call: Call, key: BalanceKey) {
  const { customerId, websiteId } = key;
  await call.services.customer.requireCustomer(call, customerId, { addresses: false });
  requireWebsite(call, websiteId);
  const balance = await findBalance(call, key);
  const view = call.services.store.views().find((one) => one.website_id === websiteId);
  return {
    ...(balance ? { balance_id: balance.id } : {}),
    customer_id: customerId,
    website_id: websiteId,
    amount: balance?.amount.toNumber() ?? 0,
    base_currency_code: call.services.store.baseCurrency(call, view?.id ?? 0),
  };
}

function requireWebsite(call: Call, websiteId: number): void {
  if (!websiteId || !call.services.store.website(websiteId)) {
    throw platformErrors.noSuchEntity({ fieldName: 'websiteId', fieldValue: websiteId });
  }
}

/**
 * Changes a customer's store credit on a person's request; within a transaction. Where accounts are not shared, it is
 * on the customer's own website. Throws 404 for an unknown customer or website, 400 for another website, and if the
 * balance is too low.
 */
export async function updateBalance(
  call: Call,
  key: BalanceKey,
  delta: Decimal,
  why: Omit<BalanceChange, 'action'>,
): Promise<void> {
  requireWebsite(call, key.websiteId);
  const customer = await call.services.customer.requireCustomer(call, key.customerId, { addresses: false });
  const isShared = call.config.of(accountSettings.scope) === 'allWebsites';
  if (!isShared && customer.website_id !== key.websiteId) throw balanceErrors.otherWebsite();
  await changeBalance(call, key, delta, { action: 'updated', ...why });
}
