import type { Call } from '../../../kernel/call.ts';
import { formatUrlKey } from '../../../kernel/url-key.ts';
import { prepared, type Params } from '../../../storage/prepared.ts';
import { insertRows } from '../../../storage/rows.ts';
import { catalogErrors } from '../errors.ts';
import { urlSuffix } from '../url-suffixes.ts';
import type { ProductValues } from './product.ts';
import { NOT_VISIBLE } from './types.ts';

/** The greatest length of a URL key in the interface's own tables. */
const MAX_LENGTH = 255;

/** A product's URL key in its stored form, from the input. */
export function readProductUrlKey(input: string): string {
  return formatUrlKey(input).slice(0, MAX_LENGTH);
}

/** The URL key of a new product: from the input, otherwise made from its name, otherwise from its SKU. */
export function urlKeyFor(input: string, name: string, sku: string): string {
  return readProductUrlKey(input) || readProductUrlKey(name) || readProductUrlKey(sku);
}

/** The URL keys of a product by store view, for the store views that show it. */
export function urlKeysOf(
  call: Call,
  websiteIds: readonly number[],
  valuesIn: (storeId: number) => ProductValues,
): Map<number, string> {
  const keys = new Map<number, string>();
  for (const view of call.services.store.views()) {
    if (view.id === 0 || !websiteIds.includes(view.website_id)) continue;
    const { url_key: key, visibility } = valuesIn(view.id);
    if (visibility !== NOT_VISIBLE && typeof key === 'string' && key !== '') keys.set(view.id, key.toLowerCase());
  }
  return keys;
}

const removeKeys = prepared((db, p: Params<{ productId: number }>) =>
  db.deleteFrom('catalog_url_key').where('product_id', '=', p.productId).returning(['store_id', 'url_key']),
);

/** Takes a product's URL keys. Throws 400 when another product or a category has one of them in the same store view. */
export async function takeUrlKeys(call: Call, productId: number, keys: ReadonlyMap<number, string>): Promise<void> {
  const rows = [...keys].map(([store_id, url_key]) => ({ store_id, url_key, product_id: productId }));
  const insertedKeys = await insertRows(call.db, 'catalog_url_key', rows, {
    onConflict: { key: ['store_id', 'url_key'], update: [] },
    returning: ['store_id'],
  });
  if (insertedKeys.length < rows.length) throw catalogErrors.urlKeyExists();
}

/**
 * Replaces a product's URL keys. Where its page moves, its former path redirects to the new one, unless the save
 * (`history`: its setting for former paths) or the store view disables that.
 */
export async function changeUrlKeys(
  call: Call,
  productId: number,
  keys: ReadonlyMap<number, string>,
  history?: unknown,
): Promise<void> {
  const removedKeys = await removeKeys(call.db, { productId });
  await takeUrlKeys(call, productId, keys);
  const { urlRewrite } = call.services;
  const left = removedKeys.filter(({ store_id: id, url_key }) => keys.has(id) && keys.get(id) !== url_key);
  await urlRewrite.remember(
    call,
    'PRODUCT',
    left
      .filter(({ store_id: id }) => urlRewrite.keepsHistory(call, history, id))
      .map(({ store_id: storeId, url_key }) => ({
        storeId,
        id: productId,
        path: `${url_key}${urlSuffix(call, 'product', storeId)}`,
      })),
  );
}
