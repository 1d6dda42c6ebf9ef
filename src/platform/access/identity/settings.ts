import type { ConfigurationReader } from '../../../kernel/call.ts';
import {
  filledText,
  installationSetting,
  listOfTexts,
  milliseconds,
  seconds,
  setting,
  webAddress,
  type SettingType,
} from '../../../kernel/settings.ts';

/** Requirements of tokens of the identity service, and their permissions. */
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
const identityAlgorithms: readonly string[] = [
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
const roleMap: SettingType<ReadonlyMap<string, string>> = {
  read: readRoles,
  write: (roles) => JSON.stringify(Object.fromEntries(roles)),
  expected: 'a JSON object of role names by claim value, such as {"shop-admins":"Administrators"}',
};

/** The identity service, which tokens of it count, how its keys are fetched, and how exact clocks are. */
export const identityDeclarations = {
  issuer: setting('souk/identity/issuer', webAddress, undefined, 'Issuer of the tokens', installationSetting),
  audience: setting(
    'souk/identity/audience',
    listOfTexts(),
    [],
    'Audiences of which a token needs one, separated by commas',
    installationSetting,
  ),
  jwksUrl: setting(
    'souk/identity/jwks_url',
    webAddress,
    undefined,
    'Address of the keys; empty: the discovery document of the issuer names it',
    installationSetting,
  ),
  algorithms: setting(
    'souk/identity/algorithms',
    listOfTexts((name) => identityAlgorithms.includes(name), `some of ${identityAlgorithms.join(', ')},`),
    identityAlgorithms,
    'Signature algorithms that tokens may have; empty: all of them',
    installationSetting,
  ),
  roleClaim: setting(
    'souk/identity/role_claim',
    filledText,
    'roles',
    'Claim with the roles of a caller, or the path to it with dots',
    installationSetting,
  ),
  roles: setting(
    'souk/identity/roles',
    roleMap,
    undefined,
    'Role by value of the claim, the most important first',
    installationSetting,
  ),
  clockSkew: setting(
    'souk/identity/clock_skew',
    seconds(0),
    30,
    'Difference that clocks may have',
    installationSetting,
  ),
  keysLifetime: setting(
    'souk/identity/keys_lifetime',
    seconds(0),
    600,
    'Time after which keys are fetched again',
    installationSetting,
  ),
  keysCooldown: setting(
    'souk/identity/keys_cooldown',
    seconds(0),
    30,
    'Shortest time between two requests for unknown keys',
    installationSetting,
  ),
  timeout: setting(
    'souk/identity/timeout',
    milliseconds(1),
    5000,
    'Time that the identity service has for a response',
    installationSetting,
  ),
};

/**
 * The settings of the identity service. Undefined: its tokens are refused, because no issuer, no audience or no roles are
 * configured.
 */
export function identitySettings(config: ConfigurationReader): IdentitySettings | undefined {
  const issuer = config.of(identityDeclarations.issuer);
  if (!issuer) return undefined;
  const audience = config.of(identityDeclarations.audience);
  const roles = config.of(identityDeclarations.roles);
  if (audience.length === 0 || !roles || roles.size === 0) return undefined;
  const chosen = config.of(identityDeclarations.algorithms);
  return {
    issuer,
    audience,
    jwksUrl: config.of(identityDeclarations.jwksUrl),
    algorithms: identityAlgorithms.filter((name) => chosen.length === 0 || chosen.includes(name)),
    clockSkew: config.of(identityDeclarations.clockSkew),
    roleClaim: config.of(identityDeclarations.roleClaim),
    roles,
    keysLifetime: config.of(identityDeclarations.keysLifetime),
    keysCooldown: config.of(identityDeclarations.keysCooldown),
    timeoutMs: config.of(identityDeclarations.timeout),
  };
}

function isRoleOfClaim(entry: [string, unknown]): entry is [claim: string, role: string] {
  return typeof entry[1] === 'string';
}

/** Reads the map of claim values to roles, `{"shop-admins": "Administrators"}`; undefined for anything else. */
function readRoles(text: string): ReadonlyMap<string, string> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const entries: [string, unknown][] = Object.entries(value);
    return entries.every(isRoleOfClaim) ? new Map(entries) : undefined;
  } catch {
    return undefined;
  }
}
