import { system } from '../../kernel/system.ts';
import { importRecords } from '../import/records.ts';
import type { Platform } from '../../kernel/platform.ts';
import { colours, departments, materialCategory, materials, type PictureShape } from './catalogue.ts';
import { makeCustomers } from './customers.ts';
import { routeCaller } from '../../platform/execution/call-route.ts';
import type { CallRoute } from '../../kernel/demo.ts';
import { elementAt } from '../../kernel/lists.ts';
import { valueAt } from '../../kernel/lookup.ts';
import { makeOrders } from './orders.ts';
import { makePages } from './pages.ts';
import { drawPicture } from './picture.ts';
import { ATTRIBUTE_SET, configurableProducts, simpleProducts, type DemoIds, type ProductBody } from './products.ts';
import { makeRules } from './rules.ts';
import { specialProducts } from './special-products.ts';

/** How much the demo has made; nothing where it was there already. */
interface Seeded {
  readonly products: number;
  readonly categories: number;
  readonly customers: number;
  readonly orders: number;
}

/**
 * Fills an installation with the demo: products of every type, categories, customers, rules, pages and orders in every state.
 * Does nothing when its first category exists already. `onProducts` is told how many products were made since the last time.
 */
export async function seedDemo(
  platform: Platform,
  onProducts: (count: number, total: number) => void = () => {},
): Promise<Seeded> {
  const callRoute = routeCaller(platform);
  const root = await rootCategory(platform, callRoute);
  if (await hasDemo(callRoute, root)) return { products: 0, categories: 0, customers: 0, orders: 0 };
  const ids: DemoIds = {
    ...(await makeAttributes(callRoute)),
    categories: await makeCategories(callRoute, root),
    pictures: await drawPictures(),
  };
  const products = await makeProducts(platform, callRoute, ids, onProducts);
  await makePages(callRoute);
  await makeRules(callRoute);
  const customerIds = await makeCustomers(callRoute);
  const orderIds = await makeOrders(callRoute, customerIds);
  const call = platform.newCall(system.caller, system.scope);
  for (const addPart of call.contributions.demoParts) await addPart({ customerIds, orderIds, callRoute, call });
  return { products, categories: ids.categories.size, customers: customerIds.size, orders: orderIds.length };
}

/** A list as routes answer it. */
interface Found<T> {
  readonly items: readonly T[];
}

/** Criteria of a list whose `field` has a value. */
function matching(field: string, value: string | number, condition_type = 'eq'): object {
  return { filter_groups: [{ filters: [{ field, value, condition_type }] }] };
}

/** Id of the root category of the default store. */
async function rootCategory(platform: Platform, callRoute: CallRoute): Promise<number> {
  const scope = platform.scopes.resolveScope(undefined);
  if (!scope) throw new Error('the installation has no default store view');
  const views = await callRoute<{ id: number; store_group_id: number }[]>('storeStoreRepositoryV1', 'getList');
  const groups = await callRoute<{ id: number; root_category_id: number }[]>('storeGroupRepositoryV1', 'getList');
  const groupOf = new Map(views.map((view) => [view.id, view.store_group_id]));
  const rootOf = new Map(groups.map((group) => [group.id, group.root_category_id]));
  return valueAt(rootOf, valueAt(groupOf, scope.storeId));
}

async function hasDemo(callRoute: CallRoute, root: number): Promise<boolean> {
  const { children_data: children } = await callRoute<{ children_data?: { name?: string }[] | null }>(
    'catalogCategoryManagementV1',
    'getTree',
    { rootCategoryId: root, depth: 1 },
  );
  const [first] = departments;
  return (children ?? []).some((child) => child.name === first?.name);
}

/** Id of the group that comes first in the set of the demo's products. */
async function firstGroup(callRoute: CallRoute): Promise<string> {
  const searchCriteria = matching('attribute_set_id', ATTRIBUTE_SET);
  const { items } = await callRoute<Found<{ readonly attribute_group_id: string }>>(
    'catalogProductAttributeGroupRepositoryV1',
    'getList',
    { searchCriteria },
  );
  return elementAt(items, 0).attribute_group_id;
}

interface MadeAttribute {
  readonly attribute_id: number;
  readonly options?: readonly { readonly label?: string | null; readonly value?: string | null }[] | null;
}

/** Makes the attributes that products are chosen by. */
async function makeAttributes(callRoute: CallRoute): Promise<Pick<DemoIds, 'attributes' | 'options'>> {
  const options = new Map<string, string>();
  const attributes = new Map<string, number>();
  const definitions = {
    demo_colour: ['Colour', Object.keys(colours)],
    demo_material: ['Material', [...materials]],
  } as const;
  const attributeGroupId = await firstGroup(callRoute);
  for (const [code, [label, values]] of Object.entries(definitions)) {
    const attribute = {
      attribute_code: code,
      frontend_input: 'select',
      scope: 'global',
      is_required: false,
      is_filterable: true,
      is_searchable: '1',
      default_frontend_label: label,
      frontend_labels: [],
      options: values.map((value, i) => ({ label: value, sort_order: i })),
    };
    const savedAttribute = await callRoute<MadeAttribute>('catalogProductAttributeRepositoryV1', 'save', { attribute });
    attributes.set(code, savedAttribute.attribute_id);
    for (const option of savedAttribute.options ?? []) {
      if (option.label && option.value) options.set(`${code}:${option.label}`, option.value);
    }
    await callRoute('catalogProductAttributeManagementV1', 'assign', {
      attributeSetId: ATTRIBUTE_SET,
      attributeGroupId,
      attributeCode: code,
      sortOrder: 90,
    });
  }
  return { attributes, options };
}

/** Makes the categories, three deep; gives ids by name. */
async function makeCategories(callRoute: CallRoute, root: number): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  const make = async (name: string, parent_id: number): Promise<number> => {
    const category = { parent_id, name, is_active: true, include_in_menu: true };
    const { id } = await callRoute<{ id: number }>('catalogCategoryRepositoryV1', 'save', { category });
    ids.set(name, id);
    return id;
  };
  for (const { name, goods } of departments) {
    const department = await make(name, root);
    for (const { category, materials: categoryMaterials } of goods) {
      const parent = await make(category, department);
      for (const material of categoryMaterials) await make(materialCategory(material, category), parent);
    }
  }
  return ids;
}

async function drawPictures(): Promise<Map<string, string>> {
  const shapes = new Set<PictureShape>(departments.flatMap(({ goods }) => goods.map(({ shape }) => shape)));
  const drawn = new Map<string, string>();
  for (const shape of shapes) {
    for (const [name, colour] of Object.entries(colours)) {
      drawn.set(`${shape}:${name}`, (await drawPicture(shape, colour)).toString('base64'));
    }
  }
  return drawn;
}

/** Creates the products, parts before their composites; returns their number. */
async function makeProducts(
  platform: Platform,
  callRoute: CallRoute,
  ids: DemoIds,
  onProducts: (count: number, total: number) => void,
): Promise<number> {
  const parts = simpleProducts(ids);
  const others = specialProducts(ids);
  const total = parts.length + others.length + configurableProducts(ids, () => 0).length;
  const save = async (products: readonly ProductBody[]): Promise<void> => {
    await importRecords(platform, 'products', products, (count, [refused]) => {
      if (refused) throw new Error(`demo product ${refused.name}: ${refused.reason}`);
      onProducts(count, total);
    });
  };
  await save(parts);
  const skus = parts.map(({ sku }) => sku).join(',');
  const saved = await callRoute<Found<{ readonly sku: string; readonly id: number }>>(
    'catalogProductRepositoryV1',
    'getList',
    { searchCriteria: matching('sku', skus, 'in') },
  );
  const idOf = new Map(saved.items.map(({ sku, id }) => [sku, id]));
  await save(configurableProducts(ids, (sku) => valueAt(idOf, sku)));
  await save(others);
  return total;
}
