import { sql } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { valueAt } from '../../kernel/lookup.ts';
import { removeLostComponents, touchParents, touchParentsOf } from '../catalog/products/component-extensions.ts';
import type {
  ExtensionFields,
  ProductExtension,
  ProductExtensions,
  ProductHead,
  SentExtension,
} from '../catalog/products/extensions.ts';
import type { ProductTypeRules, StoredProduct } from '../catalog/service.ts';
import type { AttributeObserver } from '../eav/service.ts';
import { checkVariants } from './children.ts';
import { writeOptions, type OptionInput } from './options.ts';
import { optionsIn, presentOption, type VariantOption } from './present.ts';
import {
  findConfiguration,
  findConfigurations,
  nestedConfiguration,
  nestedParents,
  nothingConfigured,
  readConfigurations,
  requireUnused,
  touchProductsWith,
  variantLinks,
  writeChildren,
  type OptionsAndVariants,
  type VariantValue,
} from './rows.ts';
import { CONFIGURABLE } from './types.ts';

/** A configurable product has no price of its own: that depends on the variant. */
export const configurableType: ProductTypeRules = {
  name: CONFIGURABLE,
  label: 'Configurable Product',
  sortOrder: 60,
  schemaName: 'ConfigurableProduct',
  isComposite: true,
  ownData: sql`(exists (select 1 from configurable_option o where o.product_id = p.id)
    or exists (select 1 from configurable_link l where l.parent_id = p.id))`,
  composition: {
    rows: sql`configurable_link as r`,
    whole: sql.ref('r.parent_id'),
    component: sql.ref('r.child_id'),
    row: sql.ref('r.id'),
    areVariants: true,
  },
  displayValues: () => ({ price: 0 }),
};

declare module '../catalog/products/added-fields.ts' {
  interface ProductExtensions {
    /** The options of a configurable product, and the ids of its variants in the order in which they were added. */
    readonly configuration?: { readonly options: readonly VariantOption[]; readonly children: readonly number[] };
  }
}

/** The options and variants in a product's extension attributes. */
export const configurableExtension: ProductExtension = {
  name: 'configuration',
  fields: ['configurable_product_options', 'configurable_product_links'],
  inLists: true,
  nested: () => ({ display: nestedConfiguration(), save: { configurable_parents: nestedParents } }),
  async load(call, products) {
    const configurable = products.filter((product) => product.type_id === CONFIGURABLE);
    const [first] = configurable;
    if (!first) return new Map();
    const read = readConfigurations(configurable);
    if (read) return await configurationsIn(call, read.configurations, first, read.values);
    const ids = configurable.map((product) => product.id);
    return await configurationsIn(call, await findConfigurations(call, ids), first);
  },
  present(_, { extensions: { configuration } }) {
    return (
      configuration && {
        configurable_product_options: configuration.options.map(presentOption),
        configurable_product_links: [...configuration.children],
      }
    );
  },
  save: saveConfiguration,
  pricesChanged: (call, ids) => touchParentsOf(call, variantLinks, ids),
  remove: (call) => removeLostComponents(call, variantLinks),
};

/**
 * Rejects the deletion of attributes that options use, and updates products when options of an attribute are deleted.
 */
export const configurableObserver: AttributeObserver = {
  entity: 'catalog_product',
  onDeleted: (call, attribute) => requireUnused(call, attribute.id),
  onOptionsDeleted: (call, attribute) => touchProductsWith(call, attribute.id),
};

async function saveConfiguration(call: Call, product: StoredProduct, input: SentExtension): Promise<ProductExtensions> {
  if (product.type_id !== CONFIGURABLE) {
    if (!input.isNew) await touchParents(call, variantLinks, product);
    return {};
  }
  const before = input.isNew ? nothingConfigured : await findConfiguration(call, product.id);
  const after = await writeConfiguration(call, product.id, before, input.fields);
  return valueAt(await configurationsIn(call, new Map([[product.id, after]]), product), product.id);
}

async function writeConfiguration(
  call: Call,
  productId: number,
  before: OptionsAndVariants,
  fields: ExtensionFields,
): Promise<OptionsAndVariants> {
  const sentOptions = fields.configurable_product_options as readonly OptionInput[] | null | undefined;
  const sentLinks = fields.configurable_product_links as readonly number[] | null | undefined;
  if (!sentOptions && !sentLinks) return before;
  const options = sentOptions ? await writeOptions(call, productId, before.options, sentOptions) : before.options;
  // Without options, variants cannot be distinguished.
  const currentChildren = options.length > 0 ? before.children : [];
  const children = sentLinks ? [...new Set(sentLinks)] : currentChildren;
  await checkVariants(call, options, children);
  await writeChildren(call, productId, before.children, children);
  const stay = before.children.filter((id) => children.includes(id));
  return { options, children: [...stay, ...children.filter((id) => !stay.includes(id))] };
}

async function configurationsIn(
  call: Call,
  configurations: ReadonlyMap<number, OptionsAndVariants>,
  { store_id = call.scope.storeId }: ProductHead,
  known?: readonly VariantValue[],
): Promise<Map<number, ProductExtensions>> {
  const options = await optionsIn(call, configurations, store_id, known);
  return new Map(
    [...configurations].map(([id, { children }]) => [
      id,
      { configuration: { options: options.get(id) ?? [], children } },
    ]),
  );
}
