import { sql } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import type { ExtensionFields, ProductHead, ProductPart, SentExtension } from '../catalog/extensions.ts';
import type { ProductTypeRules, StoredProduct } from '../catalog/service.ts';
import { FIXED, presentBundles, presentRead } from './present.ts';
import {
  findChoices,
  findOptions,
  findOptionsOf,
  findParts,
  nestedOptions,
  nestedParents,
  removeLostChildren,
  touchParents,
  touchParentsOf,
  type StoredOption,
} from './rows.ts';
import { BUNDLE, type OptionInput, type OptionOutput } from './types.ts';
import { writeOptions } from './write.ts';

/** A bundle has a price and weight of its own only where its attributes say so. */
export const bundleType: ProductTypeRules = {
  name: BUNDLE,
  label: 'Bundle Product',
  sortOrder: 40,
  isComposite: true,
  ownData: sql`exists (select 1 from bundle_option o where o.product_id = p.id)`,
  composition: {
    rows: sql`bundle_link as r`,
    whole: sql.ref('r.product_id'),
    part: sql.ref('r.child_id'),
    needs: (salable) => sql`not exists (select 1 from bundle_option o where o.product_id = p.id and o.required = 1
      and not exists (select 1 from bundle_link l where l.option_id = o.id and ${salable(sql.ref('l.child_id'))}))`,
  },
  shown: ({ price_type, weight_type }) => ({
    ...(Number(price_type) === FIXED ? {} : { price: 0 }),
    ...(Number(weight_type) === FIXED ? {} : { weight: 0 }),
  }),
  parts: findParts,
  choices: findChoices,
};

/** The options in a product's extension attributes. */
export const bundlePart: ProductPart = {
  fields: ['bundle_product_options'],
  inLists: true,
  nested: (storeId) => ({ shown: nestedOptions(storeId), save: { bundle_parents: nestedParents } }),
  async load(call, products) {
    const bundles = products.filter((product) => product.type_id === BUNDLE);
    if (bundles.length === 0) return new Map();
    const read = await presentRead(call, bundles);
    if (read) return fieldsOf(read);
    const ids = bundles.map((product) => product.id);
    return await present(call, bundles, await findOptions(call, ids));
  },
  save: saveOptions,
  pricesChanged: touchParentsOf,
  remove: removeLostChildren,
};

async function saveOptions(call: Call, product: StoredProduct, sent: SentExtension): Promise<ExtensionFields> {
  if (product.type_id !== BUNDLE) {
    if (!sent.isNew) await touchParents(call, product);
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
  return fieldsOf(shown);
}

function fieldsOf(shown: ReadonlyMap<number, OptionOutput[]>): Map<number, ExtensionFields> {
  return new Map([...shown].map(([id, bundle_product_options]) => [id, { bundle_product_options }]));
}
