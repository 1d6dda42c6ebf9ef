import type { Call } from '../../../kernel/call.ts';
import { changesOf, mergeFields, without } from '../../../kernel/fields.ts';
import { elementAt, zip } from '../../../kernel/lists.ts';
import { formatTime } from '../../../kernel/time.ts';
import { converted } from '../../../kernel/units.ts';
import {
  amountIn,
  hasAmount,
  withAmounts,
  type AmountColumns,
  type AmountFields,
  type OrderCurrency,
} from '../amounts.ts';
import { withFields, withItemFields } from '../lifecycle/changes.ts';
import { itemColumns, orderColumns } from '../lifecycle/columns.ts';
import { salesErrors } from '../errors.ts';
import { defaultStatus, isState } from '../lifecycle/states.ts';
import { nothingDone, type ItemInput } from '../types/order-item.ts';
import { alwaysOnOrder, type OrderFields, type OrderInput } from '../types/order.ts';
import type { OrderAddressFields } from '../types/payment.ts';
import { saveExtensions } from './extending.ts';
import { withHistory } from '../records/history.ts';
import { nextNumber, nextRecordIds } from '../records/numbers.ts';
import type { OrderDocument, StoredItem, StoredOrder } from '../order.ts';
import { ADDRESSES, protectCode, writeOrder } from './place.ts';
import { showOrder, type ShownOrder } from './present.ts';
import { findOrders, lockOrder, saveOrderAndItems } from '../records/rows.ts';

/**
 * Stores an order unchanged: a new one, or changes of the one with the id of the request. Amounts are not recalculated;
 * stock and uses of rules do not change. Throws 400 for a new order without payment or items.
 */
export async function saveOrderInput(call: Call, input: OrderInput): Promise<ShownOrder> {
  const { entity_id: id } = input;
  const isStored = id ? (await findOrders(call, [id])).has(id) : false;
  return showOrder(
    call,
    id && isStored ? await changeStoredOrder(call, id, input) : await createStoredOrder(call, input),
  );
}

/** Unused ids of an order and of its items, in their order. */
export interface KeptOrderIds {
  readonly id: number;
  readonly itemIds: readonly number[];
}

/**
 * Stores a new order unchanged. `kept`: ids of the order and its items; absent: the next ones. Throws 400 without payment
 * or items, and for a number that is taken.
 */
export async function createStoredOrder(call: Call, input: OrderInput, kept?: KeptOrderIds): Promise<StoredOrder> {
  if (!input.payment?.method) throw salesErrors.noPayment();
  if (!input.items || input.items.length === 0) throw salesErrors.noItems();
  const storeId = input.store_id ?? (call.scope.storeId || call.services.store.defaultStoreView().id);
  const fields = await newFields(call, input, storeId);
  const document = await newDocument(call, input, fields);
  const ids = await nextRecordIds(call, 'order_address', ADDRESSES);
  const itemIds = kept?.itemIds ?? (await nextRecordIds(call, 'order_item', input.items.length));
  return writeOrder(call, document, newItems(input, storeId, fields, itemIds), ids, { keptId: kept?.id });
}

async function newDocument(call: Call, input: OrderInput, fields: OrderFields): Promise<OrderDocument> {
  const sentShipping = input.extension_attributes?.shipping_assignments?.[0]?.shipping;
  return {
    fields,
    shippingAddress: sentShipping?.address ? withEmail(sentShipping.address, 'shipping', fields.customer_email) : null,
    shippingMethod: sentShipping?.method ?? null,
    taxes: [],
    shippingTaxes: [],
    ...(await saveExtensions(call, input.extension_attributes)),
    reservesStock: false,
  };
}

async function newFields(call: Call, input: OrderInput, storeId: number): Promise<OrderFields> {
  const now = formatTime(call.clock.now());
  const { items, extension_attributes: _, status_histories, billing_address, payment, ...plain } = input;
  const state = plain.state ?? 'new';
  const storeName = storeNameOf(call, storeId);
  const entries = status_histories ?? [];
  const ids = await nextRecordIds(call, 'order_status_history', entries.length);
  const fields: OrderFields = {
    ...plain,
    ...missingBase(plain, totalsToComplete, plain),
    store_id: storeId,
    store_name: plain.store_name ?? storeName,
    state,
    status: plain.status ?? (isState(state) ? defaultStatus(state) : state),
    increment_id: plain.increment_id ?? (await nextNumber(call, 'order', storeId)),
    customer_email: plain.customer_email ?? '',
    protect_code: plain.protect_code ?? protectCode(),
    total_item_count: plain.total_item_count ?? (items ?? []).filter((item) => !item.parent_item).length,
    created_at: plain.created_at ?? now,
    updated_at: now,
    billing_address: billing_address ? withEmail(billing_address, 'billing', plain.customer_email) : null,
    payment: { ...payment },
    status_histories: zip(entries, ids).map(([entry, id]) =>
      Object.assign({}, entry, { entity_id: id, created_at: now }),
    ),
  };
  return { ...fields, ...dueOf(fields) };
}

/** The names of the website, group and store view of an order, one a line. Throws 400 for an unknown store view. */
function storeNameOf({ services: { store } }: Call, storeId: number): string {
  const view = store.view(storeId);
  if (!view) throw salesErrors.unknownStore([storeId]);
  return [store.website(view.website_id)?.name, store.group(view.store_group_id)?.name, view.name].join('\n');
}

function withEmail(
  address: OrderAddressFields,
  type: 'billing' | 'shipping',
  email: string | null | undefined,
): OrderAddressFields {
  return { ...address, address_type: type, email: email || (address.email ?? null) };
}

const { grandTotal, subtotal, shipping, tax, discount } = orderColumns;
const totalsToComplete = [grandTotal, subtotal, shipping, tax, discount];
const itemAmountsToComplete = [itemColumns.price, itemColumns.rowTotal, itemColumns.tax, itemColumns.discount];

/** Missing amounts of the base currency, converted from those of the order's currency. */
function missingBase<N extends string>(
  amounts: AmountFields<NoInfer<N>>,
  columns: readonly AmountColumns<N>[],
  { base_to_order_rate }: Pick<OrderInput, 'base_to_order_rate'>,
): { [K in N]?: number } {
  const missing = columns.filter((one) => hasAmount(amounts, one, 'order') && !hasAmount(amounts, one, 'base'));
  return withAmounts(
    'base',
    missing.map((one) => {
      const base = amountIn(amounts, one, 'order').div(base_to_order_rate || 1);
      return [one, converted<'order', 'base'>(base, 1)] as const;
    }),
  );
}

/** The amounts of an order that are still due. */
function dueOf(fields: OrderFields): Partial<OrderFields> {
  const inCurrency = <C extends OrderCurrency>(currency: C) => {
    const due = amountIn(fields, grandTotal, currency).minus(amountIn(fields, orderColumns.totalPaid, currency));
    return withAmounts(currency, [[orderColumns.totalDue, due]]);
  };
  return { ...inCurrency('order'), ...inCurrency('base') };
}

/** The row totals with tax of an item whose request lacks them. */
function missingRowTotals(item: ItemInput) {
  const inCurrency = <C extends OrderCurrency>(currency: C) => {
    if (hasAmount(item, itemColumns.rowTotalInclTax, currency)) return {};
    const net = amountIn(item, itemColumns.rowTotal, currency).minus(amountIn(item, itemColumns.discount, currency));
    return withAmounts(currency, [[itemColumns.rowTotalInclTax, net.plus(amountIn(item, itemColumns.tax, currency))]]);
  };
  return { ...inCurrency('order'), ...inCurrency('base') };
}

/** The amounts and quantities that every item has, at zero. */
const zeros = {
  base_cost: 0,
  discount_amount: 0,
  base_discount_amount: 0,
  discount_percent: 0,
  tax_amount: 0,
  base_tax_amount: 0,
  tax_percent: 0,
  free_shipping: 0,
  no_discount: 0,
  qty_backordered: 0,
  row_weight: 0,
  weight: 0,
} as const satisfies ItemInput;

function newItems(input: OrderInput, storeId: number, order: OrderFields, ids: readonly number[]): StoredItem[] {
  const items = input.items ?? [];
  return items.map((item, i) => {
    const id = elementAt(ids, i);
    const { parent_item, extension_attributes: _, ...plain } = item;
    const parent = items.findIndex((other, at) => at < i && isParentOf(other, item));
    const parentId = parent_item && parent >= 0 ? elementAt(ids, parent) : null;
    const sentFields = { ...zeros, ...nothingDone, ...filledFields(plain) };
    const own = { ...sentFields, ...missingBase(sentFields, itemAmountsToComplete, order) };
    return {
      id,
      parentId,
      fields: {
        ...own,
        ...missingRowTotals(own),
        item_id: id,
        parent_item_id: parentId,
        store_id: storeId,
        created_at: order.created_at,
        updated_at: order.updated_at,
      },
      pricedAsWhole: true,
      shippedApart: false,
      taxes: [],
    };
  });
}

type OrderedItem = NonNullable<OrderInput['items']>[number];

/** Whether an item is the composite one of another: by their ids in another shop, without them by SKU. */
function isParentOf(other: OrderedItem, { parent_item, parent_item_id }: OrderedItem): boolean {
  if (parent_item_id && other.item_id) return other.item_id === parent_item_id;
  return parent_item?.sku === other.sku && !other.parent_item;
}

/** The fields that have a value. */
function filledFields<T extends object>(fields: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const filled = Object.entries(fields).filter(([, value]) => value !== null);
  return Object.fromEntries(filled) as { [K in keyof T]?: NonNullable<T[K]> };
}

/** Fields that requests cannot change. */
const readOnlyFields = [
  'entity_id',
  'store_id',
  'protect_code',
  'created_at',
  'quote_id',
] as const satisfies (keyof OrderFields)[];

/** Changes the fields of an order and of its items that a request has; the items are found by their ids. */
export async function changeStoredOrder(call: Call, id: number, input: OrderInput): Promise<StoredOrder> {
  const order = await lockOrder(call, id);
  const extensions = await saveExtensions(call, input.extension_attributes);
  let changed: StoredOrder = { ...overwritten(order, input), ...extensions };
  for (const entry of input.status_histories ?? []) {
    if (!entry.entity_id) changed = await withHistory(call, changed, entry);
  }
  return saveOrderAndItems(call, changed);
}

/** An order with the values of a request in its own fields, its payment, its addresses and its items. */
function overwritten(order: StoredOrder, request: OrderInput): StoredOrder {
  const { items, extension_attributes, ...input } = request;
  const { status_histories: _, billing_address, payment, ...plain } = changesOf(input, alwaysOnOrder);
  const { fields, shippingAddress } = order;
  for (const name of readOnlyFields) delete plain[name];
  if (!plain.increment_id) delete plain.increment_id;
  const status = plain.state && !plain.status && isState(plain.state) ? { status: defaultStatus(plain.state) } : {};
  const after: OrderFields = {
    ...fields,
    ...plain,
    ...status,
    ...(billing_address ? { billing_address: { ...fields.billing_address, ...billing_address } } : {}),
    ...(payment ? { payment: { ...fields.payment, ...payment } } : {}),
  };
  const address = extension_attributes?.shipping_assignments?.[0]?.shipping?.address;
  const byId = Map.groupBy(items ?? [], (item) => item.item_id);
  const changedOrder = withItemFields(withFields(order, { ...after, ...dueOf(after) }), (item) => {
    const changes = byId.get(item.id)?.map((own) => filledFields(fieldsOfItem(own)));
    return changes && mergeFields(changes);
  });
  return {
    ...changedOrder,
    shippingAddress: address && shippingAddress ? { ...shippingAddress, ...address } : shippingAddress,
  };
}

/** The stored fields of an item in a request. */
function fieldsOfItem(input: NonNullable<OrderInput['items']>[number]) {
  const fields = without(input, ['parent_item', 'extension_attributes', 'item_id', 'order_id']);
  return { ...fields, created_at: null, updated_at: null };
}
