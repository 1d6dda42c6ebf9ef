import type { ConfigurationReader } from '../../kernel/call.ts';
import { listItems } from '../../kernel/configuration.ts';
import { milliseconds, seconds, setting } from '../../kernel/settings.ts';

/** What tokens of the identity service have to be like, and what they are good for. */
export interface IdentitySettings {
  readonly issuer: string;
  /** One of them has to be the token's. */
  readonly audience: readonly string[];
  /** Where its keys are; undefined: its discovery document tells. */
  readonly jwksUrl: string | undefined;
  readonly algorithms: readonly string[];
  /** Seconds that clocks may differ. */
  readonly clockSkew: number;
  /** Name of the claim with the roles, or the way to it with dots. */
  readonly roleClaim: string;
  /** Role of the platform by value of the claim; the first that a token has counts. */
  readonly roles: ReadonlyMap<string, string>;
  /** Seconds after which keys are fetched anew, and least seconds between two fetches. */
  readonly keysLifetime: number;
  readonly keysCooldown: number;
  /** Milliseconds for an answer of the service. */
  readonly timeoutMs: number;
}

/** Signatures that take a public key; secrets that both sides know, and no signature, never count. */
export const identityAlgorithms: readonly string[] = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** How the keys of the identity service are fetched, and how exact clocks are. */
export const identityTimes = {
  clockSkew: setting('souk/identity/clock_skew', seconds(0), 30, 'Difference that clocks may have'),
  keysLifetime: setting('souk/identity/keys_lifetime', seconds(0), 600, 'Time after which keys are fetched again'),
  keysCooldown: setting(
    'souk/identity/keys_cooldown',
    seconds(0),
    30,
    'Shortest time between two requests for unknown keys',
  ),
  timeout: setting('souk/identity/timeout', milliseconds(1), 5000, 'Time that the identity service has for a response'),
};

/**
 * The settings below `souk/identity/`. Undefined: no tokens of an identity service are taken, because an issuer, an audience or
 * the roles are not named.
 */
export function identitySettings(config: ConfigurationReader): IdentitySettings | undefined {
  const issuer = config.get('souk/identity/issuer');
  if (!issuer) return undefined;
  const audience = listItems(config.get('souk/identity/audience'));
  const roles = readRoles(config.get('souk/identity/roles') ?? '');
  if (audience.length === 0 || !roles || roles.size === 0) return undefined;
  const chosen = listItems(config.get('souk/identity/algorithms'));
  return {
    issuer,
    audience,
    jwksUrl: config.get('souk/identity/jwks_url') || undefined,
    algorithms: identityAlgorithms.filter((name) => chosen.length === 0 || chosen.includes(name)),
    clockSkew: config.of(identityTimes.clockSkew),
    roleClaim: config.get('souk/identity/role_claim') || 'roles',
    roles,
    keysLifetime: config.of(identityTimes.keysLifetime),
    keysCooldown: config.of(identityTimes.keysCooldown),
    timeoutMs: config.of(identityTimes.timeout),
  };
}

/** Reads the map of claim values to roles, `{"shop-admins": "Administrators"}`; undefined for anything else. */
export function readRoles(text: string): ReadonlyMap<string, string> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const entries = Object.entries(value);
    return entries.every(([, role]) => typeof role === 'string') ? new Map(entries as [string, string][]) : undefined;
  } catch {
    return undefined;
  }
}
