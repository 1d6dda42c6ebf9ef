import type { Call } from '../../kernel/call.ts';
import type { ExtensionFields, ProductHead, ProductPart, SentExtension } from '../catalog/extensions.ts';
import type { ProductTypeRules } from '../catalog/service.ts';
import { FIXED, presentBundles } from './present.ts';
import { findOptions, findOptionsOf, findParts, removeLostChildren, touchParents, type StoredOption } from './rows.ts';
import { BUNDLE, type OptionInput } from './types.ts';
import { writeOptions } from './write.ts';

/** A bundle has a price and weight of its own only where its attributes say so. */
export const bundleType: ProductTypeRules = {
  name: BUNDLE,
  label: 'Bundle Product',
  sortOrder: 40,
  isComposite: true,
  shown: ({ price_type, weight_type }) => ({
    ...(Number(price_type) === FIXED ? {} : { price: 0 }),
    ...(Number(weight_type) === FIXED ? {} : { weight: 0 }),
  }),
  parts: findParts,
};

/** The options in a product's extension attributes. */
export const bundlePart: ProductPart = {
  inLists: true,
  async load(call, products) {
    const bundles = products.filter((product) => product.type_id === BUNDLE);
    if (bundles.length === 0) return new Map();
    const ids = bundles.map((product) => product.id);
    return await present(call, bundles, await findOptions(call, ids));
  },
  save: saveOptions,
  remove: removeLostChildren,
};

async function saveOptions(call: Call, product: ProductHead, sent: SentExtension): Promise<ExtensionFields> {
  if (product.type_id !== BUNDLE) {
    if (!sent.isNew) await touchParents(call, product.id);
    return {};
  }
  const input = sent.fields.bundle_product_options as readonly OptionInput[] | null | undefined;
  const before = sent.isNew ? [] : await findOptionsOf(call, product.id);
  const after = input ? await writeOptions(call, product, before, input) : before;
  return (await present(call, [product], new Map([[product.id, after]]))).get(product.id)!;
}

async function present(
  call: Call,
  bundles: readonly ProductHead[],
  options: ReadonlyMap<number, readonly StoredOption[]>,
): Promise<Map<number, ExtensionFields>> {
  const storeId = bundles[0]?.store_id ?? call.scope.storeId;
  const shown = await presentBundles(
    call,
    new Map(bundles.map(({ id, sku }) => [id, { sku, options: options.get(id) ?? [] }])),
    storeId,
  );
  return new Map([...shown].map(([id, bundle_product_options]) => [id, { bundle_product_options }]));
}
