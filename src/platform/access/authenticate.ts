import { guest, type Caller } from '../../kernel/call.ts';
import { isClientError } from '../../kernel/errors.ts';
import type { RefusedCaller } from './check.ts';
import { signatureSettings } from './configuration.ts';
import { identityCaller } from './identity/caller.ts';
import { verifySignedRequest, type RequestHead } from './signed-requests.ts';
import { parseAuthorization } from './oauth.ts';
import type { AccessPlatform } from './platform.ts';
import { tokenCaller } from './tokens.ts';

/**
 * The caller of a request, from its Authorization header: `Bearer <token>` of an admin user, customer or integration, or of the
 * identity service; or an OAuth 1.0a signature of an integration.
 *
 * A request without credentials, with another scheme, or with an unknown, expired or revoked token is a guest's. So is one with
 * a wrong signature, but that guest carries the error, which routes that guests may not call then answer; see `authorize`.
 */
export async function authenticate(platform: AccessPlatform, request: RequestHead): Promise<Caller | RefusedCaller> {
  const { authorization } = request.headers;
  if (typeof authorization !== 'string') return guest;
  // Two blanks between scheme and token are one too many, as in the reference.
  const [scheme = '', token, ...more] = authorization.split(' ');
  if (scheme.toLowerCase() === 'bearer') {
    if (!token || more.length > 0) return guest;
    const caller = (await tokenCaller(platform, token)) ?? (await identityCaller(platform, token)) ?? guest;
    return caller.type === 'integration' && !maySendToken(platform) ? guest : caller;
  }
  const parameters = parseAuthorization(authorization);
  if (!parameters) return guest;
  try {
    return (await verifySignedRequest(platform, request, parameters)) ?? guest;
  } catch (error) {
    if (isClientError(error)) return { ...guest, failure: error };
    throw error;
  }
}

/** Whether integrations may send their access token as it is; otherwise they have to sign with it. */
function maySendToken({ config }: AccessPlatform): boolean {
  return config.of(signatureSettings.allowsTokenAlone);
}
