import { guest, type Call } from '../../kernel/call.ts';
import type { Platform } from '../../kernel/platform.ts';
import type { Accounts } from './accounts.ts';

/** The part of the platform that identifies callers. */
export type AccessPlatform = Pick<Platform, 'services' | 'settings' | 'caches' | 'config' | 'clock' | 'newCall'> &
  Partial<Pick<Platform, 'log'>>;

const noScope = { code: undefined, storeId: 0, websiteId: 0 };

/** A call for looking up who calls, before there is a caller and a store scope. */
export function lookupCall(platform: AccessPlatform): Call {
  return platform.newCall(guest, noScope);
}

/** The committed accounts. */
export function accountsOf({ services }: Pick<AccessPlatform, 'services'>): Accounts {
  return services.access.accounts.current;
}
