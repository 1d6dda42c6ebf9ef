import type { Call, Scope } from './call.ts';

/** What the platform has to know of websites and store views; the module that keeps them says it (`ModuleManifest.scopes`). */
export interface StoreScopes {
  /** The scope that a path's store code names; undefined for an unknown code. */
  resolveScope(code: string | undefined): Scope | undefined;
  /** Codes of the store views that requests may name, the default view's first. */
  viewCodes(): readonly string[];
  /** Codes of the websites, that of the admin left out. */
  websiteCodes(): readonly string[];
  /** Currencies that a store view shows prices in. */
  readonly allowedCurrencies: (call: Call, storeId: number) => readonly string[];
  /** Website of a store view; undefined when there is no such view. */
  websiteOf(storeId: number): number | undefined;
  /** The website with an id or a code. */
  website(key: number | string): { readonly id: number } | undefined;
  /** The store view with an id or a code. */
  view(key: number | string): { readonly id: number; readonly code: string } | undefined;
}
