import { expressionBuilder, sql } from 'kysely';
import type { Call, Database, Tables } from '../../../kernel/call.ts';
import { isForeignKeyViolation } from '../../../storage/errors.ts';
import { nested } from '../../../storage/nested.ts';
import { prepared, preparedWrite, type Params } from '../../../storage/prepared.ts';
import { insertRows } from '../../../storage/rows.ts';
import { fold, inIds, inTexts } from '../../../storage/sql.ts';
import { nestedRows, type ProductHead } from '../products/extensions.ts';
import { foldSku } from '../products/load.ts';
import type { StoredProduct } from '../products/product.ts';
import { linkErrors } from './errors.ts';
import { ASSOCIATED, linkTypes, type StoredLink } from './link.ts';

function selectLinks(db: Pick<Database, 'selectFrom'>) {
  return db
    .selectFrom('catalog_product_link as l')
    .innerJoin('catalog_product as lp', 'lp.id', 'l.linked_product_id')
    .select(['l.product_id', 'l.link_type_id', 'l.linked_product_id', 'l.position', 'l.qty'])
    .select(['lp.sku as linked_product_sku', 'lp.type_id as linked_product_type'])
    .orderBy('l.position')
    .orderBy('l.link_id');
}
const byProducts = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  selectLinks(db).where(inIds('l.product_id', p.ids)),
);

/** The links of product `p`. */
export const nestedLinks = nested(
  selectLinks(expressionBuilder<Tables>()).where('l.product_id', '=', sql.ref<number>('p.id')),
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

/** The links of products by product id, sorted by kind and position. */
export async function findLinks(call: Call, productIds: readonly number[]): Promise<Map<number, StoredLink[]>> {
  return productIds.length === 0 ? new Map() : byKind(await byProducts(call.db, { ids: productIds }));
}

/** As `findLinks`; from the rows that were read with the products, if they were. */
export async function linksOf(call: Call, products: readonly StoredProduct[]): Promise<Map<number, StoredLink[]>> {
  const read = nestedRows<StoredLink>(products, 'links');
  if (read) return byKind([...read.values()].flat());
  return await findLinks(
    call,
    products.map((product) => product.id),
  );
}

/** The products of grouped products by the id of the group, in order, with their default quantities. */
export async function associatedProducts(
  call: Call,
  products: readonly StoredProduct[],
): Promise<Map<number, { id: number; qty: number }[]>> {
  const links = await linksOf(call, products);
  const isComponent = (link: StoredLink): boolean => link.link_type_id === ASSOCIATED;
  const componentOf = (link: StoredLink) => ({ id: link.linked_product_id, qty: link.qty ?? 0 });
  return new Map([...links].map(([id, all]) => [id, all.filter(isComponent).map(componentOf)]));
}

function byKind(rows: readonly StoredLink[]): Map<number, StoredLink[]> {
  const ordered = linkTypes.flatMap(({ code }) => rows.filter((row) => row.link_type_id === code));
  return Map.groupBy(ordered, (row) => row.product_id);
}

/** Products by folded SKU (see `foldSku`). */
export async function findHeads(call: Call, skus: readonly string[]): Promise<Map<string, ProductHead>> {
  const rows = skus.length === 0 ? [] : await productsBySku(call.db, { skus: skus.map(foldSku) });
  return new Map(rows.map((row) => [foldSku(row.sku), row]));
}

/** The products that link to a product. */
export async function linkingProducts(call: Call, id: number): Promise<number[]> {
  return (await linking(call.db, { id })).map((row) => row.product_id);
}

/** Inserts links, and updates position and quantity of existing ones. */
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

/** Deletes all links of a product. */
export async function deleteLinks(call: Call, productId: number): Promise<void> {
  await deleteAll(call.db, { productId });
}

/** Deletes a link. */
export async function deleteLink(call: Call, link: StoredLink): Promise<void> {
  const { product_id, link_type_id, linked_product_id } = link;
  await deleteOne(call.db, { product_id, link_type_id, linked_product_id });
}
