import { issueToken, revokeTokens } from '../../platform/access/tokens.ts';
import type { Call } from '../../kernel/call.ts';
import { entity, none } from '../../kernel/entity.ts';
import { anonymous, route, self } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { requireCredentials, signInArguments } from './credentials.ts';

const service = 'integrationCustomerTokenServiceV1';

/** The common part of both sign-in routes. */
const signIn = {
  path: '/V1/integration/customer/token',
  service,
  operation: 'createCustomerAccessToken',
  summary: 'Signs a customer in and gives an access token.',
  access: anonymous,
  attempts: 'failed',
  captcha: 'user_login',
  recaptcha: 'customer_login',
  entity: none('It signs in.'),
  input: signInArguments,
  output: t.secret(t.string),
  // Checking a password takes long, and its records have to survive a rejected sign-in.
  transaction: false,
  // Otherwise the password would be stored with the operation, and the token with its result.
  asynchronous: false,
  async handle({ username, password }: { username: string; password: string }, call: Call): Promise<string> {
    requireCredentials(username, password);
    const id = await call.services.customer.signIn(call, username, password);
    return issueToken(call, { type: 'customer', id });
  },
} as const;

/** Signs a customer in. */
export const createCustomerAccessToken = route({ ...signIn, method: 'POST' });

/** As POST, for clients that use the method in the interface's list of protected routes. */
export const putCustomerAccessToken = route({ ...signIn, method: 'PUT' });

/** Signs a customer out everywhere. */
export const revokeCustomerAccessToken = route({
  method: 'POST',
  path: '/V1/integration/customer/revoke-customer-token',
  service,
  operation: 'revokeCustomerAccessToken',
  summary: 'Revokes every access token of yours.',
  access: self,
  entity: entity('customer', 'customerId'),
  input: { customerId: t.integer },
  forced: { customerId: 'customer_id' },
  output: t.boolean,
  handle: ({ customerId }, call) => revokeTokens(call, { type: 'customer', id: customerId }),
});
