import * as t from '../../kernel/types.ts';

/** The store credit of a customer on a website, in the base currency there. */
export const CustomerBalance = t.object('customer-balance-data-balance-interface', {
  balance_id: t.optional(t.integer),
  customer_id: t.integer,
  website_id: t.integer,
  amount: t.number,
  base_currency_code: t.optional(t.string),
});

/** Fields of paid store credit: in carts, orders and their documents. */
export const creditFields = {
  base_customer_balance_amount: t.optional(t.number),
  customer_balance_amount: t.optional(t.number),
};

/** Additional store credit fields of orders. */
export const creditFieldsOfOrders = {
  ...creditFields,
  base_customer_balance_invoiced: t.optional(t.number),
  customer_balance_invoiced: t.optional(t.number),
  base_customer_balance_refunded: t.optional(t.number),
  customer_balance_refunded: t.optional(t.number),
  base_customer_balance_total_refunded: t.optional(t.number),
  customer_balance_total_refunded: t.optional(t.number),
};
