import { isDeepStrictEqual } from 'node:util';
import type { Call } from '../../kernel/call.ts';
import { firstOf } from '../../kernel/lists.ts';
import { formatTime } from '../../kernel/time.ts';
import { decodeDocument, encodeDocument } from '../../storage/documents.ts';
import { prepared, preparedFirst, type Params } from '../../storage/prepared.ts';
import { inIds } from '../../storage/sql.ts';
import type { StoredProduct } from '../catalog/service.ts';
import { stockOptions } from '../inventory/configuration.ts';
import type { ChosenOptions } from '../quote/option-types.ts';
import { hasWishlists } from './configuration.ts';
import { wishlistErrors } from './errors.ts';
import { makeDefaultList } from './lists.ts';
import type { StoredWishlist, StoredWishlistItem } from './tables.ts';

/** A stored wish. */
export interface Wish extends Omit<StoredWishlistItem, 'options'> {
  readonly options: ChosenOptions;
}

const byCustomer = prepared((db, p: Params<{ id: number }>) =>
  db.selectFrom('wishlist').selectAll().where('customer_id', '=', p.id).orderBy('wishlist_id'),
);
const byId = preparedFirst((db, p: Params<{ id: number }>) =>
  db.selectFrom('wishlist').selectAll().where('wishlist_id', '=', p.id),
);
// Wishes for a disabled product reappear when it is enabled again.
const itemsOf = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db
    .selectFrom('wishlist_item as i')
    .innerJoin('catalog_product as p', 'p.id', 'i.product_id')
    .selectAll('i')
    .where(inIds('i.wishlist_id', p.ids))
    .where('p.status', '=', 1)
    .orderBy('i.wishlist_item_id'),
);

/** The lists of a customer, the default list first; it is created if missing. */
export async function wishlistsOf(call: Call, customerId: number): Promise<StoredWishlist[]> {
  const found = await byCustomer(call.db, { id: customerId });
  if (found.some(({ default_of: of }) => of !== null)) {
    return found.toSorted((a, b) => Number(a.default_of === null) - Number(b.default_of === null));
  }
  await makeDefaultList(call, customerId);
  return wishlistsOf(call, customerId);
}

/**
 * A list of the calling customer, by id; 0: the default list. Throws when wish lists are disabled, and for a missing
 * list.
 */
export async function ownWishlist(call: Call, id: string): Promise<StoredWishlist> {
  checkActive(call);
  if (id === '0') return firstOf(await wishlistsOf(call, call.caller.id));
  const found = /^\d{1,9}$/.test(id) ? await byId(call.db, { id: Number(id) }) : undefined;
  if (!found || found.customer_id !== call.caller.id) throw wishlistErrors.notFound();
  return found;
}

/** Throws where the store view has no wish lists. */
export function checkActive(call: Call): void {
  if (!call.config.of(hasWishlists, { storeId: call.scope.storeId })) throw wishlistErrors.disabled();
}

/** The wishes of lists by id of the list, in the order in which they were added; one query. */
export async function wishesOf(call: Call, ids: readonly number[]): Promise<Map<number, Wish[]>> {
  const rows = ids.length === 0 ? [] : await itemsOf(call.db, { ids });
  return Map.groupBy(
    rows.map((row) => Object.assign({}, row, { options: decodeDocument<ChosenOptions>(row.options) })),
    ({ wishlist_id }) => wishlist_id,
  );
}

/** A product that is wished. */
interface NewWish {
  readonly sku: string;
  readonly quantity: number;
  readonly options: ChosenOptions;
  readonly description?: string | null;
}

/**
 * Adds a wish to a list as a buyer does: the quantity of the same wish is replaced. Throws for a product that is not sold, and for one
 * that is out of stock where the shop does not show such. Within a transaction.
 */
export async function addWish(call: Call, list: StoredWishlist, wish: NewWish): Promise<void> {
  const product = await soldProduct(call, wish);
  await checkStock(call, product);
  await putWish(call, list, product, wish, () => wish.quantity);
}

/** Adds a wish of another list, or its quantity to the same wish. Throws for a product that is not sold. Within a transaction. */
export async function copyWish(call: Call, list: StoredWishlist, wish: NewWish): Promise<void> {
  await putWish(call, list, await soldProduct(call, wish), wish, (before) => before + wish.quantity);
}

async function soldProduct(call: Call, { sku, quantity }: NewWish): Promise<StoredProduct> {
  if (!(quantity > 0)) throw wishlistErrors.quantity();
  const { storeId, websiteId } = call.scope;
  const product = await call.services.catalog.productBySku(call, sku, storeId);
  if (!product) throw wishlistErrors.noProduct([sku]);
  const { status } = await call.services.catalog.values(call, product);
  if (Number(status ?? 0) !== 1 || !product.website_ids.includes(websiteId)) throw wishlistErrors.noProduct([sku]);
  return product;
}

async function checkStock(call: Call, { id }: StoredProduct): Promise<void> {
  if (call.config.of(stockOptions.showsUnsold, { storeId: call.scope.storeId })) return;
  const stock = (await call.services.quote.itemProducts(call, [id])).get(id)?.stock;
  if (!stock || (stock.manage_stock && !stock.is_in_stock)) throw wishlistErrors.outOfStock();
}

async function putWish(
  call: Call,
  list: StoredWishlist,
  { id: productId }: StoredProduct,
  wish: NewWish,
  quantityAfter: (before: number) => number,
): Promise<void> {
  const options = call.services.quote.filledOptions(wish.options);
  await touch(call, list);
  const others = (await wishesOf(call, [list.wishlist_id])).get(list.wishlist_id) ?? [];
  const same = others.find((one) => one.product_id === productId && isDeepStrictEqual(one.options, options));
  if (same) {
    await call.db
      .updateTable('wishlist_item')
      .set({ qty: quantityAfter(same.qty) })
      .where('wishlist_item_id', '=', same.wishlist_item_id)
      .execute();
    return;
  }
  await call.db
    .insertInto('wishlist_item')
    .values({
      wishlist_id: list.wishlist_id,
      product_id: productId,
      store_id: call.scope.storeId,
      qty: wish.quantity,
      description: wish.description ?? null,
      added_at: formatTime(call.clock.now()),
      options: encodeDocument(options),
    })
    .execute();
}

/** The changed fields of a wish; absent ones stay unchanged. */
interface WishChange {
  readonly qty?: number;
  readonly description?: string | null;
  readonly options?: ChosenOptions;
}

/** Changes a wish of a list; within a transaction. Throws where the list has no such wish. */
export async function changeWish(call: Call, list: StoredWishlist, id: number, change: WishChange): Promise<void> {
  if (change.qty !== undefined && !(change.qty > 0)) throw wishlistErrors.quantity();
  await touch(call, list);
  const { options, ...others } = change;
  const set = { ...others, ...(options && { options: encodeDocument(call.services.quote.filledOptions(options)) }) };
  const wish = call.db
    .selectFrom('wishlist_item')
    .select('wishlist_item_id')
    .where('wishlist_id', '=', list.wishlist_id)
    .where('wishlist_item_id', '=', id);
  if (!(await wish.executeTakeFirst())) throw wishlistErrors.noItem([id]);
  if (Object.keys(set).length === 0) return;
  await call.db.updateTable('wishlist_item').set(set).where('wishlist_item_id', '=', id).execute();
}

/** Removes wishes from a list; returns the ids of those that it had. Within a transaction. */
export async function removeWishes(call: Call, list: StoredWishlist, ids: readonly number[]): Promise<Set<number>> {
  await touch(call, list);
  const rows = await call.db
    .deleteFrom('wishlist_item')
    .where('wishlist_id', '=', list.wishlist_id)
    .where(inIds('wishlist_item_id', ids))
    .returning('wishlist_item_id')
    .execute();
  return new Set(rows.map((row) => row.wishlist_item_id));
}

/** Updates the time of a list, which locks it until the transaction ends. */
async function touch(call: Call, { wishlist_id }: StoredWishlist): Promise<void> {
  await call.db
    .updateTable('wishlist')
    .set({ updated_at: formatTime(call.clock.now()) })
    .where('wishlist_id', '=', wishlist_id)
    .execute();
}
