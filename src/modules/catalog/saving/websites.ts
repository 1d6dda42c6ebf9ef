import type { Call } from '../../../kernel/call.ts';
import type { In } from '../../../kernel/types.ts';
import { insertRows } from '../../../storage/rows.ts';
import { inIds } from '../../../storage/sql.ts';
import { noteProductFields } from '../changes.ts';
import { catalogErrors } from '../errors.ts';
import { markWholes } from '../pricing/charged-price.ts';
import { ruledDataChanged } from '../pricing/price-rules.ts';
import { allOverrides } from '../products/load.ts';
import { overlay, productMetadata, type StoredProduct } from '../products/product.ts';
import { requireProduct, touchSaved } from '../products/require.ts';
import type { ProductWebsiteLink } from '../products/types.ts';
import { changeUrlKeys, urlKeysOf } from '../products/url-keys.ts';

/** The default websites of a new product: that of the call's store view, or all of them in the global scope. */
export function defaultWebsites(call: Call): number[] {
  if (call.scope.code !== 'all') return [call.scope.websiteId];
  return call.services.store
    .websites()
    .map((website) => website.id)
    .filter((id) => id !== 0);
}

/** The websites of the input, in order and each once. Throws 400 for an unknown one. */
export function readWebsites(call: Call, input: readonly number[]): number[] {
  const ids = [...new Set(input)].sort((a, b) => a - b);
  if (ids.some((id) => !call.services.store.website(id))) throw catalogErrors.productNotSaved();
  return ids;
}

/** Writes a product's websites: the difference between `before` and `after`. */
export async function writeWebsites(
  call: Call,
  productId: number,
  before: readonly number[],
  after: readonly number[],
): Promise<void> {
  const added = after.filter((id) => !before.includes(id));
  await insertRows(
    call.db,
    'catalog_product_website',
    added.map((website_id) => ({ product_id: productId, website_id })),
    { onConflict: { key: ['product_id', 'website_id'], update: [] } },
  );
  const removed = before.filter((id) => !after.includes(id));
  if (removed.length === 0) return;
  await call.db
    .deleteFrom('catalog_product_website')
    .where('product_id', '=', productId)
    .where(inIds('website_id', removed))
    .execute();
}

/** Adds a product to a website; does nothing if it is already assigned to it. */
export async function linkWebsite(call: Call, link: In<typeof ProductWebsiteLink>): Promise<void> {
  const { website_id: websiteId } = link;
  if (!websiteId) throw catalogErrors.websiteMissing();
  const product = await requireProduct(call, link.sku ?? '', 0);
  if (!call.services.store.website(websiteId)) {
    throw catalogErrors.websiteNotAssigned([String(product.id), websiteId]);
  }
  if (product.website_ids.includes(websiteId)) return;
  await changeWebsites(call, product, [...product.website_ids, websiteId]);
}

/** Removes a product from a website; does nothing if it is not assigned to it. */
export async function unlinkWebsite(call: Call, sku: string, websiteId: number): Promise<void> {
  const product = await requireProduct(call, sku, 0);
  if (!product.website_ids.includes(websiteId)) return;
  await changeWebsites(
    call,
    product,
    product.website_ids.filter((id) => id !== websiteId),
  );
}

async function changeWebsites(call: Call, product: StoredProduct, websiteIds: readonly number[]): Promise<void> {
  await touchSaved(call, product.id);
  noteProductFields(call, [product], ['website_ids']);
  await writeWebsites(call, product.id, product.website_ids, websiteIds);
  await markWholes(call, [product.id]);
  await ruledDataChanged(call, [product.id]);
  const metadata = await productMetadata(call);
  const overrides = await allOverrides(call, product.id);
  const keys = urlKeysOf(call, websiteIds, (storeId) =>
    overlay(product.values, overrides.get(storeId) ?? {}, metadata),
  );
  await changeUrlKeys(call, product.id, keys);
}
