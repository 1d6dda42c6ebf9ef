import type { Call, Scope } from '../../../kernel/call.ts';
import { invariant } from '../../../kernel/invariant.ts';

/** The call in the store view of a cart, which determines prices, taxes and settings. */
export function inStore(call: Call, storeId: number): Call {
  if (call.scope.storeId === storeId) return call;
  return call.with({ scope: scopeOf(call, storeId) });
}

/** The store view of new carts of a call; in the global scope, the default one. */
export function storeOfCall(call: Call): { storeId: number; websiteId: number } {
  const { store } = call.services;
  const storeId = call.scope.storeId === 0 ? store.defaultStoreView().id : call.scope.storeId;
  return { storeId, websiteId: invariant(store.websiteOf(storeId), 'a call is in an existing store view') };
}

function scopeOf(call: Call, storeId: number): Scope {
  const { store } = call.services;
  const view = store.view(storeId) ?? store.defaultStoreView();
  return { code: view.code, storeId: view.id, websiteId: view.website_id };
}
