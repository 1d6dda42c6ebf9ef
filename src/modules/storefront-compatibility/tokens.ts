import { isAllowed } from '../../platform/access/check.ts';
import { issueToken } from '../../platform/access/tokens.ts';
import type { Call } from '../../kernel/call.ts';
import type { GraphQLTypes } from '../../kernel/graphql.ts';
import { acl } from '../../kernel/route.ts';
import type { StoredCustomer } from '../customer/service.ts';
import { exchangeErrors } from './errors.ts';

/** Who gets tokens of customers without a password. */
export const actsForCustomers = acl('Magento_Customer::manage', 'Magento_LoginAsCustomer::login');

/**
 * A token of a customer for a caller who may act for customers. Integrations can sign in any customer; admin users only
 * those who allow assistance. Throws for a customer who may not sign in.
 */
export async function tokenOf(call: Call, customer: StoredCustomer): Promise<string> {
  const { customer: customers, loginAsCustomer } = call.services;
  if (call.caller.type !== 'integration') await loginAsCustomer.requireAssistance(call, customer.id);
  await customers.requireEntry(call, customer);
  return issueToken(call, { type: 'customer', id: customer.id });
}

/** A customer of another system, with a token; the account is created if missing. Opens its own transactions. */
export async function signInExternal(
  call: Call,
  input: GraphQLTypes['CustomerCreateInput'] | undefined,
): Promise<{ readonly customer: StoredCustomer; readonly token: string }> {
  const { type } = call.caller;
  const isKnown = type === 'integration' || type === 'admin';
  if (!isKnown || !isAllowed(call.caller, actsForCustomers)) throw exchangeErrors.notPermitted();
  if (!input) throw exchangeErrors.inputMissing();
  const { customer: customers } = call.services;
  const known = await customers.customerByEmail(call, input.email, customers.websiteOf(call));
  if (known) return { customer: known, token: await tokenOf(call, known) };
  const customer = await customers.register(call, input);
  await customers.requireEntry(call, customer);
  return { customer, token: await issueToken(call, { type: 'customer', id: customer.id }) };
}
