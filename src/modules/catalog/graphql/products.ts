import type { Call } from '../../../kernel/call.ts';
import type { Selection } from '../../../kernel/graphql.ts';
import { loader } from '../../../kernel/loader.ts';
import { loadAdded } from '../products/extending.ts';
import { findByIds } from '../products/load.ts';
import { effectiveValues, productMetadata, type LoadedProduct, type StoredProduct } from '../products/product.ts';
import { productType } from '../products/product-types.ts';
import { selectionOf, type ProductWishes } from '../products/selection.ts';
import type { ProductSource } from './types.ts';

/** Pictures and videos come with the products themselves. */
const gallery = { fields: ['media'] } as const;

/**
 * Products as storefronts see them, by id, in one query; unknown ids are skipped. Visibility is not checked. `selection`:
 * the requested fields, some of which can be read with them.
 */
export async function storefrontProducts(
  call: Call,
  ids: readonly number[],
  selection?: Selection,
): Promise<Map<number, ProductSource>> {
  if (ids.length === 0) return new Map();
  const hasGallery = selection?.has('media_gallery') || selection?.has('media_gallery_entries');
  const products = await findByIds(call, ids, call.scope.storeId, hasGallery ? selectionOf(call, gallery) : undefined);
  const metadata = await productMetadata(call);
  return new Map(
    [...products].map(([id, product]) => [
      id,
      { typename: typenameOf(call, product), product, values: effectiveValues(product, metadata) },
    ]),
  );
}

const byId = loader<number, ProductSource | undefined>(async (ids, call) => {
  const found = await storefrontProducts(call, ids);
  return ids.map((id) => found.get(id));
});

/** The product with an id, read together with all others requested in the same tick; undefined for an unknown one. */
export function storefrontProduct(call: Call, id: number): Promise<ProductSource | undefined> {
  return byId(call, id);
}

/** A product that was read for a store view already, as storefronts see it. */
export function storefrontOf(
  call: Call,
  { product, values }: Pick<LoadedProduct, 'product' | 'values'>,
): ProductSource {
  return { typename: typenameOf(call, product), product, values };
}

/** The name of a product's type in the schema; types without a module become simple products. */
function typenameOf(call: Call, { type_id }: StoredProduct): string {
  return productType(call, type_id)?.schemaName ?? 'SimpleProduct';
}

/** Creates a loader for data of products in further tables. Requests of the same tick are read together. */
export function addedLoader(wishes: ProductWishes): (call: Call, source: ProductSource) => Promise<LoadedProduct> {
  const load = loader<StoredProduct, LoadedProduct>((products, call) =>
    loadAdded(call, products, selectionOf(call, wishes)),
  );
  return (call, { product }) => load(call, product);
}

const addedLoaders = new Map<string, ReturnType<typeof addedLoader>>();

/**
 * A product with a module's extension data (`extensions` of its wishes). Requests of the same tick are read together.
 */
export function storefrontAdded(
  call: Call,
  source: ProductSource,
  extension: NonNullable<ProductWishes['extensions']>[number],
): Promise<LoadedProduct> {
  const name = String(extension);
  let load = addedLoaders.get(name);
  if (!load) addedLoaders.set(name, (load = addedLoader({ extensions: [extension], places: false })));
  return load(call, source);
}
