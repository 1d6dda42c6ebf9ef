import type { Call } from '../../../kernel/call.ts';
import { formatTime } from '../../../kernel/time.ts';
import { amount, setAmount, currencies } from '../amounts.ts';
import { salesErrors } from '../errors.ts';
import { defaultStatus, isState } from '../states.ts';
import type { ItemFields } from '../types/order-item.ts';
import type { OrderFields, OrderInput } from '../types/order.ts';
import type { Address } from '../types/payment.ts';
import { saveExtensions } from './extending.ts';
import { withHistory } from './history.ts';
import { nextNumber, nextRecordIds } from './numbers.ts';
import type { OrderDocument, StoredItem, StoredOrder } from './order.ts';
import { nothingDone, protectCode, writeOrder } from './place.ts';
import { showOrder, type ShownOrder } from './present.ts';
import { findOrders, lockOrder, saveOrderAndItems } from './rows.ts';

/**
 * Writes an order as it is sent: a new one, or changes of the one whose id is sent. Amounts are taken as they come; the stock and
 * the uses of rules stay as they are. Throws 400 for a new order without payment or items.
 */
export async function saveOrderInput(call: Call, sent: OrderInput): Promise<ShownOrder> {
  const id = sent.entity_id ?? 0;
  const exists = id > 0 && (await findOrders(call, [id])).has(id);
  return showOrder(call, exists ? await changeOrder(call, id, sent) : await createOrder(call, sent));
}

async function createOrder(call: Call, sent: OrderInput): Promise<StoredOrder> {
  if (!sent.payment?.method) throw salesErrors.noPayment();
  if (!sent.items || sent.items.length === 0) throw salesErrors.noItems();
  const storeId = sent.store_id ?? (call.scope.storeId || call.services.store.defaultStoreView().id);
  const view = call.services.store.view(storeId);
  if (!view) throw salesErrors.unknownStore([storeId]);
  const { store } = call.services;
  const storeName = [store.website(view.website_id)?.name, store.group(view.store_group_id)?.name, view.name];
  const fields = await newFields(call, sent, storeId);
  fields.store_name ??= storeName.join('\n');
  const shipping = sent.extension_attributes?.shipping_assignments?.[0]?.shipping;
  const document: OrderDocument = {
    fields,
    shippingAddress: shipping?.address ? withEmail(shipping.address, 'shipping', fields) : null,
    shippingMethod: shipping?.method ?? null,
    taxes: [],
    shippingTaxes: [],
    ...(await saveExtensions(call, sent.extension_attributes)),
    reservesStock: false,
  };
  return writeOrder(call, document, await newItems(call, sent, storeId, fields));
}

async function newFields(call: Call, sent: OrderInput, storeId: number): Promise<OrderFields> {
  const now = formatTime(call.clock.now());
  const { items, extension_attributes: _, status_histories, billing_address, payment, ...plain } = sent;
  const state = plain.state ?? 'new';
  const fields: OrderFields = {
    ...plain,
    store_id: storeId,
    state,
    status: plain.status ?? (isState(state) ? defaultStatus(state) : state),
    increment_id: plain.increment_id ?? (await nextNumber(call, 'order', storeId)),
    customer_email: plain.customer_email ?? '',
    protect_code: plain.protect_code ?? protectCode(),
    total_item_count: plain.total_item_count ?? (items ?? []).filter((item) => !item.parent_item).length,
    created_at: plain.created_at ?? now,
    updated_at: now,
  };
  completeBase(fields, ['grand_total', 'subtotal', 'shipping_amount', 'tax_amount', 'discount_amount'], fields);
  fields.billing_address = billing_address ? withEmail(billing_address, 'billing', fields) : null;
  fields.payment = { ...payment };
  const ids = await nextRecordIds(call, 'order_status_history', status_histories?.length ?? 0);
  fields.status_histories = (status_histories ?? []).map((entry, i) =>
    Object.assign(entry, { entity_id: ids[i]!, created_at: now }),
  );
  setDue(fields);
  return fields;
}

function withEmail(address: Address, type: 'billing' | 'shipping', { customer_email }: OrderFields): Address {
  return { ...address, address_type: type, email: customer_email || (address.email ?? null) };
}

/** Where only the amount in the order's currency is sent, the rate of the order gives the one in the base currency. */
function completeBase(record: object, names: readonly string[], { base_to_order_rate }: OrderFields): void {
  const fields = record as Record<string, unknown>;
  for (const name of names) {
    if (typeof fields[name] !== 'number' || typeof fields[`base_${name}`] === 'number') continue;
    setAmount(fields, `base_${name}`, amount(fields, name).div(base_to_order_rate || 1));
  }
}

function setDue(fields: OrderFields): void {
  for (const currency of currencies) {
    const due = amount(fields, `${currency}grand_total`).minus(amount(fields, `${currency}total_paid`));
    setAmount(fields, `${currency}total_due`, due);
  }
}

/** Amounts and quantities that every item has. */
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
} as const satisfies ItemFields;

async function newItems(call: Call, sent: OrderInput, storeId: number, order: OrderFields): Promise<StoredItem[]> {
  const items = sent.items ?? [];
  const ids = await nextRecordIds(call, 'order_item', items.length);
  return items.map((item, i) => {
    const { parent_item, extension_attributes: _, ...plain } = item;
    const parent = items.findIndex((other, at) => at < i && parent_item?.sku === other.sku && !other.parent_item);
    const parentId = parent_item && parent >= 0 ? ids[parent]! : null;
    const own: ItemFields = { ...zeros, ...nothingDone, ...given(plain) };
    completeBase(own, ['price', 'row_total', 'tax_amount', 'discount_amount'], order);
    for (const currency of currencies) {
      if (typeof own[`${currency}row_total_incl_tax`] === 'number') continue;
      const net = amount(own, `${currency}row_total`).minus(amount(own, `${currency}discount_amount`));
      setAmount(own, `${currency}row_total_incl_tax`, net.plus(amount(own, `${currency}tax_amount`)));
    }
    return {
      id: ids[i]!,
      parentId,
      fields: {
        ...own,
        item_id: ids[i]!,
        parent_item_id: parentId,
        store_id: storeId,
        created_at: order.created_at ?? null,
        updated_at: order.updated_at ?? null,
      },
      pricedAsWhole: true,
      shippedApart: false,
      taxes: [],
    };
  });
}

/** The fields that were sent with a value. */
function given<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Partial<T>;
}

/** What stays as it is, whatever is sent. */
const kept = [
  'entity_id',
  'store_id',
  'protect_code',
  'created_at',
  'quote_id',
] as const satisfies (keyof OrderFields)[];

async function changeOrder(call: Call, id: number, sent: OrderInput): Promise<StoredOrder> {
  const order = await lockOrder(call, id);
  const { fields } = order;
  const { items, extension_attributes, status_histories, billing_address, payment, ...plain } = sent;
  for (const name of kept) delete plain[name];
  if (!plain.increment_id) delete plain.increment_id;
  Object.assign(fields, plain);
  if (plain.state && !plain.status && isState(plain.state)) fields.status = defaultStatus(plain.state);
  if (billing_address) fields.billing_address = { ...fields.billing_address, ...billing_address };
  if (payment) fields.payment = { ...fields.payment, ...payment };
  const address = extension_attributes?.shipping_assignments?.[0]?.shipping?.address;
  const byId = new Map(order.items.map((item) => [item.id, item]));
  for (const item of items ?? []) {
    const { parent_item: _, extension_attributes: __, item_id, order_id: ___, ...changes } = item;
    Object.assign(byId.get(item_id ?? 0)?.fields ?? {}, given(changes));
  }
  setDue(fields);
  const shippingAddress =
    address && order.shippingAddress ? { ...order.shippingAddress, ...address } : order.shippingAddress;
  let changed: StoredOrder = { ...order, shippingAddress, ...(await saveExtensions(call, extension_attributes)) };
  for (const entry of status_histories ?? []) if (!entry.entity_id) changed = await withHistory(call, changed, entry);
  return saveOrderAndItems(call, changed);
}
