import * as t from '../../kernel/types.ts';
import { SearchCriteria } from '../../storage/criteria/criteria.ts';

/** Types of a negotiated price, by the interface's numbers: percentage off, amount off, or proposed total. */
export const priceTypes = { percentage: 1, amount: 2, proposed: 3 } as const;

/** Author of a comment, by the interface's numbers: the shop or a buyer. */
export const creatorTypes = { admin: 2, customer: 3 } as const;

/** A negotiated price of a cart; in the currency of the cart, and in the base currency. */
export const NegotiableQuote = t.object('negotiable-quote-data-negotiable-quote-interface', {
  quote_id: t.integer,
  is_regular_quote: t.boolean,
  status: t.string,
  negotiated_price_type: t.integer,
  negotiated_price_value: t.number,
  shipping_price: t.number,
  quote_name: t.string,
  expiration_period: t.string,
  email_notification_status: t.integer,
  has_unconfirmed_changes: t.boolean,
  is_shipping_tax_changed: t.boolean,
  is_customer_price_changed: t.boolean,
  notifications: t.integer,
  applied_rule_ids: t.string,
  is_address_draft: t.boolean,
  deleted_sku: t.string,
  creator_id: t.integer,
  creator_type: t.integer,
  original_total_price: t.optional(t.number),
  base_original_total_price: t.optional(t.number),
  negotiated_total_price: t.optional(t.number),
  base_negotiated_total_price: t.optional(t.number),
  extension_attributes: t.optional(t.extension('negotiable-quote-data-negotiable-quote-extension-interface', {})),
});

/** A note on an item of a quote. */
export const ItemNote = t.object('negotiable-quote-data-item-note-interface', {
  note_id: t.optional(t.integer),
  negotiable_quote_item_id: t.integer,
  creator_type: t.integer,
  creator_id: t.integer,
  note: t.string,
  created_at: t.optional(t.string),
  extension_attributes: t.optional(t.extension('negotiable-quote-data-item-note-extension-interface', {})),
});

/** An item with a negotiated price, as of the start of the negotiation. */
export const NegotiableQuoteItem = t.object('negotiable-quote-data-negotiable-quote-item-interface', {
  item_id: t.integer,
  original_price: t.number,
  original_tax_amount: t.number,
  original_discount_amount: t.number,
  extension_attributes: t.optional(
    t.extension('negotiable-quote-data-negotiable-quote-item-extension-interface', {
      negotiated_price_type: t.optional(t.integer),
      negotiated_price_value: t.optional(t.number),
      last_item_notes: t.optional(t.array(ItemNote)),
      is_discounting_locked: t.optional(t.boolean),
      min_qty: t.optional(t.number),
      max_qty: t.optional(t.number),
    }),
  ),
});

/** The original and the negotiated totals of a cart. */
export const NegotiableQuoteTotals = t.object('negotiable-quote-data-negotiable-quote-totals-interface', {
  items_count: t.integer,
  quote_status: t.string,
  created_at: t.string,
  updated_at: t.string,
  customer_group: t.integer,
  base_to_quote_rate: t.number,
  cost_total: t.number,
  base_cost_total: t.number,
  original_total: t.number,
  base_original_total: t.number,
  original_tax: t.number,
  base_original_tax: t.number,
  original_price_incl_tax: t.number,
  base_original_price_incl_tax: t.number,
  negotiated_price_type: t.integer,
  negotiated_price_value: t.number,
});

/** As `NegotiableQuoteTotals`, per unit of an item. */
export const NegotiableQuoteItemTotals = t.object('negotiable-quote-data-negotiable-quote-item-totals-interface', {
  cost: t.number,
  catalog_price: t.number,
  base_catalog_price: t.number,
  catalog_price_incl_tax: t.number,
  base_catalog_price_incl_tax: t.number,
  cart_price: t.number,
  base_cart_price: t.number,
  cart_tax: t.number,
  base_cart_tax: t.number,
  cart_price_incl_tax: t.number,
  base_cart_price_incl_tax: t.number,
  extension_attributes: t.optional(
    t.extension('negotiable-quote-data-negotiable-quote-item-totals-extension-interface', {}),
  ),
});

/** A comment on a negotiation. */
export const NegotiationComment = t.object('negotiable-quote-data-comment-interface', {
  entity_id: t.integer,
  parent_id: t.integer,
  creator_type: t.integer,
  is_decline: t.integer,
  is_draft: t.integer,
  creator_id: t.integer,
  comment: t.string,
  created_at: t.string,
  extension_attributes: t.optional(t.extension('negotiable-quote-data-comment-extension-interface', {})),
  attachments: t.array(
    t.object('negotiable-quote-data-comment-attachment-interface', {
      attachment_id: t.integer,
      comment_id: t.integer,
      file_name: t.string,
      file_path: t.string,
      file_type: t.string,
      extension_attributes: t.optional(t.extension('negotiable-quote-data-comment-attachment-extension-interface', {})),
    }),
  ),
});

/** A file that a comment carries. */
export const AttachmentContent = t.object('negotiable-quote-data-attachment-content-interface', {
  base64_encoded_data: t.string,
  type: t.string,
  name: t.string,
  extension_attributes: t.optional(t.extension('negotiable-quote-data-attachment-content-extension-interface', {})),
});

/** A page of notes. */
export const ItemNoteSearchResults = t.object('negotiable-quote-data-item-note-search-results-interface', {
  items: t.array(ItemNote),
  search_criteria: SearchCriteria,
  total_count: t.integer,
});
