import { guest, type Caller } from '../kernel/call.ts';
import { PlatformError } from '../kernel/errors.ts';
import type { RefusedCaller } from './check.ts';
import { identityCaller } from './identity/caller.ts';
import { verifyRequest, type RequestHead } from './consumers.ts';
import { parseAuthorization } from './oauth.ts';
import type { AccessPlatform } from './platform.ts';
import { tokenCaller } from './tokens.ts';

/**
 * Tells who sends a request, from its Authorization header: `Bearer <token>` of an admin user, customer or integration, or of
 * the identity service, or an OAuth 1.0a signature of an integration. Everybody else is a guest: who sends no credentials, of a scheme that does not
 * count, or an unknown, expired or revoked token. A wrong signature makes a guest too (open routes answer it all the same)
 * that carries the error for other routes; see `authorize`.
 */
export async function authenticate(platform: AccessPlatform, request: RequestHead): Promise<Caller | RefusedCaller> {
  const { authorization } = request.headers;
  if (typeof authorization !== 'string') return guest;
  // Two blanks between scheme and token are one too many, as in the reference.
  const [scheme = '', token, ...more] = authorization.split(' ');
  if (scheme.toLowerCase() === 'bearer') {
    if (!token || more.length > 0) return guest;
    return (await tokenCaller(platform, token)) ?? (await identityCaller(platform, token)) ?? guest;
  }
  const parameters = parseAuthorization(authorization);
  if (!parameters) return guest;
  try {
    return (await verifyRequest(platform, request, parameters)) ?? guest;
  } catch (error) {
    if (error instanceof PlatformError && error.status < 500) return { ...guest, failure: error };
    throw error;
  }
}
