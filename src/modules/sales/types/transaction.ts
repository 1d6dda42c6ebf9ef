import * as t from '../../../kernel/types.ts';
import { searchResults } from '../../../storage/criteria/criteria.ts';

/** A transaction with a payment provider. */
export const Transaction = t.object('sales-data-transaction-interface', {
  transaction_id: t.integer,
  parent_id: t.optional(t.integer),
  order_id: t.integer,
  payment_id: t.integer,
  txn_id: t.string,
  parent_txn_id: t.string,
  txn_type: t.string,
  is_closed: t.integer,
  additional_information: t.optional(t.array(t.string)),
  created_at: t.string,
  child_transactions: t.array(t.lazy<Record<string, unknown>>((): t.ObjectType => Transaction)),
  extension_attributes: t.optional(t.extension('sales-data-transaction-extension-interface', {})),
});

/** A page of transactions. */
export const TransactionSearchResults = searchResults('sales-data-transaction-search-result-interface', Transaction);
