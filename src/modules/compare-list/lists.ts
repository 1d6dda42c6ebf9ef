import { randomKey } from '../../platform/access/random.ts';
import type { Call } from '../../kernel/call.ts';
import { loader } from '../../kernel/loader.ts';
import { formatTime } from '../../kernel/time.ts';
import { DAY } from './retention.ts';
import { preparedFirst, type Params } from '../../storage/prepared.ts';
import { inIds, inTexts } from '../../storage/sql.ts';
import type { ProductSource } from '../catalog/graphql/types.ts';
import { compareListErrors } from './errors.ts';
import type { StoredCompareList } from './tables.ts';

/** The lists of a response with these uids; undefined for an unknown one. */
const listsByUid = loader<string, StoredCompareList | undefined>(async (uids, { db }) => {
  const rows = await db.selectFrom('compare_list').selectAll().where(inTexts('uid', uids)).execute();
  const byUid = new Map(rows.map((row) => [row.uid, row]));
  return uids.map((uid) => byUid.get(uid));
});
const byCustomer = preparedFirst((db, p: Params<{ id: number }>) =>
  db.selectFrom('compare_list').selectAll().where('customer_id', '=', p.id),
);

/** Ids of the products of lists, by list and in the order in which they were added. */
async function productIdsOf({ db }: Call, listIds: readonly number[]): Promise<Map<number, number[]>> {
  const rows = await db
    .selectFrom('compare_list_item')
    .select(['list_id', 'product_id'])
    .where(inIds('list_id', listIds))
    .orderBy('item_id')
    .execute();
  const byList = Map.groupBy(rows, ({ list_id }) => list_id);
  return new Map([...byList].map(([id, items]) => [id, items.map(({ product_id }) => product_id)]));
}

/** Notes that lists are used, once a day. */
const noteUse = loader<number, undefined>(async (ids, call) => {
  const used_at = formatTime(call.clock.now());
  await call.transaction(({ db }) =>
    db.updateTable('compare_list').set({ used_at }).where(inIds('list_id', ids)).execute(),
  );
  return ids.map(() => undefined);
});

/** The list with a uid that the caller may see: a guest's, or the caller's own. */
export async function findList(call: Call, uid: string): Promise<StoredCompareList | undefined> {
  const found = await listsByUid(call, uid);
  const own = call.caller.type === 'customer' ? call.caller.id : null;
  if (!found || (found.customer_id !== null && found.customer_id !== own)) return undefined;
  const aDayAgo = formatTime(new Date(call.clock.now().getTime() - DAY));
  if (found.used_at < aDayAgo) await noteUse(call, found.list_id);
  return found;
}

/** As `findList`; throws for an unknown one. */
export async function requireList(call: Call, uid: string): Promise<StoredCompareList> {
  const found = await findList(call, uid);
  if (!found) throw compareListErrors.noList([uid]);
  return found;
}

/** The list of a customer; undefined where none exists yet. */
export function listOfCustomer(call: Call, id: number): Promise<StoredCompareList | undefined> {
  return byCustomer(call.db, { id });
}

/** The list that the caller fills: a customer has one, a guest gets a new one. Within a transaction. */
export async function makeList(call: Call): Promise<StoredCompareList> {
  const customerId = call.caller.type === 'customer' ? call.caller.id : null;
  const [list] = await call.db
    .insertInto('compare_list')
    .values({ uid: randomKey(), customer_id: customerId, used_at: formatTime(call.clock.now()) })
    .onConflict((conflict) => conflict.column('customer_id').doNothing())
    .returningAll()
    .execute();
  if (list) return list;
  const existing = customerId === null ? undefined : await listOfCustomer(call, customerId);
  if (!existing) throw new Error('a compare list was neither inserted nor found');
  return existing;
}

/** The products of each list that visitors of the store view see, in the order in which they were added. */
export async function comparedProducts(
  call: Call,
  lists: readonly StoredCompareList[],
): Promise<readonly ProductSource[][]> {
  const ids = await productIdsOf(
    call,
    lists.map(({ list_id }) => list_id),
  );
  const seen = await call.services.listing.seenByCaller(call, [...new Set([...ids.values()].flat())]);
  const products = await call.services.storefront.products(call, [...seen]);
  return lists.map(({ list_id }) =>
    (ids.get(list_id) ?? []).flatMap((id) => products.get(id) ?? []).filter((product) => isShown(call, product)),
  );
}

/** Whether visitors of the store view see a product: enabled, and on its website. */
function isShown(call: Call, { product, values }: ProductSource): boolean {
  return Number(values.status) === 1 && product.website_ids.includes(call.scope.websiteId);
}

/** Adds products to a list that it does not have yet; within a transaction. Throws for one that visitors do not see. */
export async function addProducts(call: Call, list: StoredCompareList, ids: readonly number[]): Promise<void> {
  const seen = await call.services.listing.seenByCaller(call, ids);
  const products = await call.services.storefront.products(call, [...seen]);
  const missing = ids.find((id) => {
    const product = products.get(id);
    return !product || !isShown(call, product);
  });
  if (missing !== undefined) throw compareListErrors.noProduct([missing]);
  await insertItems(call, list, ids);
}

async function insertItems(call: Call, { list_id }: StoredCompareList, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await call.db
    .insertInto('compare_list_item')
    .values(ids.map((product_id) => ({ list_id, product_id })))
    .onConflict((conflict) => conflict.columns(['list_id', 'product_id']).doNothing())
    .execute();
}

/** Takes products out of a list; within a transaction. */
export async function removeProducts(
  call: Call,
  { list_id }: StoredCompareList,
  ids: readonly number[],
): Promise<void> {
  await call.db
    .deleteFrom('compare_list_item')
    .where('list_id', '=', list_id)
    .where(inIds('product_id', ids))
    .execute();
}

/** Deletes a list; within a transaction. */
export async function deleteList(call: Call, { list_id }: StoredCompareList): Promise<void> {
  await call.db
    .deleteFrom('compare_list')
    .where(inIds('list_id', [list_id]))
    .execute();
}

/**
 * Moves the products of a guest's list to the calling customer's list, and deletes the guest's. Returns the customer's
 * list. Within a transaction.
 */
export async function assignList(call: Call, list: StoredCompareList): Promise<StoredCompareList> {
  const own = await makeList(call);
  if (own.list_id === list.list_id) return own;
  const ids = await productIdsOf(call, [list.list_id]);
  await insertItems(call, own, ids.get(list.list_id) ?? []);
  await deleteList(call, list);
  return own;
}
