import { setConfiguration } from '../../platform/configuration/settings.ts';
import type { Call } from '../../kernel/call.ts';
import { currencySettings, shopLocale } from '../../kernel/shop-settings.ts';
import { platformErrors } from '../../kernel/errors.ts';
import { valueAt } from '../../kernel/lookup.ts';
import { isUniqueViolation } from '../../storage/errors.ts';
import { nextId } from '../../storage/sequences.ts';
import { storeErrors } from './errors.ts';
import { loadStores, type StoredStoreGroup, type StoredStoreView, type StoredWebsite } from './stores.ts';

interface NewWebsite {
  readonly code: string;
  readonly name: string;
  /**
   * Base currency, default display currency and only allowed currency of the website; undefined: those of the default
   * scope.
   */
  readonly currency?: string | undefined;
}

interface NewStoreGroup {
  readonly code: string;
  readonly name: string;
  /** Code of the website. */
  readonly website: string;
  /** Id of the root category; undefined: that of the default store view. The caller checks that it exists. */
  readonly rootCategoryId?: number | undefined;
}

interface NewStoreView {
  readonly code: string;
  readonly name: string;
  /** Code of the store (group). */
  readonly group: string;
  /** Display currency, allowed in addition to those of the website; undefined: the website's. */
  readonly currency?: string | undefined;
  /** Locale such as `fr_FR`; undefined: the website's. */
  readonly locale?: string;
}

/** Words that have a meaning of their own where a store code stands in a path, and the admin's code. */
const reserved = new Set(['admin', 'all', 'async', 'schema', 'v1']);

/** Creates a website; it has no store yet. */
export function createWebsite(call: Call, { code, name, currency }: NewWebsite): Promise<StoredWebsite> {
  return call.transaction(async (inside) => {
    const { websites } = await loadStores(inside);
    checkNew(websites.list, code, name);
    const website: StoredWebsite = {
      id: await nextId(inside.db, 'store_website'),
      code,
      name,
      default_group_id: 0,
      is_default: 0,
    };
    await orTaken(code, inside.db.insertInto('store_website').values(website).execute());
    await inside.services.store.cache.invalidate(inside);
    if (currency !== undefined) {
      const scope = { scope: 'websites', id: website.id } as const;
      await setConfiguration(inside, currencySettings.base.path, currency, scope);
      await setConfiguration(inside, currencySettings.display.path, currency, scope);
      await setConfiguration(inside, currencySettings.allowed.path, currency, scope);
    }
    return website;
  });
}

/** Creates a store (group) on a website; the first one of a website is its default. */
export function createStoreGroup(
  call: Call,
  { code, name, website, rootCategoryId }: NewStoreGroup,
): Promise<StoredStoreGroup> {
  return call.transaction(async (inside) => {
    const { websites, groups, defaultView } = await loadStores(inside);
    const parent = websites.byCode.get(website);
    if (!parent || parent.id === 0) throw storeErrors.unknownWebsite([website]);
    checkNew(groups.list, code, name);
    if (rootCategoryId !== undefined && !(Number.isInteger(rootCategoryId) && rootCategoryId > 0)) {
      throw platformErrors.invalidValue({ fieldName: 'root_category_id', value: rootCategoryId });
    }
    const group: StoredStoreGroup = {
      id: await nextId(inside.db, 'store_group'),
      website_id: parent.id,
      root_category_id: rootCategoryId ?? valueAt(groups.byId, defaultView.store_group_id).root_category_id,
      default_store_id: 0,
      name,
      code,
    };
    await orTaken(code, inside.db.insertInto('store_group').values(group).execute());
    await inside.db
      .updateTable('store_website')
      .set({ default_group_id: group.id })
      .where('id', '=', parent.id)
      .where('default_group_id', '=', 0)
      .execute();
    await inside.services.store.cache.invalidate(inside);
    return group;
  });
}

/** Creates a store view in a store; the first one of a store is its default. */
export function createStoreView(call: Call, input: NewStoreView): Promise<StoredStoreView> {
  const { code, name, currency, locale } = input;
  return call.transaction(async (inside) => {
    const { groups, views } = await loadStores(inside);
    const group = groups.byCode.get(input.group);
    if (!group || group.id === 0) throw storeErrors.unknownGroup([input.group]);
    checkNew(views.list, code, name);
    const view: StoredStoreView = {
      id: await nextId(inside.db, 'store'),
      code,
      name,
      website_id: group.website_id,
      store_group_id: group.id,
      is_active: 1,
    };
    await orTaken(code, inside.db.insertInto('store').values(view).execute());
    await inside.db
      .updateTable('store_group')
      .set({ default_store_id: view.id })
      .where('id', '=', group.id)
      .where('default_store_id', '=', 0)
      .execute();
    await inside.services.store.cache.invalidate(inside);
    for (const follower of inside.contributions.storeFollowers) await follower.viewCreated(inside, view, group);
    const scope = { scope: 'stores', id: view.id } as const;
    if (locale !== undefined) await setConfiguration(inside, shopLocale.path, locale, scope);
    if (currency !== undefined) {
      const allowed = inside.config.of(currencySettings.allowed, { websiteId: view.website_id });
      await setConfiguration(inside, currencySettings.display.path, currency, scope);
      await setConfiguration(
        inside,
        currencySettings.allowed.path,
        [...new Set([...allowed, currency])].join(','),
        scope,
      );
    }
    return view;
  });
}

function checkNew(list: readonly { readonly code: string }[], code: string, name: string): void {
  if (name.trim() === '') throw platformErrors.required({ fieldName: 'name' });
  if (!/^[a-z][a-z0-9_]{0,31}$/i.test(code)) throw storeErrors.invalidCode();
  const folded = code.toLowerCase();
  if (reserved.has(folded)) throw storeErrors.reservedCode([code]);
  if (list.some((item) => item.code.toLowerCase() === folded)) throw storeErrors.codeTaken([code]);
}

/** Reports a code that a concurrent transaction has taken as a duplicate. */
async function orTaken(code: string, insert: Promise<unknown>): Promise<void> {
  try {
    await insert;
  } catch (error) {
    throw isUniqueViolation(error, 'code') ? storeErrors.codeTaken([code]) : error;
  }
}
