import * as t from '../../../kernel/types.ts';
import { searchResults } from '../../../storage/criteria/criteria.ts';
import type { StoredFields } from './documents.ts';

/** Extension attributes of an item of an invoice; modules add to them. */
export const InvoiceItemExtensionAttributes = t.extension('sales-data-invoice-item-extension-interface', {});

/** An item of an invoice. */
const InvoiceItem = t.object('sales-data-invoice-item-interface', {
  additional_data: t.optional(t.string),
  base_cost: t.optional(t.number),
  base_discount_amount: t.optional(t.number),
  base_discount_tax_compensation_amount: t.optional(t.number),
  base_price: t.optional(t.number),
  base_price_incl_tax: t.optional(t.number),
  base_row_total: t.optional(t.number),
  base_row_total_incl_tax: t.optional(t.number),
  base_tax_amount: t.optional(t.number),
  description: t.optional(t.string),
  discount_amount: t.optional(t.number),
  entity_id: t.optional(t.integer),
  discount_tax_compensation_amount: t.optional(t.number),
  name: t.optional(t.string),
  parent_id: t.optional(t.integer),
  price: t.optional(t.number),
  price_incl_tax: t.optional(t.number),
  product_id: t.optional(t.integer),
  row_total: t.optional(t.number),
  row_total_incl_tax: t.optional(t.number),
  sku: t.string,
  tax_amount: t.optional(t.number),
  extension_attributes: t.optional(InvoiceItemExtensionAttributes),
  order_item_id: t.integer,
  qty: t.number,
});

/** A comment on an invoice. */
export const InvoiceComment = t.object('sales-data-invoice-comment-interface', {
  is_customer_notified: t.integer,
  parent_id: t.integer,
  extension_attributes: t.optional(t.extension('sales-data-invoice-comment-extension-interface', {})),
  comment: t.string,
  is_visible_on_front: t.integer,
  created_at: t.optional(t.time),
  entity_id: t.optional(t.integer),
});

/** Extension attributes of an invoice; modules add to them. */
export const InvoiceExtensionAttributes = t.extension('sales-data-invoice-extension-interface', {});

/** An invoice; `state` is 1 (open), 2 (paid) or 3 (canceled). */
export const Invoice = t.object('sales-data-invoice-interface', {
  base_currency_code: t.optional(t.string),
  base_discount_amount: t.optional(t.number),
  base_grand_total: t.optional(t.number),
  base_discount_tax_compensation_amount: t.optional(t.number),
  base_shipping_amount: t.optional(t.number),
  base_shipping_discount_tax_compensation_amnt: t.optional(t.number),
  base_shipping_incl_tax: t.optional(t.number),
  base_shipping_tax_amount: t.optional(t.number),
  base_subtotal: t.optional(t.number),
  base_subtotal_incl_tax: t.optional(t.number),
  base_tax_amount: t.optional(t.number),
  base_total_refunded: t.optional(t.number),
  base_to_global_rate: t.optional(t.number),
  base_to_order_rate: t.optional(t.number),
  billing_address_id: t.optional(t.integer),
  can_void_flag: t.optional(t.integer),
  created_at: t.optional(t.time),
  discount_amount: t.optional(t.number),
  discount_description: t.optional(t.string),
  email_sent: t.optional(t.integer),
  entity_id: t.optional(t.integer),
  global_currency_code: t.optional(t.string),
  grand_total: t.optional(t.number),
  discount_tax_compensation_amount: t.optional(t.number),
  increment_id: t.optional(t.string),
  is_used_for_refund: t.optional(t.integer),
  order_currency_code: t.optional(t.string),
  order_id: t.integer,
  shipping_address_id: t.optional(t.integer),
  shipping_amount: t.optional(t.number),
  shipping_discount_tax_compensation_amount: t.optional(t.number),
  shipping_incl_tax: t.optional(t.number),
  shipping_tax_amount: t.optional(t.number),
  state: t.optional(t.integer),
  store_currency_code: t.optional(t.string),
  store_id: t.optional(t.integer),
  store_to_base_rate: t.optional(t.number),
  store_to_order_rate: t.optional(t.number),
  subtotal: t.optional(t.number),
  subtotal_incl_tax: t.optional(t.number),
  tax_amount: t.optional(t.number),
  total_qty: t.number,
  transaction_id: t.optional(t.string),
  updated_at: t.optional(t.time),
  items: t.array(InvoiceItem),
  comments: t.optional(t.array(InvoiceComment)),
  extension_attributes: t.optional(InvoiceExtensionAttributes),
});

/** A page of invoices. */
export const InvoiceSearchResults = searchResults('sales-data-invoice-search-result-interface', Invoice);
/** A page of comments on invoices. */
export const InvoiceCommentSearchResults = searchResults(
  'sales-data-invoice-comment-search-result-interface',
  InvoiceComment,
);
/** The fields of an invoice in a request. */
export type InvoiceInput = t.In<typeof Invoice>;
type InvoiceItemInput = t.In<typeof InvoiceItem>;
/** The stored fields of an invoice. */
export type InvoiceFields = StoredFields<InvoiceInput, InvoiceItemInput, 'state'>;
