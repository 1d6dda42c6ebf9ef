import { useLoad } from '../../load.tsx';
import { useSession } from '../../session.ts';

/** Reads the names of products by SKU; a deleted product has none. */
export function useProductNames(skus: readonly string[]) {
  const { shop } = useSession();
  // A SKU with a comma cannot stand in a list of values.
  const listed = [...new Set(skus)].filter((sku) => !sku.includes(','));
  return useLoad(
    async (signal) => {
      if (listed.length === 0) return new Map<string, string>();
      const products = await shop.products
        .list({ where: { sku: listed }, pageSize: 100 }, { signal, fields: 'items[sku,name],total_count' })
        .all();
      return new Map(products.map(({ sku, name }) => [sku ?? '', name ?? '']));
    },
    [shop, listed.join()],
  );
}
