import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Call } from '../kernel/call.ts';
import type { Platform } from '../kernel/platform.ts';
import { system } from '../kernel/system.ts';
import { importProducts } from '../import/products.ts';
import { invoke } from '../invoke.ts';
import { colours, demoCategories, demoProducts, materials, type DemoProduct } from './catalogue.ts';
import { picture } from './picture.ts';

/** Attribute set that the demo's attributes are added to: the default one of a fresh installation. */
const ATTRIBUTE_SET = 4;

/**
 * Fills an installation with the demo catalogue; does nothing when its first category exists already.
 * `onProducts` is told how many products were made since the last time.
 */
export async function seedDemo(
  platform: Platform,
  onProducts: (count: number, total: number) => void = () => {},
): Promise<{ products: number; categories: number }> {
  const products = demoProducts();
  const ids = await platform.newCall(system.caller, system.scope).transaction(async (inside) => {
    const root = platform.services.store.defaultRootCategoryId();
    if (await hasDemo(platform, inside, root)) return undefined;
    return {
      options: await makeAttributes(platform, inside),
      categories: await makeCategories(platform, inside, root),
    };
  });
  if (!ids) return { products: 0, categories: 0 };
  drawPictures(platform.settings.varFolder);
  const bodies = products.map((one) => body(one, ids.categories, ids.options));
  const refused = await importProducts(platform, bodies, (count) => onProducts(count, products.length));
  if (refused.length > 0) throw new Error(`demo product ${refused[0]!.sku}: ${refused[0]!.reason}`);
  return { products: products.length, categories: ids.categories.size };
}

async function hasDemo(platform: Platform, call: Call, root: number): Promise<boolean> {
  const tree = (await invoke(platform.registry, call, 'catalogCategoryManagementV1', 'getTree', {
    rootCategoryId: root,
    depth: 1,
  })) as { children_data?: { name?: string }[] | null };
  return (tree.children_data ?? []).some((child) => child.name === demoCategories[0]!.name);
}

/** Makes the select attributes; answers option id by attribute code and label. */
async function makeAttributes(platform: Platform, call: Call): Promise<Map<string, string>> {
  const options = new Map<string, string>();
  const wanted = {
    demo_colour: ['Colour', Object.keys(colours)],
    demo_material: ['Material', [...materials]],
  } as const;
  for (const [code, [label, values]] of Object.entries(wanted)) {
    const made = (await invoke(platform.registry, call, 'catalogProductAttributeRepositoryV1', 'save', {
      attribute: {
        attribute_code: code,
        frontend_input: 'select',
        scope: 'global',
        is_required: false,
        is_filterable: true,
        is_searchable: '1',
        default_frontend_label: label,
        frontend_labels: [],
        options: values.map((value, i) => ({ label: value, sort_order: i })),
      },
    })) as { options?: { label?: string | null; value?: string | null }[] | null };
    for (const option of made.options ?? [])
      if (option.label && option.value) options.set(`${code}:${option.label}`, option.value);
    const groups = await platform.services.eav.groups(call, ATTRIBUTE_SET);
    await invoke(platform.registry, call, 'catalogProductAttributeManagementV1', 'assign', {
      attributeSetId: ATTRIBUTE_SET,
      attributeGroupId: groups[0]!.id,
      attributeCode: code,
      sortOrder: 90,
    });
  }
  return options;
}

/** Makes the categories; answers ids by name. */
async function makeCategories(platform: Platform, call: Call, root: number): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  const make = async (name: string, parent: number): Promise<number> => {
    const made = (await invoke(platform.registry, call, 'catalogCategoryRepositoryV1', 'save', {
      category: { parent_id: parent, name, is_active: true, include_in_menu: true },
    })) as { id?: number | null };
    ids.set(name, made.id!);
    return made.id!;
  };
  for (const department of demoCategories) {
    const parent = await make(department.name, root);
    for (const child of department.children) await make(child, parent);
  }
  return ids;
}

function drawPictures(varFolder: string): void {
  const folder = join(varFolder, 'media/catalog/product/demo');
  mkdirSync(folder, { recursive: true });
  for (const [name, colour] of Object.entries(colours))
    writeFileSync(join(folder, `${name.toLowerCase()}.png`), picture(colour));
}

function body(
  one: DemoProduct,
  categories: ReadonlyMap<string, number>,
  options: ReadonlyMap<string, string>,
): Record<string, unknown> {
  const file = `/demo/${one.colour.toLowerCase()}.png`;
  const custom = {
    description: one.description,
    short_description: one.shortDescription,
    demo_colour: options.get(`demo_colour:${one.colour}`),
    demo_material: options.get(`demo_material:${one.material}`),
    tax_class_id: '2',
    image: file,
    small_image: file,
    thumbnail: file,
  };
  return {
    sku: one.sku,
    name: one.name,
    attribute_set_id: ATTRIBUTE_SET,
    type_id: 'simple',
    price: one.price,
    weight: one.weight,
    status: 1,
    visibility: 4,
    custom_attributes: Object.entries(custom).map(([attribute_code, value]) => ({ attribute_code, value })),
    extension_attributes: {
      category_links: [{ category_id: String(categories.get(one.category)), position: 0 }],
      stock_item: { qty: one.quantity, is_in_stock: true },
    },
  };
}
