import type { Scope } from '../../kernel/call.ts';
import type { SharedCache, SharedCaches } from '../../kernel/caches.ts';
import { valueAt } from '../../kernel/lookup.ts';
import { mediaUrl, storeConfig } from './configs.ts';
import { createStoreGroup, createStoreView, createWebsite } from './creation.ts';
import { allowedCurrencies, baseCurrency, displayCurrency } from './currencies.ts';
import { loadStores, type StoredStoreGroup, type StoredStoreView, type Stores, type StoredWebsite } from './stores.ts';

/**
 * Websites, stores (groups) and store views, from memory. Lists are in order of ids and start with the admin's (id 0).
 * Lookups by a text are by code and compare with case.
 */
interface StoreService {
  readonly cache: SharedCache<Stores>;
  /**
   * The scope that the store code of a path names: the default store view for none, the global scope for `all`; undefined
   * for an unknown view and for `admin`.
   */
  resolveScope(code: string | undefined): Scope | undefined;
  /** The view of calls without a store code. */
  defaultStoreView(): StoredStoreView;
  websites(): readonly StoredWebsite[];
  groups(): readonly StoredStoreGroup[];
  views(): readonly StoredStoreView[];
  website(key: number | string): StoredWebsite | undefined;
  group(key: number | string): StoredStoreGroup | undefined;
  view(key: number | string): StoredStoreView | undefined;
  /** Website id of a store view; undefined when there is no such view. */
  websiteOf(storeId: number): number | undefined;
  /** The scope of a website's default store view; undefined for a website without one. */
  scopeOfWebsite(websiteId: number): Scope | undefined;
  /** Codes that a path may name, the default view's first; `all` and the admin's are not among them. */
  viewCodes(): readonly string[];
  /** Codes of the websites, that of the admin left out. */
  websiteCodes(): string[];
  /** Name of a store view's group; 0: of the default view's. */
  groupName(storeId: number): string;
  /** Root category of a store view's group; that of the default view for store 0 or an unknown one. */
  rootCategoryOf(storeId: number): number;
  /** Root category of the default store view. */
  defaultRootCategoryId(): number;
  /** Whether there is only one store view beside the admin's. */
  hasSingleStore(): boolean;
  readonly baseCurrency: typeof baseCurrency;
  readonly displayCurrency: typeof displayCurrency;
  readonly allowedCurrencies: typeof allowedCurrencies;
  /** The configuration of a store view for storefronts, including its URLs. */
  readonly storeConfig: typeof storeConfig;
  readonly mediaUrl: typeof mediaUrl;
  readonly createWebsite: typeof createWebsite;
  readonly createStoreGroup: typeof createStoreGroup;
  readonly createStoreView: typeof createStoreView;
}

declare module '../../kernel/merged-types.ts' {
  interface Services {
    store: StoreService;
  }
}

/** Creates the module's service. */
export function createStoreService(caches: SharedCaches): StoreService {
  const cache = caches.define('stores', loadStores);
  const find = <T>(
    index: { byId: ReadonlyMap<number, T>; byCode: ReadonlyMap<string, T> },
    key: number | string,
  ): T | undefined => (typeof key === 'number' ? index.byId.get(key) : index.byCode.get(key));
  const rootCategoryOf = (storeId: number): number => {
    const { views, groups, defaultView } = cache.current;
    const view = (storeId === 0 ? undefined : views.byId.get(storeId)) ?? defaultView;
    return valueAt(groups.byId, view.store_group_id).root_category_id;
  };
  return {
    cache,
    resolveScope: (code) => cache.current.scopes.get(code ?? ''),
    defaultStoreView: () => cache.current.defaultView,
    websites: () => cache.current.websites.list,
    groups: () => cache.current.groups.list,
    views: () => cache.current.views.list,
    website: (key) => find(cache.current.websites, key),
    group: (key) => find(cache.current.groups, key),
    view: (key) => find(cache.current.views, key),
    websiteOf: (storeId) => cache.current.views.byId.get(storeId)?.website_id,
    scopeOfWebsite: (websiteId) => {
      const { websites, groups, views, scopes } = cache.current;
      const group = groups.byId.get(websites.byId.get(websiteId)?.default_group_id ?? -1);
      const view = views.byId.get(group?.default_store_id ?? -1);
      return view && view.id !== 0 ? scopes.get(view.code) : undefined;
    },
    websiteCodes: () => cache.current.websites.list.filter(({ id }) => id !== 0).map(({ code }) => code),
    viewCodes: () => cache.current.viewCodes,
    groupName: (storeId) => {
      const { views, groups, defaultView } = cache.current;
      const view = views.byId.get(storeId || defaultView.id);
      return groups.byId.get(view?.store_group_id ?? 0)?.name ?? '';
    },
    rootCategoryOf,
    defaultRootCategoryId: () => rootCategoryOf(0),
    hasSingleStore: () => cache.current.views.list.length === 2,
    baseCurrency,
    displayCurrency,
    allowedCurrencies,
    storeConfig,
    mediaUrl,
    createWebsite,
    createStoreGroup,
    createStoreView,
  };
}
