import type { Call } from '../../kernel/call.ts';
import type { ExtensionFields, ProductHead, ProductPart, SentExtension } from '../catalog/extensions.ts';
import type { ProductTypeRules } from '../catalog/service.ts';
import type { AttributeObserver } from '../eav/service.ts';
import { checkVariants } from './children.ts';
import { writeOptions, type OptionInput } from './options.ts';
import { presentOptions } from './present.ts';
import {
  findConfiguration,
  findConfigurations,
  findParts,
  nothingConfigured,
  removeLostChildren,
  removeOptionsOf,
  touchParents,
  touchProductsWith,
  writeChildren,
  type Configuration,
} from './rows.ts';
import { CONFIGURABLE } from './types.ts';

/** What a configurable product costs depends on the variant, so it has no price of its own. */
export const configurableType: ProductTypeRules = {
  name: CONFIGURABLE,
  label: 'Configurable Product',
  sortOrder: 60,
  isComposite: true,
  shown: () => ({ price: 0 }),
  parts: findParts,
};

/** The options and variants in a product's extension attributes. */
export const configurablePart: ProductPart = {
  inLists: true,
  async load(call, products) {
    const configurable = products.filter((product) => product.type_id === CONFIGURABLE);
    const [first] = configurable;
    if (!first) return new Map();
    const ids = configurable.map((product) => product.id);
    return await present(call, await findConfigurations(call, ids), first);
  },
  save: saveConfiguration,
  remove: removeLostChildren,
};

/** Keeps options right when their attributes go, and answers when attribute values do. */
export const configurableObserver: AttributeObserver = {
  entity: 'catalog_product',
  onDeleted: (call, attribute) => removeOptionsOf(call, attribute.id),
  onOptionsDeleted: (call, attribute) => touchProductsWith(call, attribute.id),
};

async function saveConfiguration(call: Call, product: ProductHead, sent: SentExtension): Promise<ExtensionFields> {
  if (product.type_id !== CONFIGURABLE) {
    if (!sent.isNew) await touchParents(call, product.id);
    return {};
  }
  const before = sent.isNew ? nothingConfigured : await findConfiguration(call, product.id);
  const after = await writeConfiguration(call, product.id, before, sent.fields);
  return (await present(call, new Map([[product.id, after]]), product)).get(product.id)!;
}

async function writeConfiguration(
  call: Call,
  productId: number,
  before: Configuration,
  fields: ExtensionFields,
): Promise<Configuration> {
  const sentOptions = fields.configurable_product_options as readonly OptionInput[] | null | undefined;
  const sentLinks = fields.configurable_product_links as readonly number[] | null | undefined;
  if (!sentOptions && !sentLinks) return before;
  const options = sentOptions ? await writeOptions(call, productId, before.options, sentOptions) : before.options;
  // Without options nothing tells the variants apart.
  const kept = options.length > 0 ? before.children : [];
  const children = sentLinks ? [...new Set(sentLinks)] : kept;
  await checkVariants(call, options, children);
  await writeChildren(call, productId, before.children, children);
  const stay = before.children.filter((id) => children.includes(id));
  return { options, children: [...stay, ...children.filter((id) => !stay.includes(id))] };
}

async function present(
  call: Call,
  configurations: ReadonlyMap<number, Configuration>,
  { store_id = call.scope.storeId }: ProductHead,
): Promise<Map<number, ExtensionFields>> {
  const options = await presentOptions(call, configurations, store_id);
  return new Map(
    [...configurations].map(([id, { children }]) => [
      id,
      { configurable_product_options: options.get(id), configurable_product_links: [...children] },
    ]),
  );
}
