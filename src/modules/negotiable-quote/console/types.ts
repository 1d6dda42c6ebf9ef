import * as t from '../../../kernel/types.ts';

const head = {
  quote_id: t.integer,
  quote_name: t.string,
  /** See `states.ts`. */
  status: t.string,
  /** Id and name of the buyer's company; absent for a buyer who has left it. */
  company_id: t.optional(t.integer),
  company: t.optional(t.string),
  buyer: t.string,
  buyer_email: t.string,
  /** The base currency of the quote, which all amounts are in. */
  currency: t.string,
  /** Goods at the prices of the catalog. */
  original_total: t.number,
  /** Goods at the proposed prices; absent: none are proposed. */
  proposed_total: t.optional(t.number),
  /** The last day of validity; absent: unlimited. */
  expires_on: t.optional(t.string),
  created_at: t.string,
  updated_at: t.string,
} as const;

/** A quote in the list of the console. */
export const ConsoleQuoteHead = t.object('console-quote-head', head);
/** A page of quotes. */
export const ConsoleQuotes = t.object('console-quotes', { items: t.array(ConsoleQuoteHead), total_count: t.integer });

const Item = t.object('console-quote-item', {
  item_id: t.integer,
  sku: t.string,
  name: t.string,
  qty: t.number,
  /** Price of the catalog per unit, and cost of the product; absent: no cost is stored. */
  price: t.number,
  cost: t.optional(t.number),
  /** Proposed price of the item by the numbers of `priceTypes`; absent: none. */
  price_type: t.optional(t.integer),
  price_value: t.optional(t.number),
  /** The row at the price of the catalog, and at the proposed prices of item and quote. */
  original_row: t.number,
  proposed_row: t.number,
  /** The last note of the item. */
  note: t.optional(t.string),
});

const Attachment = t.object('console-quote-attachment', { attachment_id: t.integer, file_name: t.string });

const Comment = t.object('console-quote-comment', {
  entity_id: t.integer,
  author: t.string,
  /** Whether the shop wrote it. */
  is_ours: t.boolean,
  is_decline: t.boolean,
  comment: t.string,
  created_at: t.string,
  attachments: t.array(Attachment),
});

const Change = t.object('console-quote-change', {
  history_id: t.integer,
  author: t.string,
  is_ours: t.boolean,
  /** The state before; absent: the quote was created. */
  old_status: t.optional(t.string),
  new_status: t.string,
  expires_on: t.optional(t.string),
  /** The grand total after the change, in the currency of the buyer; absent: not computed. */
  total: t.optional(t.number),
  created_at: t.string,
});

/** A quote with its items, comments and changes. */
export const ConsoleQuote = t.object('console-quote', {
  ...head,
  /** Currency of the totals in the history. */
  buyer_currency: t.string,
  /** The proposed price of the whole quote by the numbers of `priceTypes`; absent: none. */
  price_type: t.optional(t.integer),
  price_value: t.optional(t.number),
  /** Price of the shipping: the proposed one, or that of the chosen method. */
  proposed_shipping: t.optional(t.number),
  shipping_method: t.optional(t.string),
  shipping_address: t.string,
  /** Whether the shop may change the prices, submit the quote, and decline it. */
  may_change: t.boolean,
  may_submit: t.boolean,
  may_decline: t.boolean,
  items: t.array(Item),
  comments: t.array(Comment),
  history: t.array(Change),
});
