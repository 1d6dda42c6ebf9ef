import type { AclResource } from '../../kernel/acl.ts';
import type { SharedCache } from '../../kernel/caches.ts';
import type { ServiceDependencies } from '../../kernel/module.ts';
import { loadAccounts, type Accounts } from './accounts.ts';
import { IdentityKeys } from './identity/keys.ts';
import { openSecrets, type Secrets } from './secrets.ts';
import { CachedTokens } from './cached-tokens.ts';
import { KeyedQueue } from './keyed-queue.ts';

/** The caches of this part of the platform. */
interface AccessService {
  /** Users and integrations with their permissions. */
  readonly accounts: SharedCache<Accounts>;
  /** Holds nothing; its generation changes whenever tokens are revoked. */
  readonly revocations: SharedCache<undefined>;
  readonly cachedTokens: CachedTokens;
  readonly secrets: Secrets;
  /** The permissions that can be granted, by id, each before those under it. */
  readonly permissions: ReadonlyMap<string, AclResource>;
  /** Keys of the identity service. */
  readonly identityKeys: IdentityKeys;
  /** One sign-in at a time for each account name. */
  readonly signIns: KeyedQueue;
}

declare module '../../kernel/merged-types.ts' {
  interface Services {
    access: AccessService;
  }
}

/** Makes the service. */
export function createAccessService({ caches, varFolder, secretKey, permissions }: ServiceDependencies): AccessService {
  const revocations = caches.define('access_revocations', async () => undefined);
  return {
    accounts: caches.define('access_accounts', loadAccounts),
    revocations,
    cachedTokens: new CachedTokens(revocations),
    secrets: openSecrets(varFolder, secretKey),
    permissions,
    identityKeys: new IdentityKeys(),
    signIns: new KeyedQueue(),
  };
}
