import * as t from '../../../kernel/types.ts';

const ItemSteps = t.object('console-order-item-steps', {
  item_id: t.integer,
  /** Units that can still be invoiced, shipped and refunded by this item; 0 for an item that follows its parent or its components. */
  to_invoice: t.number,
  to_ship: t.number,
  to_refund: t.number,
});

const Status = t.object('console-order-status', {
  code: t.string,
  label: t.string,
});

const AddedTotal = t.object('console-order-total', {
  label: t.string,
  /** In the currency of the order; negative where it reduces the payment. */
  amount: t.number,
});

/** The changes that the state of an order and the quantities of its items allow. */
export const ConsoleOrderSteps = t.object('console-order-steps', {
  may_invoice: t.boolean,
  may_ship: t.boolean,
  may_refund: t.boolean,
  may_cancel: t.boolean,
  may_hold: t.boolean,
  may_unhold: t.boolean,
  /** Whether a payment provider captures the money of the order. */
  is_online: t.boolean,
  /** Invoices whose money the payment provider can refund. */
  online_invoices: t.array(t.integer),
  /** Statuses that the order may have in its state. */
  statuses: t.array(Status),
  items: t.array(ItemSteps),
  /** Amounts that modules add to the grand total, such as gift wrapping, fees and store credit; without those of zero. */
  totals: t.array(AddedTotal),
});

/** The orders of a store view in a currency, without canceled ones. */
export const SalesOfStore = t.object('console-sales-of-store', {
  store_code: t.string,
  currency: t.string,
  /** Orders of the period, and their grand totals in the currency. */
  orders: t.integer,
  total: t.number,
  /** Those of the current day, which begins at 0:00 UTC. */
  orders_today: t.integer,
  total_today: t.number,
});
