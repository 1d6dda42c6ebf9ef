import type { Call } from '../../kernel/call.ts';
import { anonymous } from '../../kernel/route.ts';
import { credentialAttemptOf } from '../../platform/limits/credentials.ts';
import type { ResponseHeaders } from '../../platform/limits/headers.ts';
import { bearerOf } from '../webapi/bearer.ts';
import { requireApplication } from './applications.ts';
import { isMageId, readBasic } from './credentials.ts';
import type { Environment } from './environments.ts';
import { marketplaceErrors } from './errors.ts';
import { issueToken, requireOwner, type SessionToken } from './tokens.ts';
import { userExists, type UserProfile } from './users.ts';

/** A call of the interface, as those who answer it see it. */
interface Arrival {
  readonly environment: Environment;
  /** Seconds that a token is good for. */
  readonly tokenLifetime: number;
  readonly headers: { readonly authorization?: string | undefined };
  /** The decoded value of the path parameter. */
  readonly parameter: string;
  /** Network address of the client. */
  readonly address: string;
  /** Where the client is told how many attempts are left. */
  readonly response: ResponseHeaders;
  /** The body; throws when it is no JSON object. */
  body(): Promise<Readonly<Record<string, unknown>>>;
}

/** A route of the interface. */
export interface SubmissionResource {
  readonly method: 'GET' | 'POST';
  /** With at most one parameter, at its end. */
  readonly path: string;
  /** How callers show who they are. */
  readonly scheme: 'Basic' | 'Bearer';
  handle(call: Call, arrival: Arrival): Promise<SessionToken | UserProfile>;
}

/** The routes of the interface, except health. */
export const resources: readonly SubmissionResource[] = [
  { method: 'POST', path: '/rest/v1/app/session/token', scheme: 'Basic', handle: openSession },
  { method: 'GET', path: '/rest/v1/users/:mage_id', scheme: 'Bearer', handle: showUser },
];

async function openSession(call: Call, arrival: Arrival): Promise<SessionToken> {
  const { environment, headers, tokenLifetime } = arrival;
  const credentials = readBasic(headers.authorization);
  if (!credentials) throw marketplaceErrors.credentialsMissing();
  const { grant_type: grantType } = await arrival.body();
  if (grantType === undefined || grantType === null) throw marketplaceErrors.grantTypeMissing();
  if (grantType !== 'session') throw marketplaceErrors.grantType();
  const application = await counted(call, arrival, () => requireApplication(call, environment, credentials));
  return issueToken(call, environment, application, tokenLifetime);
}

/**
 * Checks credentials, within the attempts of an address. There is no lock-out by application: guessing a secret of 160 bits is
 * infeasible, and anyone with the id could lock out its owner.
 */
async function counted<T>(call: Call, { address, response }: Arrival, look: () => Promise<T>): Promise<T> {
  const attempt = credentialAttemptOf({ attempts: 'failed', access: anonymous }, call, address, response);
  await attempt?.begin(1);
  let found: T;
  try {
    found = await look();
  } catch (error) {
    await attempt?.end(error);
    throw error;
  }
  await attempt?.end(undefined);
  return found;
}

async function showUser(call: Call, { environment, headers, parameter }: Arrival): Promise<UserProfile> {
  const token = bearerOf({ headers });
  if (token === undefined) throw marketplaceErrors.tokenMissing();
  const owner = await requireOwner(call, environment, token);
  if (owner.mage_id === parameter) return owner;
  if (isMageId(parameter) && (await userExists(call, environment, parameter))) throw marketplaceErrors.otherUser();
  throw marketplaceErrors.noUser();
}
