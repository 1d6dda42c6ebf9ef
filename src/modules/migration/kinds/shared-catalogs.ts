import { anyText } from '../../../kernel/any-text.ts';
import { isAnyList } from '../../../kernel/plain-objects.ts';
import { routeCallerWithin } from '../../../platform/execution/call-route.ts';
import { NotMoved, type MigrationKind, type Saving } from '../kind.ts';
import type { MigrationRun } from '../migration-run.ts';
import { completeEach } from '../parallel.ts';
import { orNone } from '../source/errors.ts';
import { readAll } from '../source/lists.ts';
import type { SourceRecord } from '../source/record.ts';
import { integerIn, textIn, textsIn } from '../wire.ts';
import { groupIdOf } from './stores.ts';

/** Requests for the contents of catalogs at once. */
const WIDTH = 6;
/** Products of one assignment. */
const SLICE = 500;

const categoryService = 'sharedCatalogCategoryManagementV1';
const productService = 'sharedCatalogProductManagementV1';

/** Shared catalogs with their categories and products. Their companies and prices are those of their customer groups. */
export const sharedCatalogs: MigrationKind = {
  name: 'shared catalogs',
  part: 'sharedcatalogs',
  // The open edition has none.
  listing: { all: ({ client }) => orNone(readAll(client, '/V1/sharedCatalog/')) },
  keyOf: (record) => textIn(record, 'id'),
  nameOf: (record) => textIn(record, 'name'),
  volatile: ['created_by'],
  complete: (run, records) => completeEach(records, WIDTH, (record) => readContents(run, record)),
  async save(saving, record, known) {
    const { call } = saving;
    const [store] = call.contributions.movedSharedCatalogs;
    if (!store) throw new NotMoved('this edition has no shared catalogs');
    const { description, created_at } = record;
    const id = await store(call, known === undefined ? undefined : Number(known), {
      name: textIn(record, 'name'),
      description: typeof description === 'string' ? description : null,
      type: integerIn(record, 'type'),
      store_id: await storeGroupIdOf(saving, record['store_id']),
      customer_group_id: await groupIdOf(saving, record['customer_group_id']),
      created_at: typeof created_at === 'string' ? created_at : undefined,
    });
    await saveCategories(saving, id, textsIn(record['categories']));
    await saveProducts(saving, id, textsIn(record['products']));
    return id;
  },
  compared: {
    fields: ['name', 'description', 'type'],
    read: ({ platform, call }, targetKey) =>
      routeCallerWithin(platform, call)<SourceRecord>('sharedCatalogSharedCatalogRepositoryV1', 'get', {
        sharedCatalogId: Number(targetKey),
      }),
  },
};

/** A catalog with the ids of its categories and the SKUs of its products. */
async function readContents({ client }: MigrationRun, record: SourceRecord): Promise<SourceRecord> {
  const path = `/V1/sharedCatalog/${textIn(record, 'id')}`;
  const [categories, products] = [await client.get(`${path}/categories`), await client.get(`${path}/products`)];
  return { ...record, categories: sorted(categories), products: sorted(products) };
}

/** The entries of a list as texts; the order has no meaning. */
function sorted(list: unknown): string[] {
  return isAnyList(list) ? list.map(anyText).sort() : [];
}

/** The store of a catalog; 0: all. */
async function storeGroupIdOf({ findId, lose }: Saving, sourceId: unknown): Promise<number> {
  if (Number(sourceId ?? 0) === 0) return 0;
  const id = await findId('stores', sourceId);
  if (id === undefined) lose(`its store ${anyText(sourceId)} was not moved: it is for all stores here`);
  return id ?? 0;
}

async function saveCategories(saving: Saving, id: number, sourceIds: readonly string[]): Promise<void> {
  const { route, findId, postpone } = saving;
  const ids: number[] = [];
  for (const sourceId of sourceIds) {
    const here = await findId('categories', sourceId);
    if (here === undefined) postpone(`its category ${sourceId} was not moved`);
    else ids.push(here);
  }
  const before = await route<number[]>(categoryService, 'getCategories', { id });
  const bodyOf = (list: readonly number[]) => ({ id, categories: list.map((one) => ({ id: one })) });
  const [added, removed] = [ids.filter((one) => !before.includes(one)), before.filter((one) => !ids.includes(one))];
  if (added.length > 0) await route(categoryService, 'assignCategories', bodyOf(added));
  if (removed.length > 0) await route(categoryService, 'unassignCategories', bodyOf(removed));
}

async function saveProducts(saving: Saving, id: number, skus: readonly string[]): Promise<void> {
  const { route, call, postpone } = saving;
  const { catalog } = call.services;
  const before = new Map(
    (await route<string[]>(productService, 'getProducts', { id })).map((sku) => [catalog.foldSku(sku), sku]),
  );
  const wanted = new Map(skus.map((sku) => [catalog.foldSku(sku), sku]));
  const added = [...wanted.keys()].filter((key) => !before.has(key));
  const missing: string[] = [];
  for (let at = 0; at < added.length; at += SLICE) {
    const slice = added.slice(at, at + SLICE);
    const found = await catalog.productsBySku(call, slice, 0);
    missing.push(...slice.filter((key) => !found.has(key)).map((key) => wanted.get(key) ?? key));
    const products = [...found.values()].map(({ sku }) => ({ sku }));
    if (products.length > 0) await route(productService, 'assignProducts', { id, products });
  }
  const removed = [...before].filter(([key]) => !wanted.has(key));
  for (let at = 0; at < removed.length; at += SLICE) {
    const products = removed.slice(at, at + SLICE).map(([, sku]) => ({ sku }));
    await route(productService, 'unassignProducts', { id, products });
  }
  if (missing.length > 0) postpone(`${missing.length} of its products were not moved, such as ${missing[0]}`);
}
