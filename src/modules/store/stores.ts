import type { Call, Scope } from '../../kernel/call.ts';
import type { StoreGroupTable, StoreViewTable, WebsiteTable } from './tables.ts';

/** A stored website. */
export type StoredWebsite = Readonly<WebsiteTable>;
/** A stored group of store views. */
export type StoredStoreGroup = Readonly<StoreGroupTable>;
/** A stored store view. */
export type StoredStoreView = Readonly<StoreViewTable>;

/**
 * All websites, stores and views, cached in the memory of every process; each list in order of ids, the admin's first.
 */
export interface Stores {
  readonly websites: Index<StoredWebsite>;
  readonly groups: Index<StoredStoreGroup>;
  readonly views: Index<StoredStoreView>;
  /** First view of the first store of the default website. */
  readonly defaultView: StoredStoreView;
  /** Scopes by the store code of a path; '' stands for none. */
  readonly scopes: ReadonlyMap<string, Scope>;
  /** Codes that a path may name, the default view's first; `all` and the admin's are not among them. */
  readonly viewCodes: readonly string[];
}

interface Index<T> {
  readonly list: readonly T[];
  readonly byId: ReadonlyMap<number, T>;
  /** Codes compare with case. */
  readonly byCode: ReadonlyMap<string, T>;
}

/** Reads all stores. */
export async function loadStores(call: Call): Promise<Stores> {
  const websites = index(await call.db.selectFrom('store_website').selectAll().orderBy('id').execute());
  const groups = index(await call.db.selectFrom('store_group').selectAll().orderBy('id').execute());
  const views = index(await call.db.selectFrom('store').selectAll().orderBy('id').execute());
  const website = websites.list.find((w) => w.is_default === 1);
  const group = groups.byId.get(website?.default_group_id ?? -1);
  const defaultView = views.byId.get(group?.default_store_id ?? -1);
  if (!defaultView) throw new Error('the default website has no store view');
  const scopes = indexScopes(views.list, defaultView);
  return { websites, groups, views, defaultView, scopes, viewCodes: viewCodesOf(scopes, defaultView) };
}

function index<T extends { id: number; code: string }>(list: readonly T[]): Index<T> {
  return {
    list,
    byId: new Map(list.map((item) => [item.id, item])),
    byCode: new Map(list.map((item) => [item.code, item])),
  };
}

function indexScopes(views: readonly StoredStoreView[], defaultView: StoredStoreView): Map<string, Scope> {
  const scopes = new Map<string, Scope>([
    ['', { code: undefined, storeId: defaultView.id, websiteId: defaultView.website_id }],
    ['all', { code: 'all', storeId: 0, websiteId: 0 }],
  ]);
  // Inactive views are served too, as by the interface: hidden from visitors, they can still be prepared.
  for (const { id, code, website_id } of views) {
    if (id !== 0) scopes.set(code, { code, storeId: id, websiteId: website_id });
  }
  return scopes;
}

function viewCodesOf(scopes: ReadonlyMap<string, Scope>, defaultView: StoredStoreView): string[] {
  const codes = [...scopes.values()].flatMap(({ code }) => (code && code !== 'all' ? [code] : []));
  return codes.sort((a, b) => Number(b === defaultView.code) - Number(a === defaultView.code));
}
