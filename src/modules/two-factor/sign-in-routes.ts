import { none } from '../../kernel/entity.ts';
import { anonymous, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import type { Call } from '../../kernel/call.ts';
import { signInAdmin } from '../../platform/access/login.ts';
import { issueToken } from '../../platform/access/tokens.ts';
import { requireCredentials, signInArguments } from '../integration/extensions.ts';
import { requireGoogleCode } from './google.ts';
import { requireKeySignature, signatureOptions } from './security-keys.ts';
import { KeyOptions } from './types.ts';

/** The common part of the routes that sign an administrator in. */
const signIn = {
  method: 'POST',
  access: anonymous,
  attempts: 'failed',
  entity: none('It signs in.'),
  // Checking a password takes long, and its records have to survive a rejected sign-in.
  transaction: false,
  // Otherwise the password would be stored with the operation, and the token with its result.
  asynchronous: false,
} as const;

const signInByGoogle = route({
  ...signIn,
  path: '/V1/tfa/provider/google/authenticate',
  service: 'twoFactorAuthGoogleAuthenticateV1',
  operation: 'createAdminAccessToken',
  summary: 'Signs an admin user in by password and the code of an authenticator app, and gives an access token.',
  input: { ...signInArguments, otp: t.secret(t.string) },
  output: t.secret(t.string),
  handle: ({ otp, ...credentials }, call) =>
    signInBy(call, credentials, (userId) => requireGoogleCode(call, userId, otp)),
});

const challengeKey = route({
  ...signIn,
  path: '/V1/tfa/provider/u2fkey/authentication-challenge',
  service: 'twoFactorAuthU2fKeyAuthenticateV1',
  operation: 'getAuthenticationData',
  summary: 'Makes the options with which a browser signs by the security key of an admin user.',
  input: signInArguments,
  output: KeyOptions,
  async handle({ username, password }, call) {
    requireCredentials(username, password);
    const userId = await signInAdmin(call, username, password);
    return { credential_request_options_json: await signatureOptions(call, userId) };
  },
});

const signInByKey = route({
  ...signIn,
  path: '/V1/tfa/provider/u2fkey/verify',
  service: 'twoFactorAuthU2fKeyAuthenticateV1',
  operation: 'createAdminAccessToken',
  summary: 'Signs an admin user in by password and security key, and gives an access token.',
  input: { ...signInArguments, publicKeyCredentialJson: t.secret(t.string) },
  output: t.secret(t.string),
  handle: ({ publicKeyCredentialJson, ...credentials }, call) =>
    signInBy(call, credentials, (userId) => requireKeySignature(call, userId, publicKeyCredentialJson)),
});

/** Checks the password before the second factor, so that the errors of the latter reveal nothing to strangers. */
async function signInBy(
  call: Call,
  { username, password }: { readonly username: string; readonly password: string },
  requireFactor: (userId: number) => Promise<void>,
): Promise<string> {
  requireCredentials(username, password);
  const userId = await signInAdmin(call, username, password);
  await requireFactor(userId);
  return issueToken(call, { type: 'admin', id: userId });
}

/** Routes that sign in by two factors. */
export const signInRoutes = [signInByGoogle, challengeKey, signInByKey];
