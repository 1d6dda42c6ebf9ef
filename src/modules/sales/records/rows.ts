import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import { without } from '../../../kernel/fields.ts';
import { keysOf } from '../../../kernel/own-fields.ts';
import { formatTime } from '../../../kernel/time.ts';
import {
  decodeDocument,
  encodeDocument,
  insertDocument,
  insertWithId,
  overwriteDocument,
} from '../../../storage/documents.ts';
import { isUniqueViolation } from '../../../storage/errors.ts';
import { prepared, preparedFirst, type Params } from '../../../storage/prepared.ts';
import { insertRows, updateRows } from '../../../storage/rows.ts';
import { inIds } from '../../../storage/sql.ts';
import { noteChanges } from '../../../platform/change-log/note.ts';
import { noteState, rememberState } from '../../../platform/change-log/state.ts';
import { salesErrors } from '../errors.ts';
import { numberIn } from '../amounts.ts';
import type { OrderItemTable, OrderTable } from '../tables.ts';
import type { OrderDocument, StoredItem, StoredOrder } from '../order.ts';
import type { OrderFields } from '../types/order.ts';
import { withFields } from '../lifecycle/changes.ts';

const ordersById = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('sales_order').select(['id', 'document', 'version']).where(inIds('id', p.ids)),
);
const itemsOfOrders = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('sales_order_item').selectAll().where(inIds('order_id', p.ids)).orderBy('item_id'),
);
const lockRow = preparedFirst((db, p: Params<{ id: number }>) =>
  db
    .updateTable('sales_order')
    .set({ version: sql<number>`version + 1` })
    .where('id', '=', p.id)
    .returning('id'),
);

/** Data to read together with orders. */
export interface OrderReads {
  /** Whether their items are read; otherwise orders have none. */
  readonly items: boolean;
}

/** The document of an order, from its row. In earlier versions a request could empty three of its fields. */
function readDocument(text: string): OrderDocument {
  const document = decodeDocument<{ fields: OrderFields } & OrderDocument>(text);
  document.fields.state ??= '';
  document.fields.status ??= '';
  document.fields.customer_email ??= '';
  return document;
}

const orderIdsBehind = prepared((db, p: Params<{ after: number; most: number; since: string }>) =>
  db
    .selectFrom('sales_order')
    .select('id')
    .where('id', '>', p.after)
    .where('updated_at', '>=', p.since)
    .orderBy('id')
    .limit(p.most),
);

/** Ids of the orders behind one, in order, so many at most. `since`: only those that were changed then or later. */
export async function orderIdsAfter(call: Call, after: number, most: number, since = ''): Promise<number[]> {
  return (await orderIdsBehind(call.db, { after, most, since })).map(({ id }) => id);
}

/** Orders by id, with their items in two queries, without them in one. */
export async function findOrders(
  call: Call,
  ids: readonly number[],
  reads: OrderReads = { items: true },
): Promise<Map<number, StoredOrder>> {
  const rows = await ordersById(call.db, { ids });
  if (rows.length === 0) return new Map();
  const items = Map.groupBy(reads.items ? await itemsOfOrders(call.db, { ids }) : [], (row) => row.order_id);
  return new Map(
    rows.map(({ id, document, version }) => {
      rememberState(call, { entity: 'order', id }, () => readDocument(document).fields);
      const own = (items.get(id) ?? []).map(readItem);
      return [id, { ...readDocument(document), id, version, items: own }];
    }),
  );
}

/** The orders of carts, by cart id, in three queries. */
export async function findOrdersOfCarts(call: Call, cartIds: readonly number[]): Promise<Map<number, StoredOrder>> {
  const rows = await call.db
    .selectFrom('sales_order')
    .select(['id', 'quote_id'])
    .where(inIds('quote_id', cartIds))
    .execute();
  const orders = await findOrders(
    call,
    rows.map(({ id }) => id),
  );
  return new Map(
    rows.flatMap(({ id, quote_id }) => {
      const order = orders.get(id);
      return order && quote_id !== null ? [[quote_id, order] as const] : [];
    }),
  );
}

/** An item of an order, from its row. */
export function readItem({ item_id, parent_item_id, document }: Selectable<OrderItemTable>): StoredItem {
  return { ...decodeDocument<Omit<StoredItem, 'id' | 'parentId'>>(document), id: item_id, parentId: parent_item_id };
}

/** The order with an id. Throws 404. */
export async function getOrder(call: Call, id: number, reads?: OrderReads): Promise<StoredOrder> {
  const order = (await findOrders(call, [id], reads)).get(id);
  if (!order) throw salesErrors.notFound();
  return order;
}

/** The purpose of an order's lock. It matters during a money movement of the order. */
interface OrderChange {
  /** Key of the payment operation that is being booked: the order waits for this change. */
  readonly key?: string | undefined;
  /** Whether the change has nothing to do with money, quantities or the state. */
  readonly isAside?: boolean;
}

/** Locks and reads an order until the transaction ends. Throws 404, and 503 during a money movement of the order. */
export async function lockOrder(call: Call, id: number, { key, isAside }: OrderChange = {}): Promise<StoredOrder> {
  if (!(await lockRow(call.db, { id }))) throw salesErrors.notFound();
  const order = await getOrder(call, id);
  if (order.operation !== undefined && !isAside) {
    if (order.operation !== key) throw call.services.payment.underWay(orderSubject(id));
    // With this booking the order is free again.
    return { ...order, operation: undefined };
  }
  return order;
}

/** The name of an order in payment operations. */
export function orderSubject(id: number): string {
  return `order:${id}`;
}

type OrderColumns = Omit<Selectable<OrderTable>, 'id' | 'document' | 'version'>;

function columnsOf({ fields }: Pick<OrderDocument, 'fields'>): OrderColumns {
  return {
    increment_id: fields.increment_id,
    store_id: fields.store_id,
    state: fields.state,
    status: fields.status,
    customer_id: fields.customer_id ?? null,
    customer_email: fields.customer_email,
    quote_id: fields.quote_id ?? null,
    grand_total: numberIn(fields, 'grand_total'),
    created_at: fields.created_at,
    updated_at: fields.updated_at,
  };
}

/** The columns that have other values than before. */
function changedColumns(before: Pick<OrderDocument, 'fields'>, after: OrderDocument): Partial<OrderColumns> {
  const [from, to] = [columnsOf(before), columnsOf(after)];
  const names = keysOf(to).filter((name) => from[name] !== to[name]);
  return Object.fromEntries(names.map((name) => [name, to[name]]));
}

/** The document of an order, with the fields of modules: everything but its id and its items. */
function documentOf(order: OrderDocument & Partial<StoredOrder>): OrderDocument {
  return without(order, ['id', 'version', 'items']);
}

/** The id of a new order: an unused one of another shop, one that was drawn (`nextIdsWithRow`), or the next one. */
export interface NewOrderId {
  readonly keptId?: number | undefined;
  readonly drawnId?: number | undefined;
}

/**
 * Inserts the row of a new order without its document, so that it has an id; `saveOrder` fills it. With a drawn id it is sent with
 * the next statement. Throws 400 when its number is taken.
 */
export async function insertOrder(call: Call, order: OrderDocument, { keptId, drawnId }: NewOrderId): Promise<number> {
  const columns = columnsOf(order);
  const id =
    keptId === undefined
      ? await insertWithId(call.db, 'sales_order', drawnId, columns, {}, takenError(order))
      : await unlessTaken(order, insertDocument(call.db, 'sales_order', { id: keptId, ...columns }, {}));
  noteChanges(call, [{ entity: 'order', id, key: order.fields.increment_id, action: 'created' }]);
  return id;
}

/**
 * Writes an order without its items; it was locked or inserted in this transaction. Followers of orders are called
 * first, and items that they change are written too. Returns the written order.
 * `inserted`: the order as inserted, if it is new. Only changed columns are written then, because SQLite updates the
 * indexes of all columns that a statement names. Throws 400 for a duplicate order number.
 */
export async function saveOrder(call: Call, changed: StoredOrder, inserted?: OrderDocument): Promise<StoredOrder> {
  let order = withFields(changed, { updated_at: formatTime(call.clock.now()) });
  for (const follow of call.contributions.orderFollowers) order = (await follow(call, order)) ?? order;
  const columns = inserted ? changedColumns(inserted, order) : columnsOf(order);
  const written = documentOf(order);
  await overwriteDocument(call.db, 'sales_order', order.id, columns, written, takenError(order));
  noteState(call, { entity: 'order', id: order.id, key: order.fields.increment_id }, order.fields);
  const known = new Set(changed.items);
  await writeItems(
    call,
    order.items.filter((item) => !known.has(item)),
  );
  return order;
}

function unlessTaken<T>(order: OrderDocument, write: Promise<T>): Promise<T> {
  return write.catch((error: unknown) => {
    throw takenError(order)(error);
  });
}

/** Makes the error for a failed write of an order. */
function takenError({ fields }: OrderDocument): (error: unknown) => unknown {
  return (error) =>
    isUniqueViolation(error, 'sales_order_increment_id') ? salesErrors.incrementTaken([fields.increment_id]) : error;
}

/** As `saveOrder`, and writes the items. */
export async function saveOrderAndItems(call: Call, changed: StoredOrder): Promise<StoredOrder> {
  const saved = await saveOrder(call, changed);
  const { updated_at } = saved.fields;
  const items = saved.items.map((item) => ({ ...item, fields: { ...item.fields, updated_at } }));
  const key = saved.fields.increment_id;
  noteChanges(call, [{ entity: 'order', id: saved.id, key, action: 'changed', fields: ['items'] }]);
  await writeItems(call, items);
  return { ...saved, items };
}

async function writeItems(call: Call, items: readonly StoredItem[]): Promise<void> {
  const rows = items.map((item) => ({ item_id: item.id, document: itemDocument(item) }));
  await updateRows(call.db, 'sales_order_item', ['item_id'], rows);
}

function itemDocument(item: StoredItem): string {
  return encodeDocument(without(item, ['id', 'parentId']));
}

/** Inserts the items of a new order, in one statement, which is sent with the next one. */
export async function insertItems(call: Call, items: readonly StoredItem[], orderId: number): Promise<void> {
  await insertRows(
    call.db,
    'sales_order_item',
    items.map((item) => ({
      item_id: item.id,
      order_id: orderId,
      parent_item_id: item.parentId,
      product_id: item.fields.product_id ?? null,
      sku: item.fields.sku ?? '',
      created_at: item.fields.created_at,
      document: itemDocument(item),
    })),
    { withNext: true },
  );
}
