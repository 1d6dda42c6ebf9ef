import type { Call } from '../../../kernel/call.ts';
import { loader } from '../../../kernel/loader.ts';
import type { ProductSource } from '../../catalog/graphql/types.ts';
import type { LoadedProduct, StoredProduct } from '../../catalog/service.ts';

/** Makes a loader for a field of products from other tables. */
function fieldLoader(
  field: 'links' | 'media' | 'options',
): (call: Call, source: ProductSource) => Promise<LoadedProduct> {
  const load = loader<StoredProduct, LoadedProduct>((products, call) =>
    call.services.catalog.loadAdded(call, products, { fields: [field], places: false }),
  );
  return (call, { product }) => load(call, product);
}

/** A product with its links, its pictures and videos, or its custom options. Requests of the same tick are read together. */
export const withLinks = fieldLoader('links');
export const withMedia = fieldLoader('media');
export const withCustomOptions = fieldLoader('options');

/** Whether products of this type are sold by choosing among other products. */
export function isComplex(call: Call, { product }: ProductSource): boolean {
  return call.services.catalog.productType(call, product.type_id)?.isComposite === true;
}

/** The products with these SKUs that visitors see, in their order, each once; two queries. */
export async function shownBySkus(call: Call, skus: readonly string[]): Promise<ProductSource[]> {
  const { catalog, listing, storefront } = call.services;
  if (skus.length === 0) return [];
  const found = await catalog.productsBySku(call, skus, call.scope.storeId);
  const ids = new Set(skus.flatMap((sku) => found.get(catalog.foldSku(sku))?.id ?? []));
  const sources = await storefront.products(call, [...ids]);
  const seen = await listing.seenByCaller(call, [...ids]);
  return [...ids]
    .flatMap((id) => (seen.has(id) ? (sources.get(id) ?? []) : []))
    .filter((source) => storefront.isShown(call, source));
}
