import { routeCaller } from '../../platform/execution/call-route.ts';
import type { Call, Scope } from '../../kernel/call.ts';
import type { CallRoute } from '../../kernel/demo.ts';
import { valueAt } from '../../kernel/lookup.ts';
import type { Platform } from '../../kernel/platform.ts';
import { system } from '../../kernel/system.ts';
import { importRecords } from '../import/records.ts';
import { drawAlbum, singlePictures } from './album.ts';
import { makeAttributes } from './attributes.ts';
import { departments } from './catalogue.ts';
import { makeCategories, picturesOfCategories } from './categories.ts';
import { makeCustomers } from './customers.ts';
import { makeOrders } from './orders.ts';
import { makePages } from './pages.ts';
import {
  configurableProducts,
  gallery,
  germanProducts,
  simpleProducts,
  type DemoIds,
  type ProductBody,
} from './products.ts';
import { makeRules } from './rules.ts';
import { germanSpecialProducts, specialProducts } from './special-products.ts';

/** How much the demo has made; nothing where it was there already. */
interface Seeded {
  readonly products: number;
  readonly categories: number;
  readonly customers: number;
  readonly orders: number;
}

/**
 * Fills an installation with the demo: a German store view, products of every type, categories, customers, rules, pages and
 * orders in every state. Does nothing when its first category exists already. `onProducts` is told how many products were
 * made since the last time.
 */
export async function seedDemo(
  platform: Platform,
  onProducts: (count: number, total: number) => void = () => {},
): Promise<Seeded> {
  const callRoute = routeCaller(platform);
  const call = platform.newCall(system.caller, system.scope);
  const english = await defaultScope(platform);
  const root = await rootCategory(callRoute, english);
  if (await hasDepartments(callRoute, root)) return { products: 0, categories: 0, customers: 0, orders: 0 };
  const german = await prepareShop(platform, call);
  const callGerman = routeCaller(platform, german);
  const ids: DemoIds = {
    ...(await makeAttributes(callRoute, german.storeId)),
    categories: await makeCategories(callRoute, callGerman, root),
    album: await drawAlbum(),
  };
  const fileOf = (key: string): string => pictureFile(valueAt(ids.album, key).name);
  const made = await makeProducts(platform, callRoute, ids, german, onProducts);
  await picturesOfCategories(callRoute, ids.categories, fileOf);
  await makePages(routeCaller(platform, english), callRoute, callGerman, { categories: ids.categories, fileOf });
  await makeRules(callRoute);
  const customerIds = await makeCustomers(callRoute);
  const orderIds = await makeOrders(callRoute, customerIds);
  const storeIds = { english: english.storeId, german: german.storeId };
  const { productIds, count } = made;
  const parts = { productIds, storeIds, customerIds, orderIds, callRoute, call };
  for (const addPart of call.contributions.demoParts) await addPart(parts);
  await pictureOfGiftCard(callRoute, ids);
  return { products: count, categories: ids.categories.size, customers: customerIds.size, orders: orderIds.length };
}

/** A list as routes answer it. */
interface Found<T> {
  readonly items: readonly T[];
}

/** Criteria of a list whose `field` has a value. */
function matching(field: string, value: string | number, condition_type = 'eq'): object {
  return { filter_groups: [{ filters: [{ field, value, condition_type }] }] };
}

async function defaultScope(platform: Platform): Promise<Scope> {
  await platform.caches.refresh();
  const scope = platform.scopes.resolveScope(undefined);
  if (!scope) throw new Error('the installation has no default store view');
  return scope;
}

/** Id of the root category of a store view. */
async function rootCategory(callRoute: CallRoute, { storeId }: Scope): Promise<number> {
  const views = await callRoute<{ id: number; store_group_id: number }[]>('storeStoreRepositoryV1', 'getList');
  const groups = await callRoute<{ id: number; root_category_id: number }[]>('storeGroupRepositoryV1', 'getList');
  const groupOf = new Map(views.map((view) => [view.id, view.store_group_id]));
  const rootOf = new Map(groups.map((group) => [group.id, group.root_category_id]));
  return valueAt(rootOf, valueAt(groupOf, storeId));
}

/** Lets modules prepare the shop; returns the scope of its German store view. */
async function prepareShop(platform: Platform, call: Call): Promise<Scope> {
  for (const prepare of call.contributions.demoBases) await prepare(call);
  const scope = platform.scopes.resolveScope('de');
  if (!scope) throw new Error('the German store view is missing');
  return scope;
}

/** Whether the shop has the demo. */
export async function hasDemo(platform: Platform): Promise<boolean> {
  const callRoute = routeCaller(platform);
  return hasDepartments(callRoute, await rootCategory(callRoute, await defaultScope(platform)));
}

async function hasDepartments(callRoute: CallRoute, root: number): Promise<boolean> {
  const { children_data: children } = await callRoute<{ children_data?: { name?: string }[] | null }>(
    'catalogCategoryManagementV1',
    'getTree',
    { rootCategoryId: root, depth: 1 },
  );
  const [first] = departments;
  return (children ?? []).some((child) => child.name === first?.name);
}

/** Path of the first uploaded picture of a name, in the folder of product pictures. */
function pictureFile(name: string): string {
  return `/${name.charAt(0)}/${name.charAt(1)}/${name}`;
}

/** Creates the products, parts before their composites, then their German texts and links. */
async function makeProducts(
  platform: Platform,
  callRoute: CallRoute,
  ids: DemoIds,
  german: Scope,
  onProducts: (count: number, total: number) => void,
): Promise<{ readonly count: number; readonly productIds: ReadonlyMap<string, number> }> {
  const parts = simpleProducts(ids);
  const others = specialProducts(ids);
  const total = parts.length + others.length + configurableProducts(ids, () => 0).length;
  const save = async (products: readonly ProductBody[], scope?: Scope): Promise<void> => {
    const done: Parameters<typeof importRecords>[3] = ({ count, refused: [first] }) => {
      if (first) throw new Error(`demo product ${first.name}: ${first.reason}`);
      if (!scope) onProducts(count, total);
    };
    await importRecords(platform, 'products', products, done, { scope });
  };
  await save(parts);
  const idOf = await idsOf(callRoute, parts);
  const configurables = configurableProducts(ids, (sku) => valueAt(idOf, sku));
  await save(configurables);
  await save(others);
  await save([...germanProducts(), ...germanSpecialProducts()], german);
  const shownParts = parts.filter(({ visibility }) => visibility === 4);
  return { count: total, productIds: await idsOf(callRoute, [...shownParts, ...configurables, ...others]) };
}

/** Ids of saved products by SKU. */
async function idsOf(callRoute: CallRoute, products: readonly ProductBody[]): Promise<Map<string, number>> {
  const saved = await callRoute<Found<{ readonly sku: string; readonly id: number }>>(
    'catalogProductRepositoryV1',
    'getList',
    { searchCriteria: matching('sku', products.map(({ sku }) => sku).join(','), 'in') },
  );
  return new Map(saved.items.map(({ sku, id }) => [sku, id]));
}

/** Adds the picture of the gift card, which the module of that name makes. */
async function pictureOfGiftCard(callRoute: CallRoute, ids: DemoIds): Promise<void> {
  const searchCriteria = matching('sku', 'GIFT-CARD');
  const found = await callRoute<Found<{ readonly sku: string }>>('catalogProductRepositoryV1', 'getList', {
    searchCriteria,
  });
  for (const { sku } of found.items) {
    const media_gallery_entries = gallery(ids, 'Gift Card', singlePictures.card);
    await callRoute('catalogProductRepositoryV1', 'save', { product: { sku, media_gallery_entries } });
  }
}
