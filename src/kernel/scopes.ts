import type { Call, Scope } from './call.ts';

/** Websites and store views for the platform; provided by one module (`ModuleManifest.scopes`). */
export interface StoreScopes {
  /** The scope of a path's store code; undefined for an unknown code. */
  resolveScope(code: string | undefined): Scope | undefined;
  /** Codes of the store views that requests may use, the default view's first. */
  viewCodes(): readonly string[];
  /** Codes of the websites, without that of the admin. */
  websiteCodes(): readonly string[];
  /** Display currencies of a store view. */
  readonly allowedCurrencies: (call: Call, storeId: number) => readonly string[];
  /** Website of a store view; undefined for an unknown view. */
  websiteOf(storeId: number): number | undefined;
  /** The website with an id or a code. */
  website(key: number | string): { readonly id: number; readonly name?: string | null } | undefined;
  /** The store view with an id or a code. */
  view(key: number | string): { readonly id: number; readonly code: string; readonly name?: string | null } | undefined;
  /** Name of the store (group of store views) of a store view; 0: of the default view. Empty for a store without a name. */
  groupName(storeId: number): string;
}
