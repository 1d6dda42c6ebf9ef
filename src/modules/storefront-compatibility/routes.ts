import { entity } from '../../kernel/entity.ts';
import { acl, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { makeLoginCode } from './login-codes.ts';
import { actsForCustomers, tokenOf } from './tokens.ts';
import { LoginCode } from './types.ts';

const createLoginCode = route({
  method: 'POST',
  path: '/V1/customer/:customerId/otp',
  service: 'storefrontCompatibilityOneTimeLoginCodeV1',
  operation: 'create',
  summary: 'Make a code that signs in once as a customer who allows assistance.',
  access: acl('Magento_LoginAsCustomer::login'),
  entity: entity('customer', 'customerId'),
  input: { customerId: t.integer, reason: t.optional(t.string) },
  output: LoginCode,
  // The code would be stored with the operation's result.
  asynchronous: false,
  handle: async ({ customerId, reason }, call) => ({ otp: await makeLoginCode(call, customerId, reason ?? null) }),
});

const createCustomerToken = route({
  method: 'POST',
  path: '/V1/customers/:customerId/token',
  service: 'storefrontCompatibilityCustomerTokenV1',
  operation: 'create',
  summary: 'Give an access token of a customer to a caller who may act for customers.',
  access: actsForCustomers,
  entity: entity('customer', 'customerId'),
  input: { customerId: t.integer },
  output: t.secret(t.string),
  asynchronous: false,
  handle: async ({ customerId }, call) =>
    tokenOf(call, await call.services.customer.requireCustomer(call, customerId, { addresses: false })),
});

/** Routes of the storefront compatibility package to sign in as a customer. */
export const storefrontCompatibilityRoutes = [createLoginCode, createCustomerToken];
