import { sql } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
import type { Out } from '../../kernel/types.ts';
import type { SearchCriteria } from '../../storage/criteria/criteria.ts';
import type { SearchField } from '../../storage/criteria/fields.ts';
import { findList, type FoundList } from '../../storage/criteria/list.ts';
import { perDialect } from '../../storage/dialects.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { inIds } from '../../storage/sql.ts';
import { settingsOf } from './settings.ts';
import type { CompanyRow } from './tables.ts';
import type { Company } from './types.ts';

const byIds = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('company').selectAll().where(inIds('entity_id', p.ids)),
);

/** Companies by id, in one query; unknown ids are skipped. */
export async function findCompanies(call: Call, ids: readonly number[]): Promise<ReadonlyMap<number, CompanyRow>> {
  if (ids.length === 0) return new Map();
  return new Map((await byIds(call.db, { ids })).map((row) => [row.entity_id, row]));
}

/** A company. Throws 404. */
export async function requireCompany(call: Call, id: number, fieldName = 'id'): Promise<CompanyRow> {
  const row = Number.isSafeInteger(id) ? (await findCompanies(call, [id])).get(id) : undefined;
  if (!row) throw platformErrors.noSuchEntity({ fieldName, fieldValue: id });
  return row;
}

/** Locks companies in the order of their ids, so that transactions wait for each other in one order. */
const lockInOrder = perDialect({ sqlite: sql``, postgres: sql`for update` });
const lockByIds = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db
    .selectFrom('company')
    .select('entity_id')
    .where(inIds('entity_id', p.ids))
    .orderBy('entity_id')
    .modifyEnd(lockInOrder),
);

/** As `lockCompany`, for several. Throws 404 for the first unknown one. */
export async function lockCompanies(call: Call, ids: readonly number[], fieldName: string): Promise<void> {
  const found = await lockByIds(call.db, { ids: ids.filter(Number.isSafeInteger) });
  const known = new Set(found.map(({ entity_id }) => entity_id));
  const missing = ids.find((id) => !known.has(id));
  if (missing !== undefined) throw platformErrors.noSuchEntity({ fieldName, fieldValue: missing });
}

/** As `requireCompany`, and nobody else changes or deletes it before this transaction ends. */
export async function lockCompany(call: Call, id: number, fieldName?: string): Promise<CompanyRow> {
  // A write that changes nothing locks the row on both databases.
  if (Number.isSafeInteger(id)) {
    await call.db
      .updateTable('company')
      .set((eb) => ({ status: eb.ref('status') }))
      .where('entity_id', '=', id)
      .execute();
  }
  return requireCompany(call, id, fieldName);
}

/** A company as the wire has it, without its empty fields. */
export function showCompany(row: CompanyRow): Out<typeof Company> {
  const { entity_id, email_key: _, street, settings, ...fields } = row;
  const { is_quote_enabled, ...settingFields } = settingsOf(settings);
  const quote_config = { company_id: String(entity_id), is_quote_enabled };
  return {
    id: entity_id,
    ...fields,
    street: street.split('\n'),
    extension_attributes: { ...settingFields, quote_config },
  };
}

const fields: Record<string, SearchField> = {
  entity_id: { kind: 'integer', notNull: true },
  id: { kind: 'integer', column: 'entity_id', notNull: true },
  status: { kind: 'integer', notNull: true },
  company_name: { kind: 'text', notNull: true },
  legal_name: { kind: 'text' },
  company_email: { kind: 'text', notNull: true },
  vat_tax_id: { kind: 'text' },
  reseller_id: { kind: 'text' },
  comment: { kind: 'text' },
  street: { kind: 'text', notNull: true },
  city: { kind: 'text', notNull: true },
  country_id: { kind: 'text', notNull: true },
  region: { kind: 'text' },
  region_id: { kind: 'text' },
  postcode: { kind: 'text' },
  telephone: { kind: 'text', notNull: true },
  customer_group_id: { kind: 'integer', notNull: true },
  sales_representative_id: { kind: 'integer', notNull: true },
  reject_reason: { kind: 'text' },
  rejected_at: { kind: 'text' },
  super_user_id: { kind: 'integer', notNull: true },
};

/** Lists companies. */
export function listCompanies(call: Call, criteria: SearchCriteria): Promise<FoundList<CompanyRow>> {
  return findList(call, criteria, {
    base: call.db.selectFrom('company'),
    key: 'entity_id',
    fields,
    load: (on, ids: readonly number[]) => findCompanies(on, ids),
  });
}
