import type { Call } from '../../kernel/call.ts';
import { entity, none } from '../../kernel/entity.ts';
import { missingArguments } from '../../kernel/errors.ts';
import { anonymous, route, self } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';

const service = 'integrationCustomerTokenServiceV1';

/** What both ways of signing in have in common. */
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
  input: { username: t.string, password: t.secret(t.string) },
  output: t.string,
  // Checking a password takes long, and what it records has to outlive the refusal.
  transaction: false,
  // The password would be stored with the operation, and the token with its result.
  asynchronous: false,
  async handle({ username, password }: { username: string; password: string }, call: Call): Promise<string> {
    // An empty text counts as missing.
    const error = missingArguments([
      ...(username === '' ? ['username'] : []),
      ...(password === '' ? ['password'] : []),
    ]);
    if (error) throw error;
    const id = await call.services.customer.signIn(call, username, password);
    return call.services.integration.issueCustomerToken(call, id);
  },
} as const;

export const createCustomerAccessToken = route({ ...signIn, method: 'POST' });

/** As POST, for clients that use the method by which the interface's list of protected routes names this one. */
export const putCustomerAccessToken = route({ ...signIn, method: 'PUT' });

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
  handle: ({ customerId }, call) => call.services.integration.revokeCustomerTokens(call, customerId),
});
