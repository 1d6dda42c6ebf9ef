import type { Call } from '../../../kernel/call.ts';
import { isWanted, noFields, wantedIn, type WantedFields } from '../../../kernel/fields-filter.ts';
import { firstOf } from '../../../kernel/lists.ts';
import { pick } from '../../../kernel/own-fields.ts';
import { decimal, toWire } from '../../../kernel/money.ts';
import type { OrderDraftTax } from '../../quote/order-draft-types.ts';
import { showAdded } from '../added-totals.ts';
import { isExtended, loadExtensions, type ShownExtensions, type WantedAttributes } from './extending.ts';
import type { LoneItem } from './list.ts';
import { parentOf, type ItemTax, type StoredItem, type StoredOrder } from '../order.ts';
import type { Out } from '../../../kernel/types.ts';
import { paymentMethodOf } from '../payment-method.ts';
import type { OrderReads } from '../records/rows.ts';
import type { Order } from '../types/order.ts';
import type { OrderItem } from '../types/order-item.ts';

/** An order in a response. */
export type ShownOrder = Out<typeof Order>;
type ShownItem = Out<typeof OrderItem>;

/** The fields of an item as stored: as a request had them. */
function shownFields({ fields }: StoredItem): ShownItem {
  return fields as ShownItem;
}

/** An item of an order in a response, with its parent if it has one. */
function showItem(item: StoredItem, parent: StoredItem | undefined, extensions: ShownExtensions): ShownItem {
  return {
    ...shownFields(item),
    ...(parent ? { parent_item: showItem(parent, undefined, extensions) } : {}),
    extension_attributes: {
      ...extensions.ofItem(item.id),
      itemized_taxes: item.taxes.map((tax) => itemizedTax(tax, item.id)),
    },
  };
}

/** Items without their orders and without taxes. `requestedFields`: the fields of each in the response. */
export async function showLoneItems(
  call: Call,
  all: readonly LoneItem[],
  requestedFields: WantedFields,
): Promise<ShownItem[]> {
  const items = [...new Set(all.flatMap(({ item, parent }) => (parent ? [item, parent] : [item])))];
  // Any wanted attribute loads all of them, because another one may decide whether the item has attributes.
  const inItems = itemAttributes(requestedFields).map((attributes) => (attributes === noFields ? noFields : undefined));
  const extensions = await loadExtensions(call, { orders: [], items }, { order: noFields, items: inItems });
  const show = ({ item, parent }: LoneItem): ShownItem => ({
    ...shownFields(item),
    ...(parent ? { parent_item: show({ item: parent, parent: undefined }) } : {}),
    extension_attributes: extensions.ofItem(item.id),
  });
  return all.map(show);
}

/** A tax of an order with all its rates. Release 0.1.0 stored only a rate's percentage and its amounts. */
function wholeTax(tax: OrderDraftTax): OrderDraftTax {
  return {
    ...tax,
    applied_percent: tax.applied_percent ?? tax.percent,
    real_amount: tax.real_amount ?? tax.amount,
    real_base_amount: tax.real_base_amount ?? tax.base_amount,
    base_real_amount: tax.base_real_amount ?? tax.base_amount,
  };
}

function itemizedTax(storedTax: ItemTax, itemId: number | null) {
  const tax = wholeTax(storedTax);
  return {
    tax_item_id: storedTax.tax_item_id,
    tax_id: storedTax.tax_id,
    item_id: itemId,
    tax_code: tax.code,
    tax_percent: tax.applied_percent,
    amount: tax.amount,
    base_amount: tax.base_amount,
    real_amount: tax.real_amount,
    real_base_amount: tax.real_base_amount,
    taxable_item_type: itemId === null ? 'shipping' : 'product',
  };
}

/** The items of an order, each with its parent. */
function showItems(order: StoredOrder, extensions: ShownExtensions): ShownItem[] {
  const byId = new Map(order.items.map((item) => [item.id, item]));
  return order.items.map((item) => {
    return showItem(item, parentOf(item, byId), extensions);
  });
}

/** The extension attributes of orders and items in a response with these fields. */
function wantedAttributes(requestedFields: WantedFields): WantedAttributes {
  const order = wantedIn(requestedFields, 'extension_attributes');
  const assignments = wantedIn(order, 'shipping_assignments');
  const items = [requestedFields, assignments].flatMap((fields) => itemAttributes(wantedIn(fields, 'items')));
  return { order, items };
}

/** The wanted fields of items, and of their parents. */
function itemAttributes(requestedFields: WantedFields): WantedFields[] {
  return [requestedFields, wantedIn(requestedFields, 'parent_item')].map((item) =>
    wantedIn(item, 'extension_attributes'),
  );
}

/** The data to read for these fields of orders. */
export function readsOf(call: Call, requestedFields: WantedFields): OrderReads {
  const order = wantedIn(requestedFields, 'extension_attributes');
  const assignments = wantedIn(order, 'shipping_assignments');
  return {
    items:
      isWanted(requestedFields, 'items') ||
      isWanted(assignments, 'items') ||
      isWanted(order, 'applied_taxes') ||
      isWanted(order, 'item_applied_taxes') ||
      isExtended(call, order),
  };
}

/** Orders in a response, with one query per module that adds fields. `requestedFields`: the fields of each in the response. */
export async function showOrders(
  call: Call,
  orders: readonly StoredOrder[],
  requestedFields?: WantedFields,
): Promise<ShownOrder[]> {
  const items = orders.flatMap((order) => order.items);
  const extensions = await loadExtensions(call, { orders, items }, wantedAttributes(requestedFields));
  return orders.map((order) => show(call, order, extensions, requestedFields));
}

/** An order in a response. */
export async function showOrder(call: Call, order: StoredOrder, requestedFields?: WantedFields): Promise<ShownOrder> {
  return firstOf(await showOrders(call, [order], requestedFields));
}

function show(call: Call, order: StoredOrder, extensions: ShownExtensions, requestedFields: WantedFields): ShownOrder {
  const { fields } = order;
  const items = showItems(order, extensions);
  return {
    ...(fields as ShownOrder),
    entity_id: order.id,
    items,
    status_histories: [...fields.status_histories].reverse() as ShownOrder['status_histories'],
    ...(isWanted(requestedFields, 'extension_attributes') && {
      extension_attributes: showAttributes(call, order, items, extensions),
    }),
  };
}

function showAttributes(call: Call, order: StoredOrder, items: ShownItem[], extensions: ShownExtensions) {
  const taxesOfItems = itemTaxes(order);
  return {
    ...showAdded(call, order),
    ...extensions.ofOrder(order.id),
    shipping_assignments: [{ shipping: showShipping(order), items }],
    payment_additional_info: paymentInfo(call, order),
    applied_taxes: appliedTaxes(taxesOfItems),
    item_applied_taxes: taxesOfItems,
    converting_from_quote: false,
    taxes: order.taxes.map((tax) => orderTax(order.id, tax)),
    additional_itemized_taxes: order.shippingTaxes.map((tax) => itemizedTax(tax, null)),
  };
}

/**
 * Additional information about a payment from a cart; its first entry is the title of the method. An empty value is the text
 * `null`, as in the interface.
 */
function paymentInfo(call: Call, order: StoredOrder): { key: string; value: string }[] {
  const { fields } = order;
  const information: readonly (string | null)[] = fields.payment.additional_information ?? [];
  const isOfCart = typeof fields.quote_id === 'number';
  const names = ['method_title', ...(paymentMethodOf(call, order)?.informationNames ?? [])];
  return information.map((value, i) => ({
    key: (isOfCart ? names[i] : undefined) ?? String(i),
    value: value ?? 'null',
  }));
}

const totalNames = [
  'base_shipping_amount',
  'base_shipping_canceled',
  'base_shipping_discount_amount',
  'base_shipping_discount_tax_compensation_amnt',
  'base_shipping_incl_tax',
  'base_shipping_invoiced',
  'base_shipping_refunded',
  'base_shipping_tax_amount',
  'base_shipping_tax_refunded',
  'shipping_amount',
  'shipping_canceled',
  'shipping_discount_amount',
  'shipping_discount_tax_compensation_amount',
  'shipping_incl_tax',
  'shipping_invoiced',
  'shipping_refunded',
  'shipping_tax_amount',
  'shipping_tax_refunded',
] as const;

function showShipping({ fields, shippingAddress, shippingMethod }: StoredOrder) {
  return {
    address: shippingAddress as ShownOrder['billing_address'],
    method: shippingMethod,
    total: pick(fields, totalNames),
  };
}

/** A tax of the whole order. */
function orderTax(orderId: number, storedTax: StoredOrder['taxes'][number]) {
  const { code, title, percent, amount, base_amount, base_real_amount } = wholeTax(storedTax);
  return {
    tax_id: storedTax.tax_id,
    order_id: orderId,
    code,
    title,
    percent,
    amount,
    base_amount,
    base_real_amount,
    priority: 0,
    position: 0,
    process: 0,
  };
}

function appliedTax(storedTax: OrderDraftTax) {
  const { code, title, applied_percent, real_amount, real_base_amount } = wholeTax(storedTax);
  return { code, title, percent: applied_percent, amount: real_amount, base_amount: real_base_amount };
}

/**
 * The rates of all items and of shipping, with the sum of each and the percentage of its first occurrence. Source: recorded
 * orders of the reference.
 */
function appliedTaxes(ofItems: ReturnType<typeof itemTaxes>): ReturnType<typeof appliedTax>[] {
  const byCode = Map.groupBy(
    ofItems.flatMap((item) => item.applied_taxes),
    ({ code }) => code,
  );
  const sum = (amounts: readonly number[]): number =>
    toWire(amounts.reduce((all, amount) => all.plus(amount), decimal(0)));
  return [...byCode].map(([code, taxes]) => ({
    code,
    title: firstOf(taxes).title,
    percent: firstOf(taxes).percent,
    amount: sum(taxes.map(({ amount }) => amount)),
    base_amount: sum(taxes.map(({ base_amount }) => base_amount)),
  }));
}

function itemTaxes(order: StoredOrder) {
  const ofItems = order.items
    .filter((item) => item.taxes.length > 0)
    .map((item) => ({ type: 'product', item_id: item.id, applied_taxes: item.taxes.map(appliedTax) }));
  if (order.shippingTaxes.length === 0) return ofItems;
  return [...ofItems, { type: 'shipping', applied_taxes: order.shippingTaxes.map(appliedTax) }];
}
