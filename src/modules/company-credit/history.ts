import { sql } from 'kysely';
import { callerTypes, type Call } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
import { formatTime } from '../../kernel/time.ts';
import type { Out } from '../../kernel/types.ts';
import type { SearchCriteria } from '../../storage/criteria/criteria.ts';
import type { SearchField } from '../../storage/criteria/fields.ts';
import { findList, type FoundList } from '../../storage/criteria/list.ts';
import { checkLengths, LONGEST_TEXT } from '../../storage/fit.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { inIds } from '../../storage/sql.ts';
import { fromUnits } from './amounts.ts';
import { creditErrors } from './errors.ts';
import type { CompanyCreditRow, CreditHistoryRow } from './tables.ts';
import { operations, type CreditHistory, type CreditOperation } from './types.ts';

const byIds = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('company_credit_history').selectAll().where(inIds('history_id', p.ids)),
);

async function findEntries(call: Call, ids: readonly number[]): Promise<Map<number, CreditHistoryRow>> {
  return new Map((await byIds(call.db, { ids })).map((row) => [row.history_id, row]));
}

const money = (name: string): SearchField => ({ kind: 'number', column: sql`(${sql.ref(name)} / 10000.0)` });
const requiredInteger: SearchField = { kind: 'integer', notNull: true };
const text: SearchField = { kind: 'text' };

const fields: Readonly<Record<string, SearchField>> = {
  id: { kind: 'integer', column: 'history_id', notNull: true },
  history_id: requiredInteger,
  company_credit_id: requiredInteger,
  user_id: requiredInteger,
  user_type: requiredInteger,
  currency_credit: text,
  currency_operation: text,
  rate: { kind: 'number' },
  rate_credit: { kind: 'number' },
  amount: money('amount'),
  balance: money('balance'),
  credit_limit: money('credit_limit'),
  available_limit: money('available_limit'),
  type: requiredInteger,
  datetime: { kind: 'time', notNull: true, followsKey: true },
  purchase_order: text,
  custom_reference_number: text,
  comment: text,
};

/** Entries of the history of all credits by criteria. */
export function listHistory(call: Call, criteria: SearchCriteria): Promise<FoundList<CreditHistoryRow>> {
  return findList(call, criteria, {
    base: call.db.selectFrom('company_credit_history'),
    key: 'history_id',
    fields,
    load: (on, ids: readonly number[]) => findEntries(on, ids),
  });
}

/** An entry as the wire has it. The comment is JSON text there: a person's comment and the order. */
export function showEntry(entry: CreditHistoryRow): Out<typeof CreditHistory> {
  const { comment, order_increment } = entry;
  const commentParts = {
    ...(comment ? { custom: comment } : {}),
    ...(order_increment ? { system: { order: order_increment } } : {}),
  };
  return {
    id: entry.history_id,
    company_credit_id: entry.company_credit_id,
    user_id: entry.user_id,
    user_type: entry.user_type,
    currency_credit: entry.currency_credit,
    currency_operation: entry.currency_operation,
    rate: entry.rate,
    rate_credit: entry.rate_credit,
    amount: fromUnits(entry.amount).toNumber(),
    balance: fromUnits(entry.balance).toNumber(),
    credit_limit: fromUnits(entry.credit_limit).toNumber(),
    available_limit: fromUnits(entry.available_limit).toNumber(),
    type: entry.type,
    datetime: entry.datetime,
    purchase_order: entry.purchase_order,
    custom_reference_number: entry.custom_reference_number,
    comment: Object.keys(commentParts).length > 0 ? JSON.stringify(commentParts) : '',
  };
}

/** Why a credit changes. */
export interface CreditChange {
  readonly type: CreditOperation;
  readonly comment?: string | null | undefined;
  readonly purchaseOrder?: string | null | undefined;
  readonly reference?: string | null | undefined;
  readonly order?: string | null | undefined;
}

/** The change of a balance, in the currency of the operation. */
export interface ChangedBy {
  /** In ten-thousandths; negative: additional debt. */
  readonly units: number;
  readonly currency: string;
  readonly rate: number;
}

/**
 * Writes the new state of a credit into its history. In the transaction of the change. Throws 400 for texts that are
 * too long.
 */
export async function record(call: Call, credit: CompanyCreditRow, by: ChangedBy, why: CreditChange): Promise<void> {
  const texts = {
    purchase_order: why.purchaseOrder || null,
    custom_reference_number: why.reference || null,
    order_increment: why.order || null,
  };
  checkLengths(texts, { purchase_order: LONGEST_TEXT, custom_reference_number: LONGEST_TEXT, order_increment: 50 });
  const { currency_code, balance, credit_limit } = credit;
  await call.db
    .insertInto('company_credit_history')
    .values({
      ...texts,
      company_credit_id: credit.entity_id,
      user_id: call.caller.id,
      user_type: callerTypes[call.caller.type],
      currency_credit: currency_code,
      currency_operation: by.currency,
      rate: by.rate,
      rate_credit: by.currency === currency_code ? 0 : by.rate,
      amount: by.units,
      balance,
      credit_limit,
      available_limit: credit_limit + balance,
      type: why.type,
      datetime: formatTime(call.clock.now()),
      comment: why.comment || null,
    })
    .execute();
}

/** Whether a credit has ever changed. */
export async function hasHistory(call: Call, creditId: number): Promise<boolean> {
  const entry = await call.db
    .selectFrom('company_credit_history')
    .select('history_id')
    .where('company_credit_id', '=', creditId)
    .executeTakeFirst();
  return entry !== undefined;
}

/**
 * Changes purchase order and comment of a reimbursement; missing fields stay unchanged. In a transaction. Throws 400
 * and 404.
 */
export async function changeEntry(
  call: Call,
  id: number,
  input: { readonly purchaseOrder?: string | null; readonly comment?: string | null },
): Promise<void> {
  const entry = Number.isSafeInteger(id) ? (await findEntries(call, [id])).get(id) : undefined;
  if (!entry) throw platformErrors.noSuchEntity({ fieldName: 'historyId', fieldValue: id });
  if (entry.type !== operations.reimbursed) throw creditErrors.notReimbursed();
  const { purchaseOrder, comment } = input;
  const changed = {
    purchase_order: purchaseOrder === undefined ? entry.purchase_order : purchaseOrder || null,
    comment: comment === undefined ? entry.comment : comment || null,
  };
  checkLengths(changed, { purchase_order: LONGEST_TEXT });
  await call.db.updateTable('company_credit_history').set(changed).where('history_id', '=', id).execute();
}
