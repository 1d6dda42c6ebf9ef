import type { Call } from '../../kernel/call.ts';
import { missingArguments, platformErrors } from '../../kernel/errors.ts';
import { insertRows } from '../../storage/rows.ts';
import { inIds } from '../../storage/sql.ts';
import type { ProductInput } from '../catalog/products/types.ts';
import { lockCatalog, requireCatalog } from './catalogs.ts';

/** SKUs of the products of a catalog, in order of ids. Throws 404. */
export async function productsOf(call: Call, catalogId: number): Promise<string[]> {
  await requireCatalog(call, catalogId);
  const rows = await call.db
    .selectFrom('shared_catalog_product as s')
    .innerJoin('catalog_product as p', 'p.id', 's.product_id')
    .select('p.sku')
    .where('s.catalog_id', '=', catalogId)
    .orderBy('s.product_id')
    .execute();
  return rows.map(({ sku }) => sku);
}

/** Adds products to a catalog. Throws 404 for an unknown one. */
export async function assignProducts(call: Call, catalogId: number, products: readonly ProductInput[]): Promise<void> {
  await lockCatalog(call, catalogId);
  const ids = await idsOf(call, products);
  await insertRows(
    call.db,
    'shared_catalog_product',
    ids.map((product_id) => ({ catalog_id: catalogId, product_id })),
    { onConflict: { key: ['catalog_id', 'product_id'], update: [] } },
  );
}

/** Removes products from a catalog. Throws 404 for an unknown one. */
export async function unassignProducts(
  call: Call,
  catalogId: number,
  products: readonly ProductInput[],
): Promise<void> {
  await lockCatalog(call, catalogId);
  const ids = await idsOf(call, products);
  await call.db
    .deleteFrom('shared_catalog_product')
    .where('catalog_id', '=', catalogId)
    .where(inIds('product_id', ids))
    .execute();
}

/** Ids of products by SKU. Throws 404 for the first unknown one. */
async function idsOf(call: Call, products: readonly ProductInput[]): Promise<number[]> {
  const { catalog } = call.services;
  const skus = products.map(({ sku }) => {
    if (!sku) throw missingArguments(['sku']);
    return sku;
  });
  const found = await catalog.productsBySku(call, [...new Set(skus.map(catalog.foldSku))], 0);
  const ids = skus.map((sku) => {
    const product = found.get(catalog.foldSku(sku));
    if (!product) throw platformErrors.noSuchEntity({ fieldName: 'sku', fieldValue: sku });
    return product.id;
  });
  return [...new Set(ids)];
}
