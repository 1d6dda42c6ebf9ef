import type { Call } from '../../../kernel/call.ts';
import { foldText } from '../../../kernel/fold.ts';
import type { Attribute, EntityAttributes, StoredAttributeSet } from '../../eav/service.ts';
import { CellFault } from '../../../platform/row-import/rows.ts';
import type { ProductImportOptions } from './settings.ts';

/** Entity type of products, as attribute sets name it. */
const PRODUCT_TYPE_ID = 4;

/** Names of files, and what the shop has by them. Read once for an import, and brought up to date by what it creates. */
export interface ProductLookups {
  readonly attributes: EntityAttributes;
  /** The attribute set with a name. Throws for an unknown one. */
  setByName(column: string, name: string): StoredAttributeSet;
  /** The attribute set with an id. Throws for an unknown one, and for one of another entity. */
  setById(column: string, id: number): StoredAttributeSet;
  /** Whether all websites share prices. */
  readonly arePricesGlobal: boolean;
  /** Whether all store views share the values of an attribute. */
  isGlobal(attribute: Attribute): boolean;
  /** The value of an attribute's option, by its label in a store view or in the default scope. Throws for an unknown one. */
  option(call: Call, column: string, attribute: Attribute, label: string, storeId: number): Promise<string>;
  /** Ids of the categories with the given name paths, such as `Default Category/Gear`. Throws for an unknown one. */
  categories(call: Call, column: string, paths: string): Promise<number[]>;
  /** Ids of existing categories. Throws for an unknown one. */
  knownCategories(call: Call, column: string, ids: readonly number[]): Promise<number[]>;
  /** An attribute of a set; created if that is wished. Throws for an unknown one, and one that the set does not have. */
  attributeIn(call: Call, column: string, code: string, set: StoredAttributeSet): Promise<Attribute>;
}

/** Reads the names that product files use. */
export async function loadLookups(call: Call, options: ProductImportOptions): Promise<ProductLookups> {
  const { eav } = call.services;
  let attributes = await eav.entity(call, 'catalog_product');
  const { sets } = await eav.setCache.get(call);
  const productSets = [...sets.values()].filter(({ entityTypeId }) => entityTypeId === PRODUCT_TYPE_ID);
  const { id: viewId } = call.services.store.defaultStoreView();
  const arePricesGlobal = call.services.catalog.priceWebsite(call, viewId) === 0;
  const labels = new Map<string, Map<string, string>>();
  let paths: Map<string, number> | undefined;

  const labelsOf = async (inside: Call, attribute: Attribute, storeId: number): Promise<Map<string, string>> => {
    const key = `${attribute.id}:${storeId}`;
    let found = labels.get(key);
    if (!found) labels.set(key, (found = await readLabels(inside, attribute, storeId)));
    return found;
  };
  const createOption = async (inside: Call, attribute: Attribute, label: string): Promise<string> => {
    const id = await eav.attributeOptions.add(inside, 'catalog_product', attribute.code, { label });
    for (const [key, known] of labels) if (key.startsWith(`${attribute.id}:`)) known.set(foldLabel(label), String(id));
    return String(id);
  };
  return {
    get attributes() {
      return attributes;
    },
    arePricesGlobal,
    setByName(column, name) {
      const set = productSets.find((one) => foldLabel(one.name) === foldLabel(name));
      if (!set) throw new CellFault(column, `there is no attribute set "${name}"`);
      return set;
    },
    setById(column, id) {
      const set = productSets.find((one) => one.id === id);
      if (!set) throw new CellFault(column, `there is no attribute set with the id ${id}`);
      return set;
    },
    isGlobal(attribute) {
      if (attribute.backendModel?.endsWith('\\Backend\\Price')) return arePricesGlobal;
      return attribute.scope === 'global';
    },
    async option(inside, column, attribute, label, storeId) {
      const own = storeId === 0 ? undefined : (await labelsOf(inside, attribute, storeId)).get(foldLabel(label));
      const value = own ?? (await labelsOf(inside, attribute, 0)).get(foldLabel(label));
      if (value !== undefined) return value;
      if (options.creates.has('options') && eav.hasStoredOptions(attribute)) {
        return await createOption(inside, attribute, label);
      }
      throw new CellFault(column, `the attribute "${attribute.code}" has no option "${label}"`);
    },
    async categories(inside, column, text) {
      paths ??= await readPaths(inside);
      const ids: number[] = [];
      for (const path of splitPaths(text, paths)) {
        const id =
          paths.get(path.map(foldLabel).join('\n')) ?? (await missingCategory(inside, column, path, paths, options));
        ids.push(id);
      }
      return ids;
    },
    async knownCategories(inside, column, ids) {
      paths ??= await readPaths(inside);
      const known = new Set(paths.values());
      const unknown = ids.find((id) => !known.has(id));
      if (unknown !== undefined) throw new CellFault(column, `there is no category with the id ${unknown}`);
      return [...ids];
    },
    async attributeIn(inside, column, code, set) {
      let attribute = attributes.byCode.get(code);
      if (attribute && attributes.inSet(set.id).has(code)) return attribute;
      if (!options.creates.has('attributes')) {
        const reason = attribute
          ? `the attribute set "${set.name}" has no attribute "${code}"`
          : `there is no attribute "${code}"`;
        throw new CellFault(column, reason);
      }
      attribute ??= await createAttribute(inside, code, options.selects.has(code));
      await place(inside, code, set);
      attributes = await eav.entity(inside, 'catalog_product');
      return attribute;
    },
  };
}

function foldLabel(label: string): string {
  return foldText(label.trim());
}

/** Values by folded label; for computed options also by the value itself, which stored options do not allow: labels may be numbers. */
async function readLabels(call: Call, attribute: Attribute, storeId: number): Promise<Map<string, string>> {
  const { eav } = call.services;
  const list = (await eav.choices(call, [attribute], storeId)).get(attribute.id) ?? [];
  const found = new Map<string, string>();
  if (!eav.hasStoredOptions(attribute)) for (const { value } of list) found.set(foldLabel(value), value);
  for (const { value, label } of list.toReversed()) if (value !== '') found.set(foldLabel(label), value);
  return found;
}

async function readPaths(call: Call): Promise<Map<string, number>> {
  const found = await call.services.catalog.categoryNamePaths(call);
  // Of namesakes, the older one.
  return new Map([...found].toReversed().map(([id, names]) => [names.map(foldLabel).join('\n'), id]));
}

/** Splits `Root/A,Root/B`, or with `|`; a part that begins with no root category belongs to the name before its comma. */
function splitPaths(text: string, paths: ReadonlyMap<string, number>): string[][] {
  const separator = text.includes('|') ? '|' : ',';
  const found: string[] = [];
  for (const part of text.split(separator)) {
    const root = foldLabel(namesOf(part)[0] ?? '');
    if (found.length > 0 && !paths.has(root)) found.push(`${found.pop() ?? ''}${separator}${part}`);
    else if (part.trim() !== '') found.push(part);
  }
  return found.map(namesOf);
}

/** The names of a path; a slash in a name is written as `\/`. */
function namesOf(path: string): string[] {
  return path.split(/(?<!\\)\//).map((name) => name.trim().replaceAll('\\/', '/'));
}

/** Creates a category and those above it, if that is wished. */
async function missingCategory(
  call: Call,
  column: string,
  path: readonly string[],
  paths: Map<string, number>,
  { creates }: ProductImportOptions,
): Promise<number> {
  const [root = ''] = path;
  if (!paths.has(foldLabel(root))) throw new CellFault(column, `there is no root category "${root}"`);
  if (!creates.has('categories')) throw new CellFault(column, `there is no category "${path.join('/')}"`);
  let parentId = paths.get(foldLabel(root)) ?? 0;
  for (let depth = 2; depth <= path.length; depth++) {
    const key = path.slice(0, depth).map(foldLabel).join('\n');
    const known = paths.get(key);
    const category = { name: path[depth - 1] ?? '', parent_id: parentId, is_active: true, include_in_menu: true };
    parentId = known ?? (await call.services.catalog.saveCategory(call.with({ scope: globalScope }), category)).id;
    paths.set(key, parentId);
  }
  return parentId;
}

/** The scope of values that all store views inherit. */
export const globalScope = { code: 'all', storeId: 0, websiteId: 0 };

/** Creates an attribute: a choice where variations use it, otherwise a text. */
async function createAttribute(call: Call, code: string, isChoice: boolean): Promise<Attribute> {
  return await call.services.catalog.saveAttribute(call.with({ scope: globalScope }), {
    attribute_code: code,
    default_frontend_label: code,
    frontend_input: isChoice ? 'select' : 'text',
    is_required: false,
    // Variations share their options; texts are translated.
    scope: isChoice ? 'global' : 'store',
  });
}

/** Puts an attribute at the end of the first group of a set. */
async function place(call: Call, code: string, set: StoredAttributeSet): Promise<void> {
  const { eav } = call.services;
  const filter = { field: 'attribute_set_id', value: String(set.id), condition_type: 'eq' };
  const found = await eav.attributeGroups.list(call, { filter_groups: [{ filters: [filter] }], page_size: 1 });
  const groupId = Number((await found.items())[0]?.attribute_group_id);
  await eav.placements.assign(call, 'catalog_product', { setId: set.id, groupId, code, sortOrder: 1000 });
}
