import type { Client } from 'souk-client';
import type { PimAttribute } from './catalogue.ts';

/** Set 4 is the one that every installation has; type 4 are products. */
const DEFAULT_SET = 4;
const PRODUCTS = 4;
/** Code of the store view whose categories are meant. */
const STORE_VIEW = 'default';

/** The id of an option, by attribute and label. */
export type OptionIds = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** The id of an attribute set by its name; it is made on the model of the default one where there is none. */
export async function requireAttributeSet(shop: Client, name: string): Promise<number> {
  const where = { attribute_set_name: name, entity_type_id: PRODUCTS };
  for await (const set of shop.attributeSets.list({ where })) return set.attribute_set_id!;
  const set = await shop.catalogAttributeSets.create({
    attributeSet: { attribute_set_name: name, sort_order: 100 },
    skeletonId: DEFAULT_SET,
  });
  return set.attribute_set_id!;
}

/** Sees to it that attributes are there, with their options, in an attribute set; gives the ids of the options. */
export async function requireAttributes(
  shop: Client,
  attributeSetId: number,
  attributes: readonly PimAttribute[],
): Promise<OptionIds> {
  const group = await shop.productAttributeGroups
    .list({ where: { attribute_set_id: attributeSetId, attribute_group_name: 'Product Details' } })
    .page();
  const attributeGroupId = Number(group.items[0]!.attribute_group_id);
  const ids = new Map<string, ReadonlyMap<string, number>>();
  for (const [sortOrder, { code, label, options }] of attributes.entries()) {
    if (!(await hasAttribute(shop, code))) {
      await shop.productAttributes.save({
        attribute: {
          attribute_code: code,
          frontend_input: 'select',
          // What products are chosen by has one value everywhere.
          scope: 'global',
          default_frontend_label: label,
          is_required: false,
        },
      });
    }
    await shop.productAttributes.assign({
      attributeSetId,
      attributeGroupId,
      attributeCode: code,
      sortOrder: 100 + sortOrder,
    });
    ids.set(code, await requireOptions(shop, code, options));
  }
  return ids;
}

async function hasAttribute(shop: Client, code: string): Promise<boolean> {
  for await (const _ of shop.productAttributes.list({ where: { attribute_code: code } })) return true;
  return false;
}

async function requireOptions(
  shop: Client,
  attributeCode: string,
  labels: readonly string[],
): Promise<Map<string, number>> {
  const read = async (): Promise<Map<string, number>> =>
    new Map(
      (await shop.productAttributeOptions.getItems({ attributeCode })).map(({ label, value }) => [
        label!,
        Number(value),
      ]),
    );
  const known = await read();
  const missing = labels.filter((label) => !known.has(label));
  for (const label of missing) await shop.productAttributeOptions.add({ attributeCode, option: { label } });
  return missing.length > 0 ? read() : known;
}

/** The id of a category by the names of its path below the root of a store view; what is missing of it is made. */
export async function requireCategory(shop: Client, path: string): Promise<number> {
  // For all store views the tree begins above the roots of shops.
  let at = await shop.categories.getTree({}, { store: STORE_VIEW });
  for (const name of path.split('/')) {
    const found = at.children_data?.find((child) => child.name === name);
    if (found) {
      at = found;
      continue;
    }
    const made = await shop.categories.save({
      category: { name, parent_id: at.id, is_active: true, include_in_menu: true },
    });
    at = { ...at, id: made.id!, children_data: [] };
  }
  return at.id!;
}
