import type { Selectable } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { isWanted, wantedIn, type WantedFields } from '../../kernel/fields-filter.ts';
import { acl, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { SearchCriteria } from '../../storage/criteria/criteria.ts';
import type { SearchField } from '../../storage/criteria/fields.ts';
import { answerList, findList, type FoundList } from '../../storage/criteria/list.ts';
import { decodeDocument } from '../../storage/documents.ts';
import { prepared, preparedWrite, type Params } from '../../storage/prepared.ts';
import { inIds } from '../../storage/sql.ts';
import { salesErrors } from './errors.ts';
import type { TransactionTable } from './tables.ts';
import { Transaction, TransactionSearchResults } from './types/transaction.ts';

type ShownTransaction = t.Out<typeof Transaction>;
/** A stored transaction. */
export type TransactionRow = Selectable<TransactionTable>;

const byIds = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('sales_payment_transaction').selectAll().where(inIds('transaction_id', p.ids)),
);
const byOrders = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('sales_payment_transaction').selectAll().where(inIds('order_id', p.ids)).orderBy('transaction_id'),
);

/**
 * Transactions in a response, with their child transactions; these are read in one query, if the response contains
 * them.
 */
async function showTransactions(
  call: Call,
  rows: readonly TransactionRow[],
  requestedFields: WantedFields,
): Promise<ShownTransaction[]> {
  const orderIds = [...new Set(rows.map((row) => row.order_id))];
  const relatives = isWanted(requestedFields, 'child_transactions') ? await byOrders(call.db, { ids: orderIds }) : [];
  const children = Map.groupBy(relatives, (row) => row.parent_id);
  const show = (row: TransactionRow): ShownTransaction => ({
    ...row,
    additional_information: decodeDocument<string[]>(row.additional_information),
    child_transactions: (children.get(row.transaction_id) ?? []).map(show),
  });
  return rows.map(show);
}

const fields: Readonly<Record<string, SearchField>> = {
  transaction_id: { kind: 'integer', notNull: true },
  parent_id: { kind: 'integer' },
  order_id: { kind: 'integer', notNull: true },
  payment_id: { kind: 'integer', notNull: true },
  txn_id: { kind: 'text', notNull: true },
  parent_txn_id: { kind: 'text' },
  txn_type: { kind: 'text', notNull: true },
  is_closed: { kind: 'flag', notNull: true },
  created_at: { kind: 'time', notNull: true },
};

function listTransactions(call: Call, criteria: SearchCriteria): Promise<FoundList<TransactionRow>> {
  return findList(call, criteria, {
    base: call.db.selectFrom('sales_payment_transaction'),
    key: 'transaction_id',
    fields,
    load: async (on, ids: readonly number[]) =>
      new Map((await byIds(on.db, { ids })).map((row) => [row.transaction_id, row])),
  });
}

const service = 'salesTransactionRepositoryV1';
const access = acl('Magento_Sales::transactions_fetch');

const getTransaction = route({
  method: 'GET',
  path: '/V1/transactions/:id',
  service,
  operation: 'get',
  summary: 'Get one transaction with a payment provider, and the transactions that follow from it.',
  access,
  input: { id: t.integer },
  output: Transaction,
  handle: async ({ id }, call, requestedFields) => {
    const [view] = await showTransactions(call, await byIds(call.db, { ids: [id] }), requestedFields);
    if (!view) throw salesErrors.notFound();
    return view;
  },
});

const getTransactions = route({
  method: 'GET',
  path: '/V1/transactions',
  service,
  operation: 'getList',
  summary: 'List transactions with payment providers.',
  access,
  input: { searchCriteria: SearchCriteria },
  output: TransactionSearchResults,
  handle: async ({ searchCriteria }, call, requestedFields) =>
    answerList(await listTransactions(call, searchCriteria), requestedFields, (rows) =>
      showTransactions(call, rows, wantedIn(requestedFields, 'items')),
    ),
});

/** A transaction with a provider, as a payment method reports it. */
interface NewTransaction {
  readonly order_id: number;
  readonly txn_id: string;
  /** `authorization`, `capture`, `order`, `payment`, `refund` or `void`. */
  readonly txn_type: string;
  /** The transaction of the same order that it follows from. */
  readonly parent_id?: number;
  readonly is_closed: boolean;
  readonly created_at: string;
  readonly additional_information?: readonly string[];
}

/** Stores a transaction for a payment method; returns its id. Must be called within a database transaction. */
export async function addTransaction(call: Call, transaction: NewTransaction): Promise<number> {
  const parent =
    transaction.parent_id === undefined ? undefined : (await byIds(call.db, { ids: [transaction.parent_id] }))[0];
  const { transaction_id } = await call.db
    .insertInto('sales_payment_transaction')
    .values({
      parent_id: parent?.transaction_id ?? null,
      order_id: transaction.order_id,
      // A payment has the id of its order.
      payment_id: transaction.order_id,
      txn_id: transaction.txn_id,
      parent_txn_id: parent?.txn_id ?? null,
      txn_type: transaction.txn_type,
      is_closed: transaction.is_closed ? 1 : 0,
      additional_information: JSON.stringify(transaction.additional_information ?? []),
      created_at: transaction.created_at,
    })
    .returning('transaction_id')
    .executeTakeFirstOrThrow();
  return transaction_id;
}

/** The transactions of an order, oldest first. */
export async function transactionsOf(call: Call, orderId: number): Promise<TransactionRow[]> {
  return byOrders(call.db, { ids: [orderId] });
}

const setClosed = preparedWrite((db, p: Params<{ id: number; is_closed: 0 | 1 }>) =>
  db.updateTable('sales_payment_transaction').set({ is_closed: p.is_closed }).where('transaction_id', '=', p.id),
);

/** Closes a transaction, so that nothing can follow from it, or opens it again. */
export async function closeTransaction(call: Call, id: number, isClosed = true): Promise<void> {
  await setClosed(call.db, { id, is_closed: isClosed ? 1 : 0 });
}

export const transactionRoutes = [getTransaction, getTransactions];
