import { signInAdmin } from '../../platform/access/login.ts';
import { issueToken } from '../../platform/access/tokens.ts';
import { none } from '../../kernel/entity.ts';
import { anonymous, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { requireCredentials, signInArguments } from './credentials.ts';

/** Signs an admin user in. */
export const createAdminAccessToken = route({
  method: 'POST',
  path: '/V1/integration/admin/token',
  service: 'integrationAdminTokenServiceV1',
  operation: 'createAdminAccessToken',
  summary: 'Signs an admin user in and gives an access token.',
  access: anonymous,
  attempts: 'failed',
  entity: none('It signs in.'),
  input: signInArguments,
  output: t.secret(t.string),
  // Checking a password takes long, and its records have to survive a rejected sign-in.
  transaction: false,
  // Otherwise the password would be stored with the operation, and the token with its result.
  asynchronous: false,
  handle: async ({ username, password }, call) => {
    requireCredentials(username, password);
    const id = await signInAdmin(call, username, password);
    for (const check of call.contributions.adminSignInChecks) await check(call, id);
    return await issueToken(call, { type: 'admin', id });
  },
});
