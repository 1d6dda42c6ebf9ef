import * as t from '../../../kernel/types.ts';
import { searchResults } from '../../../storage/criteria/criteria.ts';
import type { StoredFields } from './documents.ts';

/** Extension attributes of an item of a credit memo; modules add to them. */
export const CreditmemoItemExtensionAttributes = t.extension('sales-data-creditmemo-item-extension-interface', {});

/** An item of a credit memo. */
const CreditmemoItem = t.object('sales-data-creditmemo-item-interface', {
  additional_data: t.optional(t.string),
  base_cost: t.number,
  base_discount_amount: t.optional(t.number),
  base_discount_tax_compensation_amount: t.optional(t.number),
  base_price: t.number,
  base_price_incl_tax: t.optional(t.number),
  base_row_total: t.optional(t.number),
  base_row_total_incl_tax: t.optional(t.number),
  base_tax_amount: t.optional(t.number),
  base_weee_tax_applied_amount: t.optional(t.number),
  base_weee_tax_applied_row_amnt: t.optional(t.number),
  base_weee_tax_disposition: t.optional(t.number),
  base_weee_tax_row_disposition: t.optional(t.number),
  description: t.optional(t.string),
  discount_amount: t.optional(t.number),
  entity_id: t.integer,
  discount_tax_compensation_amount: t.optional(t.number),
  name: t.optional(t.string),
  order_item_id: t.integer,
  parent_id: t.optional(t.integer),
  price: t.optional(t.number),
  price_incl_tax: t.optional(t.number),
  product_id: t.optional(t.integer),
  qty: t.number,
  row_total: t.optional(t.number),
  row_total_incl_tax: t.optional(t.number),
  sku: t.optional(t.string),
  tax_amount: t.optional(t.number),
  weee_tax_applied: t.optional(t.string),
  weee_tax_applied_amount: t.optional(t.number),
  weee_tax_applied_row_amount: t.optional(t.number),
  weee_tax_disposition: t.optional(t.number),
  weee_tax_row_disposition: t.optional(t.number),
  extension_attributes: t.optional(CreditmemoItemExtensionAttributes),
});

/** A comment on a credit memo. */
export const CreditmemoComment = t.object('sales-data-creditmemo-comment-interface', {
  comment: t.string,
  created_at: t.optional(t.time),
  entity_id: t.optional(t.integer),
  is_customer_notified: t.integer,
  is_visible_on_front: t.integer,
  parent_id: t.integer,
  extension_attributes: t.optional(t.extension('sales-data-creditmemo-comment-extension-interface', {})),
});

/** Extension attributes of a credit memo; modules add to them. */
export const CreditmemoExtensionAttributes = t.extension('sales-data-creditmemo-extension-interface', {});

/** A credit memo; `state` is 1 (open), 2 (refunded) or 3 (canceled). */
export const Creditmemo = t.object('sales-data-creditmemo-interface', {
  adjustment: t.optional(t.number),
  adjustment_negative: t.optional(t.number),
  adjustment_positive: t.optional(t.number),
  base_adjustment: t.optional(t.number),
  base_adjustment_negative: t.optional(t.number),
  base_adjustment_positive: t.optional(t.number),
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
  base_to_global_rate: t.optional(t.number),
  base_to_order_rate: t.optional(t.number),
  billing_address_id: t.optional(t.integer),
  created_at: t.optional(t.time),
  creditmemo_status: t.optional(t.integer),
  discount_amount: t.optional(t.number),
  discount_description: t.optional(t.string),
  email_sent: t.optional(t.integer),
  entity_id: t.optional(t.integer),
  global_currency_code: t.optional(t.string),
  grand_total: t.optional(t.number),
  discount_tax_compensation_amount: t.optional(t.number),
  increment_id: t.optional(t.string),
  invoice_id: t.optional(t.integer),
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
  transaction_id: t.optional(t.string),
  updated_at: t.optional(t.time),
  items: t.array(CreditmemoItem),
  comments: t.optional(t.array(CreditmemoComment)),
  extension_attributes: t.optional(CreditmemoExtensionAttributes),
});

/** A page of credit memos. */
export const CreditmemoSearchResults = searchResults('sales-data-creditmemo-search-result-interface', Creditmemo);
/** A page of comments on credit memos. */
export const CreditmemoCommentSearchResults = searchResults(
  'sales-data-creditmemo-comment-search-result-interface',
  CreditmemoComment,
);
/** The fields of a credit memo in a request. */
export type CreditmemoInput = t.In<typeof Creditmemo>;
type CreditmemoItemInput = t.In<typeof CreditmemoItem>;
/** The stored fields of a credit memo. */
export type CreditmemoFields = StoredFields<CreditmemoInput, CreditmemoItemInput, 'state'>;
