import type { Services } from '../../../kernel/merged-types.ts';
import { anyText } from '../../../kernel/any-text.ts';
import { objectOf, objectsOf } from '../../../kernel/plain-objects.ts';
import { decodeInput } from '../../../platform/execution/call-route.ts';
import type { MigrationKind, Saving } from '../kind.ts';
import type { SourceRecord } from '../source/record.ts';
import type { MigrationRun } from '../migration-run.ts';
import { readAmong } from '../source/lists.ts';
import { extensionsOf, fieldsOf, textIn } from '../wire.ts';
import { groupIdOf, storeIdOf } from './stores.ts';

/** Lists of documents by their names in a completed order. */
const documents = { invoices: '/V1/invoices', shipments: '/V1/shipments', creditmemos: '/V1/creditmemos' } as const;

/** Services whose routes declare the input of orders and documents. */
const savers = {
  order: 'salesOrderRepositoryV1',
  invoices: 'salesInvoiceRepositoryV1',
  shipments: 'salesShipmentRepositoryV1',
  creditmemos: 'salesCreditmemoRepositoryV1',
} as const;

type MovedOrder = Parameters<Services['sales']['storeMovedOrder']>[1];
interface Decoded {
  order: MovedOrder['order'];
  invoices: MovedOrder['invoices'][number];
  shipments: MovedOrder['shipments'][number];
  creditmemos: MovedOrder['creditmemos'][number];
}

/** Ids of records of the source that have no meaning here. */
const foreignIds = [
  'entity_id',
  'billing_address_id',
  'shipping_address_id',
  'quote_id',
  'quote_address_id',
  'quote_item_id',
  'customer_id',
  'order_id',
  'parent_id',
  'applied_rule_ids',
  'relation_child_id',
  'relation_parent_id',
  'original_increment_id',
];

/** Orders with their documents and comments. */
export const orders: MigrationKind = {
  name: 'orders',
  part: 'orders',
  keepsIds: true,
  listing: { path: '/V1/orders', filterField: 'entity_id', idField: 'entity_id', changedField: 'updated_at' },
  keyOf: (record) => textIn(record, 'entity_id'),
  nameOf: (record) => textIn(record, 'increment_id'),
  volatile: ['updated_at'],
  complete: completeOrders,
  async save(saving, record, known) {
    const { call, run } = saving;
    const { platform } = run;
    const items = objectsOf(record['items']);
    const positions = new Map(items.map((item, at) => [anyText(item['item_id']), at + 1]));
    const decoded = <N extends keyof typeof savers>(name: N, entity: object) =>
      decodeInput<{ entity: Decoded[N] }>(platform, savers[name], 'save', { entity });
    const { entity: order } = await decoded('order', await orderHere(saving, record, items));
    const moved = async <N extends keyof typeof documents>(name: N): Promise<Decoded[N][]> => {
      const list = [];
      for (const one of objectsOf(record[name])) {
        list.push((await decoded(name, await documentHere(saving, one, positions))).entity);
      }
      return list;
    };
    const numbers = new Map(objectsOf(record['invoices']).map((one) => [one['entity_id'], one['increment_id']]));
    const memos = (await moved('creditmemos')).map((memo, at) =>
      Object.assign({}, memo, {
        invoice_number: textOrUndefined(numbers.get(objectsOf(record['creditmemos'])[at]?.['invoice_id'])),
      }),
    );
    const stored = await call.services.sales.storeMovedOrder(call, {
      id: known === undefined ? undefined : Number(known),
      keepsIds: run.options.keepsIds,
      reservesStock: await hasReservations(saving),
      order,
      invoices: await moved('invoices'),
      shipments: await moved('shipments'),
      creditmemos: memos,
    });
    await enterItems(saving, items, stored.items);
    return stored.id;
  },
  compared: {
    fields: [
      'increment_id',
      'state',
      'status',
      'created_at',
      'customer_email',
      'grand_total',
      'base_grand_total',
      'subtotal',
      'tax_amount',
      'shipping_amount',
      'discount_amount',
      'total_paid',
      'total_refunded',
      'order_currency_code',
      'coupon_code',
    ],
    read: async ({ call }, targetKey) => {
      const found = (await call.services.sales.orders(call, [Number(targetKey)])).get(Number(targetKey));
      return found && objectOf(found.fields);
    },
  },
};

const reservationsKey = {};

/** Whether the source reserves units of orders. Shops without sources deduct them from stock with the order. */
function hasReservations({ run, call }: Saving): Promise<boolean> {
  return run.call.memo(
    reservationsKey,
    async () => (await run.journal.moved(call.db, 'sources', ['default'])).size > 0,
  );
}

function textOrUndefined(value: unknown): string | undefined {
  return value === undefined || value === null ? undefined : anyText(value);
}

/** Reads the documents of a page of orders, in one list for each kind. */
async function completeOrders({ client }: MigrationRun, records: readonly SourceRecord[]): Promise<SourceRecord[]> {
  const ids = records.map((record) => textIn(record, 'entity_id'));
  const found: Record<string, Map<string, SourceRecord[]>> = {};
  for (const [name, path] of Object.entries(documents)) {
    const list = await readAmong(client, path, 'order_id', ids);
    list.sort((a, b) => Number(a['entity_id']) - Number(b['entity_id']));
    found[name] = Map.groupBy(list, (one) => anyText(one['order_id']));
  }
  return records.map((record) => {
    const of = (name: string): SourceRecord[] => found[name]?.get(textIn(record, 'entity_id')) ?? [];
    const parts = Object.keys(documents).map((name) => [name, of(name)] as const);
    return Object.assign({}, record, Object.fromEntries(parts));
  });
}

async function orderHere(saving: Saving, record: SourceRecord, items: readonly SourceRecord[]): Promise<object> {
  const { findId, lose } = saving;
  const store_id = await storeIdOf(saving, record['store_id']);
  if (store_id === 0) lose('its store view was deleted in the source');
  const customerId = record['customer_id'] && (await findId('customers', record['customer_id']));
  if (record['customer_id'] && customerId === undefined) lose('its customer was not moved');
  const group = record['customer_group_id'];
  const [assignment] = objectsOf(extensionsOf(record)['shipping_assignments']);
  const { address, method } = objectOf(assignment?.['shipping']);
  const lines = [];
  for (const item of items) lines.push(await itemHere(saving, item));
  return {
    ...fieldsOf(record, [...foreignIds, 'store_id', 'extension_attributes', 'items', ...Object.keys(documents)]),
    entity_id: Number(record['entity_id']),
    ...(store_id ? { store_id } : {}),
    customer_id: customerId ?? null,
    ...(group === undefined || group === null ? {} : { customer_group_id: await groupIdOf(saving, group) }),
    items: lines,
    billing_address: record['billing_address'] ? fieldsOf(objectOf(record['billing_address']), foreignIds) : null,
    payment: fieldsOf(objectOf(record['payment']), foreignIds),
    status_histories: historyOf(record),
    extension_attributes: {
      ...(await companyHere(saving, record)),
      ...(address
        ? {
            shipping_assignments: [
              {
                shipping: { address: fieldsOf(objectOf(address), foreignIds), ...(method ? { method } : {}) },
                items: [],
              },
            ],
          }
        : {}),
    },
  };
}

/** The company that an order was placed for, as it was called then. */
async function companyHere({ findId, lose }: Saving, record: SourceRecord): Promise<object> {
  const { company_id, company_name } = objectOf(extensionsOf(record)['company_order_attributes']);
  if (!company_id) return {};
  const id = await findId('companies', company_id);
  if (id !== undefined) return { company_order_attributes: { company_id: id, company_name } };
  lose(`its company ${anyText(company_name ?? company_id)} was not moved`);
  return {};
}

/** The history of an order, the oldest entry first. */
function historyOf(record: SourceRecord): SourceRecord[] {
  const entries = objectsOf(record['status_histories']);
  const sorted = entries.sort((a, b) => Number(a['entity_id']) - Number(b['entity_id']));
  return sorted.map((entry) => fieldsOf(entry, foreignIds));
}

async function itemHere(saving: Saving, item: SourceRecord): Promise<SourceRecord> {
  const productId = await productIdHere(saving, item);
  const parent = item['parent_item_id'] ? { parent_item: { sku: item['sku'] } } : {};
  return {
    ...fieldsOf(item, [
      ...foreignIds,
      'product_id',
      'store_id',
      'extension_attributes',
      'parent_item',
      'product_option',
    ]),
    ...(productId === undefined ? {} : { product_id: productId }),
    ...parent,
  };
}

async function productIdHere({ findId }: Saving, { product_id }: SourceRecord): Promise<number | undefined> {
  return product_id === undefined || product_id === null ? undefined : findId('products', product_id);
}

/** A document of an order; its items name those of the order by their positions. */
async function documentHere(
  saving: Saving,
  record: SourceRecord,
  positions: ReadonlyMap<string, number>,
): Promise<SourceRecord> {
  const items = [];
  for (const item of objectsOf(record['items'])) {
    const productId = await productIdHere(saving, item);
    items.push({
      ...fieldsOf(item, [...foreignIds, 'product_id', 'extension_attributes']),
      order_item_id: positions.get(anyText(item['order_item_id'])),
      ...(productId === undefined ? {} : { product_id: productId }),
    });
  }
  const store_id = await storeIdOf(saving, record['store_id']);
  const { source_code } = extensionsOf(record);
  return {
    ...fieldsOf(record, [...foreignIds, 'invoice_id', 'store_id', 'extension_attributes']),
    entity_id: Number(record['entity_id']),
    ...(store_id ? { store_id } : {}),
    items,
    comments: objectsOf(record['comments']).map((comment) => fieldsOf(comment, foreignIds)),
    ...(record['tracks'] ? { tracks: objectsOf(record['tracks']).map((track) => fieldsOf(track, foreignIds)) } : {}),
    ...(source_code ? { extension_attributes: { source_code } } : {}),
  };
}

/** Enters the items of an order: returns name them. */
async function enterItems(
  { enter }: Saving,
  items: readonly SourceRecord[],
  stored: readonly { readonly id: number }[],
): Promise<void> {
  for (const [at, item] of items.entries()) {
    const here = stored[at];
    if (here) await enter('order items', item['item_id'], here.id);
  }
}
