import { sql } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
import type { Out } from '../../kernel/types.ts';
import type { SearchCriteria } from '../../storage/criteria/criteria.ts';
import type { SearchField } from '../../storage/criteria/fields.ts';
import { findList, type FoundList } from '../../storage/criteria/list.ts';
import { prepared, preparedFirst, type Params } from '../../storage/prepared.ts';
import { inIds } from '../../storage/sql.ts';
import { fromUnits } from './amounts.ts';
import type { CompanyCreditRow } from './tables.ts';
import type { CreditLimit } from './types.ts';

const byIds = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('company_credit').selectAll().where(inIds('entity_id', p.ids)),
);
const byCompany = preparedFirst((db, p: Params<{ id: number }>) =>
  db.selectFrom('company_credit').selectAll().where('company_id', '=', p.id),
);

/** Credits by id, in one query. */
export async function findCredits(call: Call, ids: readonly number[]): Promise<Map<number, CompanyCreditRow>> {
  return new Map((await byIds(call.db, { ids })).map((row) => [row.entity_id, row]));
}

/** The credit with an id. Throws 404. */
export async function requireCredit(call: Call, id: number): Promise<CompanyCreditRow> {
  const credit = Number.isSafeInteger(id) ? (await findCredits(call, [id])).get(id) : undefined;
  if (!credit) throw platformErrors.noSuchEntity({ fieldName: 'id', fieldValue: id });
  return credit;
}

/** As `requireCredit`, and nobody else changes it before this transaction ends. */
export async function lockCredit(call: Call, id: number): Promise<CompanyCreditRow> {
  // A write that changes nothing locks the row on both databases.
  if (Number.isSafeInteger(id)) {
    await call.db
      .updateTable('company_credit')
      .set((eb) => ({ balance: eb.ref('balance') }))
      .where('entity_id', '=', id)
      .execute();
  }
  return requireCredit(call, id);
}

/** The credit of a company. Throws 404. */
export async function requireCreditOf(call: Call, companyId: number): Promise<CompanyCreditRow> {
  const credit = Number.isSafeInteger(companyId) ? await byCompany(call.db, { id: companyId }) : undefined;
  if (!credit) throw platformErrors.noSuchEntity({ fieldName: 'companyId', fieldValue: companyId });
  return credit;
}

/** The credit of a company; undefined for an unknown company. */
export function findCreditOf(call: Call, companyId: number): Promise<CompanyCreditRow | undefined> {
  return byCompany(call.db, { id: companyId });
}

/** Creates an empty credit for a new company, in the currency of the shop. In a transaction. */
export async function createCredit(call: Call, company: { readonly id: number }): Promise<void> {
  await call.db
    .insertInto('company_credit')
    .values({
      company_id: company.id,
      currency_code: call.services.store.baseCurrency(call, 0),
      credit_limit: 0,
      balance: 0,
      exceed_limit: 0,
    })
    .execute();
}

const fields: Readonly<Record<string, SearchField>> = {
  id: { kind: 'integer', column: 'entity_id', notNull: true },
  entity_id: { kind: 'integer', notNull: true },
  company_id: { kind: 'integer', notNull: true },
  credit_limit: { kind: 'number', column: sql`(credit_limit / 10000.0)` },
  balance: { kind: 'number', column: sql`(balance / 10000.0)` },
  currency_code: { kind: 'text', notNull: true },
  exceed_limit: { kind: 'flag', notNull: true },
  available_limit: { kind: 'number', column: sql`((credit_limit + balance) / 10000.0)` },
};

/** Credits by criteria. */
export function listCredits(call: Call, criteria: SearchCriteria): Promise<FoundList<CompanyCreditRow>> {
  return findList(call, criteria, {
    base: call.db.selectFrom('company_credit'),
    key: 'entity_id',
    fields,
    load: (on, ids: readonly number[]) => findCredits(on, ids),
  });
}

/** A credit as the wire has it. */
export function showCredit(credit: CompanyCreditRow): Out<typeof CreditLimit> {
  return {
    id: credit.entity_id,
    company_id: credit.company_id,
    credit_limit: fromUnits(credit.credit_limit).toNumber(),
    balance: fromUnits(credit.balance).toNumber(),
    currency_code: credit.currency_code,
    exceed_limit: credit.exceed_limit === 1,
    available_limit: fromUnits(credit.credit_limit + credit.balance).toNumber(),
  };
}
