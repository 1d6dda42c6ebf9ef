import * as t from '../../kernel/types.ts';
import { searchResults } from '../../storage/criteria/criteria.ts';

/** The gift cards of a cart: codes, balance, and the amount that the cart uses. */
export const CartCards = t.object('gift-card-account-data-gift-card-account-interface', {
  gift_cards: t.optional(t.secret(t.array(t.string), 'money')),
  gift_cards_amount: t.number,
  base_gift_cards_amount: t.number,
  gift_cards_amount_used: t.number,
  base_gift_cards_amount_used: t.number,
  extension_attributes: t.optional(t.extension('gift-card-account-data-gift-card-account-extension-interface', {})),
});

/** An order's use of a card. */
export const OrderCard = t.object('gift-card-account-data-gift-card-interface', {
  id: t.integer,
  code: t.secret(t.string, 'money'),
  amount: t.number,
  base_amount: t.number,
});

const HistoryEntry = t.object('gift-card-account-api-data-history-entry-interface', {
  updated_at: t.string,
  action: t.integer,
  balance_amount: t.number,
  balance_delta: t.number,
  additional_info: t.optional(t.string),
});
/** An entry of a card's history in a response. */
export type ShownEntry = t.Out<typeof HistoryEntry>;

/** A gift card account. Amounts are in the base currency of its website. */
export const Account = t.object('gift-card-account-api-data-gift-card-account-data-interface', {
  account_id: t.optional(t.integer),
  code: t.optional(t.secret(t.string, 'money')),
  status: t.optional(t.integer),
  date_created: t.optional(t.string),
  date_expires: t.optional(t.string),
  balance: t.optional(t.number),
  state: t.optional(t.integer),
  is_redeemable: t.optional(t.integer),
  website_id: t.optional(t.integer),
  history: t.optional(t.array(HistoryEntry)),
});
/** A gift card account in a request. */
export type SentAccount = t.In<typeof Account>;
/** A gift card account in a response. */
export type ShownAccount = t.Out<typeof Account>;

/** A page of gift card accounts. */
export const AccountSearchResults = searchResults(
  'gift-card-account-api-data-gift-card-account-data-search-results-interface',
  Account,
);
