import { prepared, type Params } from '../../../storage/prepared.ts';
import { inIds } from '../../../storage/sql.ts';
import type { Call } from '../../../kernel/call.ts';
import type { SearchCriteria } from '../../../storage/criteria/criteria.ts';
import { storedCount, valuesAskedFor } from '../../../storage/criteria/counter.ts';
import { findList, type FoundList } from '../../../storage/criteria/list.ts';
import { fieldOf } from '../../../storage/criteria/fields.ts';
import { salesErrors } from '../errors.ts';
import { documentFields, inDocument } from '../../../storage/criteria/document-fields.ts';
import { OrderItem } from '../types/order-item.ts';
import { Order } from '../types/order.ts';
import { searchFieldOf } from './extending.ts';
import { parentOf, type StoredItem, type StoredOrder } from '../order.ts';
import { findOrders, readItem, type OrderReads } from '../records/rows.ts';

const orderFields = documentFields(Order.fields, {
  table: 'sales_order',
  under: 'fields',
  columns: {
    entity_id: { kind: 'integer', column: 'sales_order.id', notNull: true },
    increment_id: { kind: 'text', notNull: true },
    store_id: { kind: 'integer', notNull: true },
    state: { kind: 'code', notNull: true },
    status: { kind: 'code', notNull: true },
    customer_id: { kind: 'integer' },
    customer_email: { kind: 'text', notNull: true },
    quote_id: { kind: 'integer' },
    grand_total: { kind: 'number', notNull: true },
    created_at: { kind: 'time', notNull: true, followsKey: true },
    updated_at: { kind: 'time', notNull: true, followsKey: true },
    shipping_method: inDocument('sales_order', ['shippingMethod'], 'text'),
  },
});

/** Lists orders, with or without their items, in four queries at most. */
export function listOrders(call: Call, criteria: SearchCriteria, reads?: OrderReads): Promise<FoundList<StoredOrder>> {
  return findList(call, criteria, {
    base: call.db.selectFrom('sales_order'),
    key: 'sales_order.id',
    fields: (name) => fieldOf(orderFields, name) ?? searchFieldOf(call, name, 'searchFields'),
    load: (on, ids: readonly number[]) => findOrders(on, ids, reads),
    total: (on) => storedCount(on, 'sales_order', 'status'),
    knownTotal: (on, groups) => {
      const statuses = valuesAskedFor(groups, 'status');
      return statuses && storedCount(on, 'sales_order', 'status', statuses);
    },
  });
}

const itemFields = documentFields(OrderItem.fields, {
  table: 'sales_order_item',
  under: 'fields',
  columns: {
    item_id: { kind: 'integer', column: 'sales_order_item.item_id', notNull: true },
    order_id: { kind: 'integer', notNull: true },
    parent_item_id: { kind: 'integer' },
    product_id: { kind: 'integer' },
    sku: { kind: 'text', notNull: true },
    created_at: { kind: 'time', notNull: true, followsKey: true },
  },
});

const itemsById = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('sales_order_item').selectAll().where(inIds('item_id', p.ids)),
);

/** An item of an order that is read without its order. */
export interface LoneItem {
  readonly item: StoredItem;
  /** The composite item that it is a component of. */
  readonly parent: StoredItem | undefined;
}

/** Data to read together with items. */
interface ItemReads {
  /** Whether their parents are read; otherwise items have none. */
  readonly parents: boolean;
}

/** Items by id, in one query, and a second one for parents that are not among them. */
async function findItems(call: Call, ids: readonly number[], { parents }: ItemReads): Promise<Map<number, LoneItem>> {
  const items = (await itemsById(call.db, { ids })).map(readItem);
  const byId = new Map(items.map((item) => [item.id, item]));
  const missing = items.flatMap(({ parentId }) => (parentId !== null && !byId.has(parentId) ? [parentId] : []));
  const read = parents && missing.length > 0 ? await itemsById(call.db, { ids: missing }) : [];
  for (const parent of read.map(readItem)) byId.set(parent.id, parent);
  return new Map(items.map((item) => [item.id, { item, parent: parentOf(item, byId) }]));
}

/** Lists items of all orders. */
export function listItems(call: Call, criteria: SearchCriteria, reads: ItemReads): Promise<FoundList<LoneItem>> {
  return findList(call, criteria, {
    base: call.db.selectFrom('sales_order_item'),
    key: 'sales_order_item.item_id',
    fields: (name) => fieldOf(itemFields, name) ?? searchFieldOf(call, name, 'itemSearchFields'),
    load: (on, ids: readonly number[]) => findItems(on, ids, reads),
  });
}

/** The item with an id. Throws 404. */
export async function getItem(call: Call, id: number, reads: ItemReads): Promise<LoneItem> {
  const item = (await findItems(call, [id], reads)).get(id);
  if (!item) throw salesErrors.notFound();
  return item;
}
