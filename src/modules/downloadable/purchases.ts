import { randomBytes } from 'node:crypto';
import { sql, type Generated, type Selectable } from 'kysely';
import type { Call, Caller } from '../../kernel/call.ts';
import { formatTime } from '../../kernel/time.ts';
import { prepared, preparedFirst, type Params } from '../../storage/prepared.ts';
import { insertRows, updateRows } from '../../storage/rows.ts';
import { inIds } from '../../storage/sql.ts';
import { availableFrom, linksAreShared } from './configuration.ts';
import { downloadableErrors } from './errors.ts';
import { findLinks } from './rows.ts';
import { valueIn } from './scope.ts';

/** Status of a bought link. Source: the interface's purchased links. */
type PurchaseStatus = 'pending' | 'pending_payment' | 'payment_review' | 'available' | 'expired';

/** A link that was bought with an item of an order. */
interface PurchasedLinkTable {
  id: Generated<number>;
  order_id: number;
  order_item_id: number;
  customer_id: number | null;
  link_id: number;
  title: string;
  /** The secret last part of its address. */
  hash: string;
  is_shareable: number;
  link_type: string;
  link_file: string | null;
  link_url: string | null;
  /** How many downloads were bought; 0: any number. */
  downloads_bought: number;
  downloads_used: number;
  status: string;
  created_at: string;
}
/** A bought link as it is stored. */
export type PurchasedLink = Readonly<Selectable<PurchasedLinkTable>>;

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    downloadable_purchased_link: PurchasedLinkTable;
  }
}

/** A downloadable item of an order, with the fields that its links depend on. */
export interface BoughtItem {
  readonly id: number;
  readonly productId: number;
  /** The chosen links; none: all links of the product. */
  readonly linkIds: readonly number[];
  readonly ordered: number;
  readonly invoiced: number;
  readonly canceled: number;
  readonly refunded: number;
}

interface BoughtOrder {
  readonly id: number;
  readonly storeId: number;
  readonly customerId: number | null;
  readonly state: string;
  readonly items: readonly BoughtItem[];
}

/** The status of an item's links while its order is in a state; `enabledAt`: the configured item status. */
export function purchaseStatus(state: string, item: BoughtItem, enabledAt: 'ordered' | 'invoiced'): PurchaseStatus {
  const { ordered, invoiced, canceled, refunded } = item;
  if (canceled + refunded >= ordered || state === 'canceled') return 'expired';
  if (state === 'pending_payment' || state === 'payment_review') return state;
  if (state === 'holded') return 'pending';
  const isInvoiced = invoiced > 0 && invoiced + canceled >= ordered;
  return isInvoiced || enabledAt === 'ordered' ? 'available' : 'pending';
}

const ofOrders = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('downloadable_purchased_link').selectAll().where(inIds('order_id', p.ids)).orderBy('id'),
);
const ofCustomer = prepared((db, p: Params<{ id: number }>) =>
  db
    .selectFrom('downloadable_purchased_link')
    .selectAll()
    .where('customer_id', '=', p.id)
    .orderBy('id', 'desc')
    .limit(1000),
);

/** The links that were bought with orders, by id of the order. One query. */
export async function purchasesOfOrders(
  call: Call,
  orderIds: readonly number[],
): Promise<Map<number, PurchasedLink[]>> {
  return Map.groupBy(await ofOrders(call.db, { ids: orderIds }), (row) => row.order_id);
}

/** The links that a customer has bought, the latest thousand, newest first. */
export function customersPurchases(call: Call, customerId: number): Promise<PurchasedLink[]> {
  return ofCustomer(call.db, { id: customerId });
}

const ofOrder = prepared((db, p: Params<{ id: number }>) =>
  db.selectFrom('downloadable_purchased_link').selectAll().where('order_id', '=', p.id).orderBy('id'),
);

/** The links that were bought with an order, in order. */
export function purchasesOf(call: Call, orderId: number): Promise<PurchasedLink[]> {
  return ofOrder(call.db, { id: orderId });
}

/** Adds the links of a new order, or updates the status of a changed order's links, within its transaction. */
export async function followOrder(call: Call, order: BoughtOrder): Promise<void> {
  const enabledAt = call.config.of(availableFrom, { storeId: order.storeId });
  const known = await purchasesOf(call, order.id);
  const statusOf = new Map(order.items.map((item) => [item.id, purchaseStatus(order.state, item, enabledAt)]));
  const changed = known.flatMap((link) => {
    const orderStatus = statusOf.get(link.order_item_id);
    const isUsedUp = link.downloads_bought > 0 && link.downloads_used >= link.downloads_bought;
    const status = orderStatus === 'available' && isUsedUp ? 'expired' : orderStatus;
    return status && status !== link.status ? [{ id: link.id, status }] : [];
  });
  if (changed.length > 0) await updateRows(call.db, 'downloadable_purchased_link', ['id'], changed);
  const noted = new Set(known.map((link) => link.order_item_id));
  const fresh = order.items.filter((item) => !noted.has(item.id));
  if (fresh.length > 0) await noteLinks(call, order, fresh, statusOf);
}

async function noteLinks(
  call: Call,
  order: BoughtOrder,
  items: readonly BoughtItem[],
  statusOf: ReadonlyMap<number, PurchaseStatus>,
): Promise<void> {
  const links = await findLinks(call, [...new Set(items.map((item) => item.productId))]);
  const isShared = call.config.of(linksAreShared, { storeId: order.storeId });
  const rows = items.flatMap((item) =>
    (links.get(item.productId) ?? [])
      .filter(({ id }) => item.linkIds.length === 0 || item.linkIds.includes(id))
      .map((link) => ({
        order_id: order.id,
        order_item_id: item.id,
        customer_id: order.customerId,
        link_id: link.id,
        title: valueIn(link.titles, order.storeId) ?? '',
        hash: randomBytes(24).toString('base64url'),
        is_shareable: link.is_shareable === 2 ? Number(isShared) : link.is_shareable,
        link_type: link.link_type,
        link_file: link.link_file,
        link_url: link.link_url,
        downloads_bought: link.number_of_downloads * item.ordered,
        downloads_used: 0,
        status: statusOf.get(item.id) ?? 'pending',
        created_at: formatTime(call.clock.now()),
      })),
  );
  if (rows.length > 0) await insertRows(call.db, 'downloadable_purchased_link', rows);
}

const byHash = preparedFirst((db, p: Params<{ hash: string }>) =>
  db.selectFrom('downloadable_purchased_link').selectAll().where('hash', '=', p.hash),
);
const useUp = preparedFirst((db, p: Params<{ id: number }>) =>
  db
    .updateTable('downloadable_purchased_link')
    .set({
      downloads_used: sql<number>`downloads_used + 1`,
      status: sql<string>`case when downloads_bought > 0 and downloads_used + 1 >= downloads_bought
        then 'expired' else status end`,
    })
    .where('id', '=', p.id)
    .where('status', '=', 'available')
    .returning('id'),
);

/**
 * The purchase with a hash, for a caller who wants to download it. Counts one download, however many are asked for at once.
 * Throws 404 for an unknown hash, 401 for somebody who did not buy a link that is not shareable, 400 for a link that is not
 * available or used up.
 */
export async function openPurchase(call: Call, hash: string, caller: Caller): Promise<PurchasedLink> {
  const link = await byHash(call.db, { hash });
  if (!link) throw downloadableErrors.purchaseNotFound();
  const isOwn = caller.type === 'customer' && caller.id === link.customer_id;
  const isShop = caller.type === 'admin' || caller.type === 'integration';
  if (link.is_shareable !== 1 && !isOwn && !isShop) throw downloadableErrors.purchaseOfOthers();
  if (link.status === 'expired') throw downloadableErrors.purchaseExpired();
  if (!(await call.transaction((inside) => useUp(inside.db, { id: link.id })))) {
    throw downloadableErrors.purchaseLocked();
  }
  return link;
}
