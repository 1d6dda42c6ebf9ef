import { randomBytes } from 'node:crypto';
import type { Call } from '../../../kernel/call.ts';
import { chosenFields } from '../../../kernel/fields.ts';
import { elementAt } from '../../../kernel/lists.ts';
import { formatTime } from '../../../kernel/time.ts';
import type {
  OrderDraft,
  OrderDraftAddress,
  OrderDraftItem,
  OrderDraftTax,
  OrderPlacement,
} from '../../quote/order-draft-types.ts';
import { getsMail, mailOrder } from '../mails.ts';
import { defaultStatus, hasStatus } from '../lifecycle/states.ts';
import { nothingDone, type ItemFields } from '../types/order-item.ts';
import type { OrderFields } from '../types/order.ts';
import type { OrderAddressFields } from '../types/payment.ts';
import { draftedAddressFields, draftedFields, draftedItemFields, draftedPaymentFields } from './drafted-fields.ts';
import { bookPlaced } from './placed-payment.ts';
import { nextOrderIds } from '../records/numbers.ts';
import type { ItemTax, OrderDocument, OrderTaxRow, StoredItem, StoredOrder } from '../order.ts';
import { insertItems, insertOrder, saveOrder, type NewOrderId } from '../records/rows.ts';

/** Places the orders of carts, in the transaction of the call. */
export const orderPlacement: OrderPlacement = {
  async place(call, draft) {
    const order = { storeId: draft.store_id, number: draft.reserved_order_id };
    const { number, rowId, ids } = await nextOrderIds(call, order, {
      order_item: draft.items.length,
      order_address: ADDRESSES,
      order_tax: draft.taxes.length,
      order_tax_item: [...draft.items.map((item) => item.taxes), draft.shipping_taxes].flat().length,
    });
    const fields = fieldsOf(call, draft, number);
    const taxes = draft.taxes.map((tax, i) => ({ ...tax, tax_id: elementAt(ids.order_tax, i) }));
    let itemTaxCount = 0;
    const itemTaxes = (own: readonly OrderDraftTax[]): ItemTax[] =>
      linkTaxes(taxes, own).map((tax) =>
        Object.assign(tax, { tax_item_id: elementAt(ids.order_tax_item, itemTaxCount++) }),
      );
    const items = itemsOf(draft, ids.order_item, fields.created_at, itemTaxes);
    const document: OrderDocument = {
      fields,
      shippingAddress: draft.shipping_address && addressOf(draft.shipping_address),
      shippingMethod: draft.shipping_method,
      taxes,
      shippingTaxes: itemTaxes(draft.shipping_taxes),
      moreCoupons: draft.more_coupon_codes,
      ...(call.caller.isAssisted === true && { isAssisted: true }),
      ...draft.extensions,
      reservesStock: true,
      stock: draft.stock,
    };
    if (getsMail(call, 'order', document)) fields.email_sent = 1;
    const placed = await writeOrder(call, document, items, ids.order_address, { drawnId: rowId });
    await mailOrder(call, placed);
    const { transaction } = draft.payment;
    return {
      entity_id: placed.id,
      increment_id: number,
      book: async () => void (transaction && (await bookPlaced(call, placed, draft.payment, transaction))),
    };
  },
};

/**
 * The taxes of a line with their ids, sorted as the taxes of the whole order are. A tax that is zero in the whole order is not
 * among those, and is omitted. Source: recorded orders of the reference.
 */
function linkTaxes(ofOrder: readonly OrderTaxRow[], ofLine: readonly OrderDraftTax[]) {
  return ofOrder.flatMap(({ tax_id, applied_id, code }) => {
    const own = ofLine.find((tax) => tax.applied_id === applied_id && tax.code === code);
    return own ? [{ ...own, tax_id }] : [];
  });
}

/** Ids that the addresses of an order take: of shipping and of billing. */
export const ADDRESSES = 2;

/** Inserts a new order with its items; its addresses get `addressIds`, and its payment an id. */
export async function writeOrder(
  call: Call,
  document: OrderDocument,
  items: StoredItem[],
  addressIds: readonly number[],
  newId: NewOrderId,
): Promise<StoredOrder> {
  const id = await insertOrder(call, document, newId);
  const fields: OrderFields = { ...document.fields, entity_id: id };
  const { shippingAddress } = document;
  const [shippingId, billingId] = addressIds;
  if (shippingAddress) Object.assign(shippingAddress, { entity_id: shippingId, parent_id: id });
  if (fields.billing_address) Object.assign(fields.billing_address, { entity_id: billingId, parent_id: id });
  if (fields.billing_address) fields.billing_address_id = billingId!;
  if (fields.payment) Object.assign(fields.payment, { entity_id: id, parent_id: id });
  for (const entry of fields.status_histories) entry.parent_id = id;
  const ordered = items.map((item) => ({ ...item, fields: { ...item.fields, order_id: id } }));
  await insertItems(call, ordered, id);
  const order: StoredOrder = { ...document, fields, id, version: 1, items: ordered };
  return saveOrder(call, order, document);
}

/** A new key with which a buyer without an account may look at an order. */
export function protectCode(): string {
  return randomBytes(16).toString('hex');
}

/**
 * Card data of a payment that was set in the cart: zeros for every method, as in the interface. Source: recorded
 * orders.
 */
const noCard = { cc_exp_year: '0', cc_ss_start_month: '0', cc_ss_start_year: '0' };

function fieldsOf(call: Call, draft: OrderDraft, number: string): OrderFields {
  const now = formatTime(call.clock.now());
  const { amounts, payment } = draft;
  return {
    ...chosenFields(draft, draftedFields),
    ...amounts,
    total_due: amounts.grand_total,
    base_total_due: amounts.base_grand_total,
    state: 'new',
    // A configured status of another state is ignored, as in the interface.
    status: hasStatus('new', payment.order_status) ? payment.order_status : defaultStatus('new'),
    increment_id: number,
    protect_code: protectCode(),
    created_at: now,
    updated_at: now,
    billing_address: addressOf(draft.billing_address),
    payment: {
      ...chosenFields(payment, draftedPaymentFields),
      ...(payment.was_chosen ? noCard : {}),
      // A text that the method does not have is null, as in the interface.
      additional_information: payment.additional_information as string[],
      quote_payment_id: null,
      amount_ordered: amounts.grand_total,
      base_amount_ordered: amounts.base_grand_total,
      shipping_amount: amounts.shipping_amount,
      base_shipping_amount: amounts.base_shipping_amount,
    },
    status_histories: [],
  };
}

function addressOf(draft: OrderDraftAddress): OrderAddressFields {
  return { ...chosenFields(draft, draftedAddressFields), street: [...draft.street] };
}

function itemsOf(
  draft: OrderDraft,
  ids: readonly number[],
  now: string,
  itemTaxes: (own: readonly OrderDraftTax[]) => ItemTax[],
): StoredItem[] {
  const idOf = new Map(draft.items.map((item, i) => [item.quote_item_id, elementAt(ids, i)]));
  return draft.items.map((item, i) => {
    const id = elementAt(ids, i);
    const parentId = item.parent_quote_item_id === null ? null : (idOf.get(item.parent_quote_item_id) ?? null);
    return {
      id,
      parentId,
      fields: { ...itemFields(item, draft.store_id, now, id), parent_item_id: parentId },
      typeId: item.real_product_type === item.product_type ? undefined : item.real_product_type,
      pricedAsWhole: item.product_calculations === 1,
      shippedApart: item.shipment_type === 1,
      taxes: itemTaxes(item.taxes),
      ...item.extensions,
    };
  });
}

function itemFields(item: OrderDraftItem, storeId: number, now: string, id: number): ItemFields {
  return {
    ...chosenFields(item, draftedItemFields),
    ...nothingDone,
    item_id: id,
    store_id: storeId,
    created_at: now,
    updated_at: now,
    product_option: item.product_option,
  };
}
