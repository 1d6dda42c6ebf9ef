import type { Caller, Scope } from './call.ts';

/** The caller and scope of what the platform does by itself: installation, commands, imports. Everything is allowed. */
export const system: { readonly caller: Caller; readonly scope: Scope } = {
  caller: { type: 'admin', id: 0, resources: 'all' },
  scope: { code: 'all', storeId: 0, websiteId: 0 },
};
