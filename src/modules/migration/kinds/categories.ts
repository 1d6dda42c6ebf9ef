import { anyText } from '../../../kernel/any-text.ts';
import { isPlainObject, objectOf } from '../../../kernel/plain-objects.ts';
import type { MigrationKind, Saving } from '../kind.ts';
import type { SourceRecord } from '../source/record.ts';
import type { MigrationRun } from '../migration-run.ts';
import { pagesAfter } from '../source/lists.ts';
import { canonicalText, customAttributes, customValues, textIn } from '../wire.ts';
import { createHere } from './new-category.ts';
import { viewCodeOf } from './stores.ts';

const repository = 'catalogCategoryRepositoryV1';
/** Attributes that follow from others. */
const derived = [
  'path',
  'children_count',
  'url_path',
  'level',
  'children',
  'all_children',
  'path_in_store',
  'position',
];
const plain = ['name', 'is_active', 'include_in_menu', 'available_sort_by'] as const;

/** The categories below the root, parents before their children, with their values in each store view. */
export const categories: MigrationKind = {
  name: 'categories',
  part: 'catalog',
  keepsIds: true,
  listing: { all: readCategories },
  keyOf: (record) => textIn(record, 'id'),
  nameOf: (record) => anyText(record['name']),
  volatile: ['updated_at', 'children'],
  async save(saving, record, known) {
    const parent_id = Number(record['level']) === 1 ? 1 : await saving.idOf('categories', record['parent_id']);
    const values = await valuesOf(saving, record);
    const category = { ...values, parent_id, position: Number(record['position'] ?? 0) };
    const id = known === undefined ? await childNamed(saving, parent_id, record) : Number(known);
    const savedId = id === undefined ? await createHere(saving, record, category) : await change(saving, category, id);
    await saveViews(saving, record, savedId);
    return savedId;
  },
};

/** Changes a category, and moves it where the source has it below another one. */
async function change({ route }: Saving, category: { readonly parent_id: number }, id: number): Promise<number> {
  const { parent_id: parentId } = category;
  const before = await route<{ parent_id: number }>(repository, 'get', { categoryId: id });
  await route(repository, 'save', { category: { ...category, id } });
  if (before.parent_id !== parentId) await route('catalogCategoryManagementV1', 'move', { categoryId: id, parentId });
  return id;
}

async function readCategories(run: MigrationRun): Promise<SourceRecord[]> {
  const all = await readIn(run);
  const views = new Map<number, Map<string, SourceRecord>>();
  for (const { id, code } of run.views) {
    views.set(id, new Map((await readIn(run, code)).map((one) => [textIn(one, 'id'), one])));
  }
  const below = all.filter(({ level }) => Number(level) >= 1);
  return parentsFirst(below.map((one) => Object.assign({}, one, { views: differences(one, views) })));
}

/** Categories in the order of their ids, except that a parent comes before its children. */
function parentsFirst(records: readonly SourceRecord[]): SourceRecord[] {
  const byId = new Map(records.map((one) => [textIn(one, 'id'), one]));
  const ordered = new Set<SourceRecord>();
  const add = (record: SourceRecord): void => {
    const line = [record];
    for (let parent = byId.get(anyText(record['parent_id'])); parent; parent = byId.get(anyText(parent['parent_id']))) {
      if (line.includes(parent)) break;
      line.unshift(parent);
    }
    for (const one of line) ordered.add(one);
  };
  for (const one of records) add(one);
  return [...ordered];
}

async function readIn({ client, options: { pageSize } }: MigrationRun, storeCode = 'all'): Promise<SourceRecord[]> {
  const list = { path: '/V1/categories/list', filterField: 'entity_id', idField: 'id', pageSize, storeCode };
  const records = [];
  for await (const page of pagesAfter(client, list, 0)) records.push(...page.records);
  return records;
}

/** The values in store views that differ from the global ones, by the view's id. */
function differences(record: SourceRecord, views: ReadonlyMap<number, ReadonlyMap<string, SourceRecord>>): object {
  const found: Record<string, object> = {};
  for (const [viewId, records] of views) {
    const other = records.get(textIn(record, 'id'));
    const difference = other && differenceOf(record, other, plain, derived);
    if (difference) found[viewId] = difference;
  }
  return found;
}

/** The fields and custom attributes of a view that differ from the global ones; undefined without any. */
export function differenceOf(
  record: SourceRecord,
  other: SourceRecord,
  names: readonly string[],
  omitted: readonly string[],
): SourceRecord | undefined {
  const differs = (a: unknown, b: unknown): boolean => b !== undefined && canonicalText(a) !== canonicalText(b);
  const fields = names.filter((name) => differs(record[name], other[name])).map((name) => [name, other[name]] as const);
  const before = customValues(record);
  const custom = [...customValues(other)].filter(
    ([code, value]) => !omitted.includes(code) && differs(before.get(code), value),
  );
  if (fields.length === 0 && custom.length === 0) return undefined;
  return { ...Object.fromEntries(fields), custom_attributes: customAttributes(new Map(custom)) };
}

async function valuesOf({ lose, findId }: Saving, record: SourceRecord): Promise<Record<string, unknown>> {
  const custom = customValues(record);
  for (const code of derived) custom.delete(code);
  const image = custom.get('image');
  // A picture of a product is moved with the product; the others are not part of the interface.
  if (typeof image === 'string' && image !== '' && !image.includes('/catalog/product/')) {
    custom.delete('image');
    lose(`its image ${image} has to be uploaded again`);
  }
  const block = custom.get('landing_page');
  if (block !== undefined && block !== null && block !== '') {
    const id = await findId('blocks', block);
    if (id === undefined) {
      custom.delete('landing_page');
      lose(`its block ${anyText(block)} was not moved`);
    } else custom.set('landing_page', String(id));
  }
  const fields = plain.filter((name) => record[name] !== undefined && record[name] !== null);
  return {
    ...Object.fromEntries(fields.map((name) => [name, record[name]])),
    custom_attributes: customAttributes(custom),
  };
}

/** The child of a category here that has the record's name. */
async function childNamed({ route }: Saving, parentId: number, { name }: SourceRecord): Promise<number | undefined> {
  const { children_data: children } = await route<{ children_data: { id: number; name: string }[] | null }>(
    'catalogCategoryManagementV1',
    'getTree',
    { rootCategoryId: parentId, depth: 1 },
  );
  return children?.find((one) => one.name === name)?.id;
}

async function saveViews(saving: Saving, record: SourceRecord, id: number): Promise<void> {
  for (const [viewId, values] of Object.entries(objectOf(record['views']))) {
    const code = await viewCodeOf(saving, Number(viewId));
    if (code === undefined || !isPlainObject(values)) continue;
    await saving.routeIn(code)(repository, 'save', { category: { ...(await valuesOf(saving, values)), id } });
  }
}
