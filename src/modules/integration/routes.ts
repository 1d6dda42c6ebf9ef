import { signInAdmin } from '../../access/login.ts';
import { issueToken } from '../../access/tokens.ts';
import { none } from '../../kernel/entity.ts';
import { missingArguments } from '../../kernel/errors.ts';
import { anonymous, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';

export const createAdminAccessToken = route({
  method: 'POST',
  path: '/V1/integration/admin/token',
  service: 'integrationAdminTokenServiceV1',
  operation: 'createAdminAccessToken',
  summary: 'Signs an admin user in and gives an access token.',
  access: anonymous,
  attempts: 'failed',
  entity: none('It signs in.'),
  input: { username: t.string, password: t.secret(t.string) },
  output: t.string,
  // Checking a password takes long, and what it records has to outlive the refusal.
  transaction: false,
  // The password would be stored with the operation, and the token with its result.
  asynchronous: false,
  handle: async ({ username, password }, call) => {
    // An empty text counts as missing.
    const error = missingArguments([
      ...(username === '' ? ['username'] : []),
      ...(password === '' ? ['password'] : []),
    ]);
    if (error) throw error;
    const id = await signInAdmin(call, username, password);
    return await issueToken(call, { type: 'admin', id });
  },
});
