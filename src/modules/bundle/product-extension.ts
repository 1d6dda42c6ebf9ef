import { sql, type RawBuilder } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { valueAt } from '../../kernel/lookup.ts';
import { removeLostComponents, touchParents, touchParentsOf } from '../catalog/products/component-extensions.ts';
import type { ProductExtension, ProductExtensions, SentExtension } from '../catalog/products/extensions.ts';
import type { ProductTypeRules, StoredProduct } from '../catalog/service.ts';
import { FIXED, presentOptions, priceBundles, readPriced, type BundleOptions } from './present.ts';
import { findChoices, findOptions, findOptionsOf, nestedOptions, nestedParents, bundleLinks } from './rows.ts';
import { BUNDLE, type OptionInput } from './types.ts';
import { writeOptions } from './write.ts';

/** The quantity that a selection puts into a bundle: its own, or one piece where buyers may change it. */
function leastQuantity(link: 'r' | 'l'): RawBuilder<number> {
  return sql`(case when ${sql.ref(`${link}.can_change_quantity`)} = 1 then 1 else ${sql.ref(`${link}.qty`)} end)`;
}

/** The price and weight of a bundle are its own only if its attributes are set so. */
export const bundleType: ProductTypeRules = {
  name: BUNDLE,
  label: 'Bundle Product',
  sortOrder: 40,
  schemaName: 'BundleProduct',
  isComposite: true,
  ownData: sql`exists (select 1 from bundle_option o where o.product_id = p.id)`,
  composition: {
    rows: sql`bundle_link as r`,
    whole: sql.ref('r.product_id'),
    component: sql.ref('r.child_id'),
    row: sql.ref('r.id'),
    quantity: leastQuantity('r'),
    needs: (salable) => sql`not exists (select 1 from bundle_option o where o.product_id = p.id and o.required = 1
      and not exists (select 1 from bundle_link l where l.option_id = o.id
        and ${salable(sql.ref('l.child_id'), leastQuantity('l'))}))`,
  },
  displayValues: ({ price_type, weight_type }) => ({
    ...(Number(price_type) === FIXED ? {} : { price: 0 }),
    ...(Number(weight_type) === FIXED ? {} : { weight: 0 }),
  }),
  choices: findChoices,
};

declare module '../catalog/products/added-fields.ts' {
  interface ProductExtensions {
    readonly bundle?: BundleOptions;
  }
}

/** The options in a product's extension attributes. */
export const bundleExtension: ProductExtension = {
  name: 'bundle',
  fields: ['bundle_product_options'],
  inLists: true,
  nested: (storeId) => ({ display: nestedOptions(storeId), save: { bundle_parents: nestedParents } }),
  async load(call, products) {
    const bundles = products.filter((product) => product.type_id === BUNDLE);
    const [first] = bundles;
    if (!first) return new Map();
    const read = await readPriced(call, bundles);
    if (read) return valuesOf(read);
    const ids = bundles.map((product) => product.id);
    return valuesOf(await priceBundles(call, await findOptions(call, ids), first.store_id));
  },
  present(_, { product, extensions: { bundle } }) {
    return bundle && { bundle_product_options: presentOptions(bundle, product.sku, product.store_id) };
  },
  save: saveOptions,
  pricesChanged: (call, ids) => touchParentsOf(call, bundleLinks, ids),
  remove: (call) => removeLostComponents(call, bundleLinks),
};

async function saveOptions(
  call: Call,
  product: StoredProduct,
  productInput: SentExtension,
): Promise<ProductExtensions> {
  if (product.type_id !== BUNDLE) {
    if (!productInput.isNew) await touchParents(call, bundleLinks, product);
    return {};
  }
  const input = productInput.fields.bundle_product_options as readonly OptionInput[] | null | undefined;
  const before = productInput.isNew ? [] : await findOptionsOf(call, product.id);
  const after = input ? await writeOptions(call, product, before, input) : before;
  const priced = await priceBundles(call, new Map([[product.id, after]]), product.store_id);
  return { bundle: valueAt(priced, product.id) };
}

function valuesOf(bundles: ReadonlyMap<number, BundleOptions>): Map<number, ProductExtensions> {
  return new Map([...bundles].map(([id, bundle]) => [id, { bundle }]));
}
