import type { Caller, Scope } from './call.ts';

/** The caller and scope of the platform's own work: installation, commands, imports. It has all permissions. */
export const system: { readonly caller: Caller; readonly scope: Scope } = {
  caller: { type: 'admin', id: 0, resources: 'all' },
  scope: { code: 'all', storeId: 0, websiteId: 0 },
};
