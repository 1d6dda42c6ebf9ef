import { guest, type Call } from '../kernel/call.ts';
import type { Platform } from '../kernel/platform.ts';
import { loadAccounts, type Accounts } from './accounts.ts';

/** What telling who calls takes of the platform. */
export type AccessPlatform = Pick<Platform, 'services' | 'settings' | 'config' | 'clock' | 'newCall'> &
  Partial<Pick<Platform, 'log'>>;

const noScope = { code: undefined, storeId: 0, websiteId: 0 };

/** A call for looking up who calls, before there is a caller and a store scope. */
export function lookupCall(platform: AccessPlatform): Call {
  return platform.newCall(guest, noScope);
}

/**
 * What `find` finds among the accounts: those in memory, or when it finds nothing there, those of the database, because
 * another process may have made the account a moment ago.
 */
export async function findAccount<T>(
  platform: AccessPlatform,
  find: (accounts: Accounts) => T | undefined,
): Promise<T | undefined> {
  return find(platform.services.access.accounts.current) ?? find(await loadAccounts(lookupCall(platform)));
}
