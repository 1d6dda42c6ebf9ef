import * as t from '../../../kernel/types.ts';

const head = {
  id: t.integer,
  /** Number that buyers see. */
  number: t.string,
  /** See `states.ts`. */
  status: t.string,
  company_id: t.integer,
  company: t.string,
  creator: t.string,
  creator_email: t.string,
  /** Code of the payment method. */
  payment_method: t.string,
  /** The base currency of the cart, which all amounts are in. */
  currency: t.string,
  subtotal: t.number,
  /** Number of the order; absent: none is placed. */
  order_number: t.optional(t.string),
  created_at: t.string,
  updated_at: t.string,
} as const;

/** A purchase order in the list of the console. */
export const ConsolePurchaseOrderHead = t.object('console-purchase-order-head', head);

/** A page of purchase orders. */
export const ConsolePurchaseOrders = t.object('console-purchase-orders', {
  items: t.array(ConsolePurchaseOrderHead),
  total_count: t.integer,
});

const Item = t.object('console-purchase-order-item', {
  item_id: t.integer,
  sku: t.string,
  name: t.string,
  qty: t.number,
  /** Price of a unit and of the row at present; absent once it is ordered: the order has the prices. */
  price: t.optional(t.number),
  row_total: t.optional(t.number),
});

const Event = t.object('console-purchase-order-event', {
  history_id: t.integer,
  message: t.string,
  created_at: t.string,
});

/** A purchase order with its items and its history, oldest event first. */
export const ConsolePurchaseOrder = t.object('console-purchase-order', {
  ...head,
  shipping_address: t.string,
  shipping_method: t.optional(t.string),
  items: t.array(Item),
  history: t.array(Event),
});
