import * as t from '../../kernel/types.ts';
import { searchResults } from '../../storage/criteria/criteria.ts';

const credit = {
  id: t.optional(t.integer),
  company_id: t.optional(t.integer),
  credit_limit: t.optional(t.number),
  balance: t.optional(t.number),
  currency_code: t.optional(t.string),
  exceed_limit: t.boolean,
  available_limit: t.optional(t.number),
} as const;

/** A company's credit limit and debt. */
const CreditData = t.object('company-credit-data-credit-data-interface', credit);

/** As `CreditData`, with the comment of a change. */
export const CreditLimit = t.object('company-credit-data-credit-limit-interface', {
  ...credit,
  credit_comment: t.optional(t.string),
  extension_attributes: t.optional(t.extension('company-credit-data-credit-limit-extension-interface', {})),
});
/** The input of a credit. */
export type SentCredit = t.In<typeof CreditLimit>;

export const CreditSearchResults = searchResults(
  'company-credit-data-credit-limit-search-results-interface',
  CreditData,
);

/** References and currencies of a balance change. */
export const BalanceOptions = t.object('company-credit-data-credit-balance-options-interface', {
  purchase_order: t.string,
  custom_reference_number: t.optional(t.string),
  order_increment: t.string,
  currency_display: t.string,
  currency_base: t.string,
});
/** The input of `BalanceOptions`. */
export type SentOptions = t.In<typeof BalanceOptions>;

/** A change of a credit, with the state after it. */
export const CreditHistory = t.object('company-credit-data-history-data-interface', {
  id: t.optional(t.integer),
  company_credit_id: t.optional(t.integer),
  user_id: t.optional(t.integer),
  user_type: t.optional(t.integer),
  currency_credit: t.optional(t.string),
  currency_operation: t.optional(t.string),
  rate: t.number,
  rate_credit: t.optional(t.number),
  amount: t.number,
  balance: t.number,
  credit_limit: t.number,
  available_limit: t.optional(t.number),
  type: t.optional(t.integer),
  datetime: t.optional(t.string),
  purchase_order: t.optional(t.string),
  custom_reference_number: t.optional(t.string),
  comment: t.optional(t.string),
});

export const CreditHistorySearchResults = searchResults(
  'company-credit-data-history-search-results-interface',
  CreditHistory,
);

/** Kinds of credit changes, by the numbers of the interface. */
export const operations = {
  allocated: 1,
  updated: 2,
  purchased: 3,
  reimbursed: 4,
  refunded: 5,
  reverted: 6,
} as const;
/** An operation by its number. */
export type CreditOperation = (typeof operations)[keyof typeof operations];
