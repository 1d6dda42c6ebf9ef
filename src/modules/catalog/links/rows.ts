import type { Call } from '../../../kernel/call.ts';
import { isForeignKeyViolation } from '../../../storage/errors.ts';
import { prepared, preparedWrite, type Params } from '../../../storage/prepared.ts';
import { insertRows } from '../../../storage/rows.ts';
import { fold, inIds, inTexts } from '../../../storage/sql.ts';
import type { ProductHead } from '../extensions.ts';
import { foldSku } from '../products/load.ts';
import { linkErrors } from './errors.ts';
import { linkTypes, type StoredLink } from './link.ts';

const byProducts = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db
    .selectFrom('catalog_product_link as l')
    .innerJoin('catalog_product as p', 'p.id', 'l.linked_product_id')
    .select(['l.product_id', 'l.link_type_id', 'l.linked_product_id', 'l.position', 'l.qty'])
    .select(['p.sku as linked_product_sku', 'p.type_id as linked_product_type'])
    .where(inIds('l.product_id', p.ids))
    .orderBy('l.position')
    .orderBy('l.link_id'),
);
const productsBySku = prepared((db, p: Params<{ skus: readonly string[] }>) =>
  db
    .selectFrom('catalog_product')
    .select(['id', 'sku', 'type_id'])
    .where(inTexts(fold('sku'), p.skus)),
);
const linking = prepared((db, p: Params<{ id: number }>) =>
  db.selectFrom('catalog_product_link').select('product_id').distinct().where('linked_product_id', '=', p.id),
);
const deleteAll = preparedWrite((db, p: Params<{ productId: number }>) =>
  db.deleteFrom('catalog_product_link').where('product_id', '=', p.productId),
);
const deleteOne = preparedWrite(
  (db, p: Params<{ product_id: number; link_type_id: number; linked_product_id: number }>) =>
    db
      .deleteFrom('catalog_product_link')
      .where('product_id', '=', p.product_id)
      .where('link_type_id', '=', p.link_type_id)
      .where('linked_product_id', '=', p.linked_product_id),
);

/** The links of products in the order they are shown in: by kind, then by position; by product id. */
export async function findLinks(call: Call, productIds: readonly number[]): Promise<Map<number, StoredLink[]>> {
  const found = new Map<number, StoredLink[]>();
  if (productIds.length === 0) return found;
  const rows = await byProducts(call.db, { ids: productIds });
  for (const { code } of linkTypes) {
    for (const row of rows) {
      if (row.link_type_id !== code) continue;
      const links = found.get(row.product_id);
      if (links) links.push(row);
      else found.set(row.product_id, [row]);
    }
  }
  return found;
}

/** Products by SKU as `foldSku` gives it. */
export async function findHeads(call: Call, skus: readonly string[]): Promise<Map<string, ProductHead>> {
  const rows = skus.length === 0 ? [] : await productsBySku(call.db, { skus: skus.map(foldSku) });
  return new Map(rows.map((row) => [foldSku(row.sku), row]));
}

/** The products that have links to a product. */
export async function linkingProducts(call: Call, id: number): Promise<number[]> {
  return (await linking(call.db, { id })).map((row) => row.product_id);
}

/** Writes links: new ones, and the position and quantity of those that are there. */
export async function writeLinks(call: Call, links: readonly StoredLink[]): Promise<void> {
  const rows = links.map(({ product_id, link_type_id, linked_product_id, position, qty }) => ({
    product_id,
    link_type_id,
    linked_product_id,
    position,
    qty,
  }));
  try {
    await insertRows(call.db, 'catalog_product_link', rows, {
      onConflict: { key: ['product_id', 'link_type_id', 'linked_product_id'], update: ['position', 'qty'] },
    });
  } catch (error) {
    // The product was deleted since it was looked up.
    if (isForeignKeyViolation(error)) throw linkErrors.invalidLinks();
    throw error;
  }
}

export async function deleteLinks(call: Call, productId: number): Promise<void> {
  await deleteAll(call.db, { productId });
}

export async function deleteLink(call: Call, link: StoredLink): Promise<void> {
  const { product_id, link_type_id, linked_product_id } = link;
  await deleteOne(call.db, { product_id, link_type_id, linked_product_id });
}
