import { setConfiguration } from '../../../platform/configuration/settings.ts';
import { anyText } from '../../../kernel/any-text.ts';
import { objectOf, objectsOf } from '../../../kernel/plain-objects.ts';
import { currencySettings, shopLocale, shopTimeZone } from '../../../kernel/shop-settings.ts';
import type { MigrationKind, Saving } from '../kind.ts';
import { createHere } from './new-category.ts';
import type { SourceRecord } from '../source/record.ts';
import type { MigrationRun } from '../migration-run.ts';
import { completeEach } from '../parallel.ts';
import { textIn, textsIn } from '../wire.ts';

const readList = (path: string) => async (run: MigrationRun) =>
  objectsOf(await run.client.get(path)).filter((one) => Number(one['id']) !== 0);
const keyOf = (record: SourceRecord): string => textIn(record, 'id');
const nameOf = (record: SourceRecord): string => textIn(record, 'code');

/** Reports a name of the source that differs from the one here: names of stores have no interface. */
function loseName({ lose }: Saving, record: SourceRecord, name: string): void {
  if (record['name'] !== name) lose(`its name here is "${name}", in the source "${String(record['name'])}"`);
}

const websites: MigrationKind = {
  name: 'websites',
  part: 'stores',
  listing: { all: readList('/V1/store/websites') },
  keyOf,
  nameOf,
  async save(saving, record) {
    const { store } = saving.call.services;
    const [code, name] = [textIn(record, 'code'), textIn(record, 'name')];
    const found = store.websites().find((one) => one.code === code);
    if (found) loseName(saving, record, found.name);
    return (found ?? (await store.createWebsite(saving.call, { code, name }))).id;
  },
};

/** Root categories come before stores, which have them. */
const rootCategories: MigrationKind = {
  name: 'root categories',
  part: 'stores',
  listing: {
    all: async ({ client }) =>
      objectsOf(objectOf(await client.get('/V1/categories', 'rootCategoryId=1&depth=1'))['children_data']),
  },
  keyOf,
  nameOf: (record) => textIn(record, 'name'),
  async save(saving, record, known) {
    const id = known ?? (await rootOf(saving, record));
    await saving.enter('categories', textIn(record, 'id'), id);
    return id;
  },
};

/** The root category of a name; the only root of a new shop takes the name. */
async function rootOf(saving: Saving, record: SourceRecord): Promise<string | number> {
  const { route, run, call } = saving;
  const name = textIn(record, 'name');
  const { children_data: roots } = await route<{ children_data: { id: number; name: string }[] }>(
    'catalogCategoryManagementV1',
    'getTree',
    { rootCategoryId: 1, depth: 1 },
  );
  const found = roots.find((one) => one.name === name);
  if (found) return found.id;
  const moved = await run.journal.allMoved(call.db, 'root categories');
  const unused = roots.length === 1 && moved.length === 0 ? roots[0] : undefined;
  if (!unused) return createHere(saving, record, { parent_id: 1, name, is_active: true });
  const category = { id: unused.id, name, is_active: true };
  return (await route<{ id: number }>('catalogCategoryRepositoryV1', 'save', { category })).id;
}

const storeGroups: MigrationKind = {
  name: 'stores',
  part: 'stores',
  listing: { all: readList('/V1/store/storeGroups') },
  keyOf,
  nameOf,
  async save(saving, record) {
    const { call, idOf, lose } = saving;
    const { store } = call.services;
    const [code, name] = [textIn(record, 'code'), textIn(record, 'name')];
    const rootCategoryId = await saving.findId('root categories', record['root_category_id']);
    if (rootCategoryId === undefined) lose('its root category was not moved');
    const found = store.group(code);
    if (found) {
      loseName(saving, record, found.name);
      if (rootCategoryId !== undefined && found.root_category_id !== rootCategoryId) {
        lose(`its root category here is ${found.root_category_id}, not ${rootCategoryId}`);
      }
      return found.id;
    }
    const website = store.website(await idOf('websites', record['website_id']))?.code ?? '';
    return (await store.createStoreGroup(call, { code, name, website, rootCategoryId })).id;
  },
};

const storeViews: MigrationKind = {
  name: 'store views',
  part: 'stores',
  listing: { all: readList('/V1/store/storeViews') },
  keyOf,
  nameOf,
  async save(saving, record) {
    const { call, idOf, lose } = saving;
    const { store } = call.services;
    const [code, name] = [textIn(record, 'code'), textIn(record, 'name')];
    if (Number(record['is_active']) === 0) lose('it is inactive in the source, and active here');
    const found = store.view(code);
    if (found) {
      loseName(saving, record, found.name);
      return found.id;
    }
    const group = store.group(await idOf('stores', record['store_group_id']))?.code ?? '';
    return (await store.createStoreView(call, { code, name, group })).id;
  },
};

/** Locale, time zone and currencies of a store view, with the exchange rates. */
const settings: MigrationKind = {
  name: 'settings',
  part: 'stores',
  listing: { all: ({ configs }) => Promise.resolve(configs) },
  keyOf,
  nameOf,
  complete: ({ client }, records) =>
    completeEach(records, 1, async (record) => {
      const currency = objectOf(await client.get('/V1/directory/currency', '', textIn(record, 'code')));
      return { ...record, currency };
    }),
  async save({ call, idOf, lose }, record) {
    const view = await idOf('store views', record['id']);
    const scope = { scope: 'stores', id: view } as const;
    const website = { scope: 'websites', id: await idOf('websites', record['website_id']) } as const;
    const currency = objectOf(record['currency']);
    const base = textIn(record, 'base_currency_code');
    const allowed = textsIn(currency['available_currency_codes']).join(',');
    const values = [
      [shopLocale.path, record['locale'], scope],
      [shopTimeZone.path, record['timezone'], website],
      [currencySettings.base.path, base, website],
      [currencySettings.display.path, record['default_display_currency_code'], scope],
      [currencySettings.allowed.path, allowed, scope],
    ] as const;
    for (const [path, value, where] of values) {
      if (typeof value === 'string' && value !== '') await setConfiguration(call, path, value, where);
    }
    for (const { currency_to, rate } of objectsOf(currency['exchange_rates'])) {
      if (currency_to !== base) await call.services.directory.setRate(call, base, String(currency_to), Number(rate));
    }
    if (record['weight_unit'] != null && record['weight_unit'] !== 'lbs') {
      lose(`weights are in ${textIn(record, 'weight_unit')}: set general/locale/weight_unit`);
    }
    return view;
  },
};

/** Websites, stores and store views with their settings. */
export const storeKinds: readonly MigrationKind[] = [websites, rootCategories, storeGroups, storeViews, settings];

/** The id of a group of customers here. Throws `NotMoved` for a group that was not moved. */
export async function groupIdOf({ idOf }: Saving, sourceId: unknown): Promise<number> {
  // Visitors, and the group that stands for all.
  const id = Number(sourceId);
  return id === 0 || id === 32000 ? id : idOf('customer groups', sourceId);
}

/** The ids of websites here; those that were not moved are left out and reported. Website 0 stands for all. */
export async function websiteIdsOf({ findId, lose }: Saving, sourceIds: readonly unknown[]): Promise<number[]> {
  const ids = [];
  for (const sourceId of sourceIds) {
    const id = Number(sourceId) === 0 ? 0 : await findId('websites', sourceId);
    if (id !== undefined) ids.push(id);
    else lose(`its website ${anyText(sourceId)} was not moved`);
  }
  return ids;
}

/** The id of a store view here; 0 stands for all. One that was not moved is reported. */
export async function storeIdOf({ findId, lose }: Saving, sourceId: unknown): Promise<number | undefined> {
  const id = Number(sourceId ?? 0) === 0 ? 0 : await findId('store views', sourceId);
  if (id === undefined) lose(`its store view ${anyText(sourceId)} was not moved`);
  return id;
}

/** The code of a store view here; undefined, and reported, if it was not moved. */
export async function viewCodeOf(saving: Saving, sourceId: number): Promise<string | undefined> {
  const id = await storeIdOf(saving, sourceId);
  return id === undefined ? undefined : saving.call.services.store.view(id)?.code;
}
