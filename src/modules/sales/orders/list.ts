import { prepared, type Params } from '../../../storage/prepared.ts';
import { inIds } from '../../../storage/sql.ts';
import type { Call } from '../../../kernel/call.ts';
import type { SearchCriteria } from '../../../search/criteria.ts';
import { keptCount, valuesAskedFor } from '../../../search/counter.ts';
import { searchList, type ListAnswer } from '../../../search/list.ts';
import { fieldOf } from '../../../search/fields.ts';
import { salesErrors } from '../errors.ts';
import { documentFields, inDocument } from '../../../search/document-fields.ts';
import { OrderItem } from '../types/order-item.ts';
import { Order } from '../types/order.ts';
import { loadExtensions, searchFieldOf } from './extending.ts';
import { showItemAlone, showOrders, type ShownItem, type ShownOrder } from './present.ts';
import { findOrders, readItem } from './rows.ts';

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

/** Lists orders with their items, in five queries at most. */
export function listOrders(call: Call, criteria: SearchCriteria): Promise<ListAnswer<ShownOrder>> {
  return searchList(call, criteria, {
    base: call.db.selectFrom('sales_order'),
    key: 'sales_order.id',
    fields: (name) => fieldOf(orderFields, name) ?? searchFieldOf(call, name, 'searchFields'),
    load: async (_, ids: readonly number[]) => showOrders(call, await findOrders(call, ids)),
    total: (on) => keptCount(on, 'sales_order', 'status'),
    knownTotal: (on, groups) => {
      const statuses = valuesAskedFor(groups, 'status');
      return statuses && keptCount(on, 'sales_order', 'status', statuses);
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

/** Items by id, each with its parent: three queries at most. */
async function loadItems(call: Call, ids: readonly number[]): Promise<Map<number, ShownItem>> {
  const items = (await itemsById(call.db, { ids })).map(readItem);
  const byId = new Map(items.map((item) => [item.id, item]));
  const parentIds = items.flatMap(({ parentId }) => (parentId !== null && !byId.has(parentId) ? [parentId] : []));
  const parents = parentIds.length > 0 ? (await itemsById(call.db, { ids: parentIds })).map(readItem) : [];
  for (const parent of parents) byId.set(parent.id, parent);
  const extensions = await loadExtensions(call, { orders: [], items: [...byId.values()] });
  return new Map(items.map((item) => [item.id, showItemAlone(item, byId.get(item.parentId ?? 0), extensions)]));
}

/** Lists items of all orders. */
export function listItems(call: Call, criteria: SearchCriteria): Promise<ListAnswer<ShownItem>> {
  return searchList(call, criteria, {
    base: call.db.selectFrom('sales_order_item'),
    key: 'sales_order_item.item_id',
    fields: (name) => fieldOf(itemFields, name) ?? searchFieldOf(call, name, 'itemSearchFields'),
    load: (_, ids: readonly number[]) => loadItems(call, ids),
  });
}

/** The item with an id. Throws 404. */
export async function getItem(call: Call, id: number): Promise<ShownItem> {
  const item = (await loadItems(call, [id])).get(id);
  if (!item) throw salesErrors.notFound();
  return item;
}
