import type { Call } from '../../kernel/call.ts';
import { missingArguments, platformErrors } from '../../kernel/errors.ts';
import type { SearchCriteria } from '../../storage/criteria/criteria.ts';
import type { SearchField } from '../../storage/criteria/fields.ts';
import { findList, type FoundList } from '../../storage/criteria/list.ts';
import { insertRows } from '../../storage/rows.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { inIds } from '../../storage/sql.ts';
import { lockCompanies, requireCompany } from './companies.ts';
import { companyErrors } from './errors.ts';
import type { SentRelation } from './types.ts';

/** That a company belongs to another one. */
interface CompanyRelation {
  readonly company_id: number;
  readonly parent_id: number;
}

const byCompanies = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('company_relation').selectAll().where(inIds('company_id', p.ids)),
);

const requiredInteger: SearchField = { kind: 'integer', notNull: true };

/** Relations of companies by criteria. */
export function listRelations(call: Call, criteria: SearchCriteria): Promise<FoundList<CompanyRelation>> {
  return findList(call, criteria, {
    base: call.db.selectFrom('company_relation'),
    key: 'company_id',
    fields: { company_id: requiredInteger, parent_id: requiredInteger },
    load: async (on, ids: readonly number[]) =>
      new Map((await byCompanies(on.db, { ids })).map((row) => [row.company_id, row])),
  });
}

/**
 * Puts companies below another one, besides its existing ones. A company has one parent, and a parent has none: there
 * are two levels. In a transaction. Throws 400 and 404.
 */
export async function addRelations(call: Call, parentId: number, input: readonly SentRelation[]): Promise<void> {
  const ids = [...new Set(input.map((relation) => childOf(relation, parentId)))];
  if (ids.length === 0) throw missingArguments(['relations']);
  await requireCompany(call, parentId, 'parentId');
  await lockCompanies(call, [parentId, ...ids], 'company_id');
  await checkRelations(call, parentId, ids);
  await insertRows(
    call.db,
    'company_relation',
    ids.map((company_id) => ({ company_id, parent_id: parentId })),
    { onConflict: { key: ['company_id'], update: ['parent_id'] } },
  );
}

function childOf({ company_id, parent_id }: SentRelation, parentId: number): number {
  if (parent_id && parent_id !== parentId) {
    throw companyErrors.invalidValue({ fieldName: 'parent_id', value: parent_id });
  }
  if (!company_id) throw missingArguments(['company_id']);
  return company_id;
}

async function checkRelations(call: Call, parentId: number, ids: readonly number[]): Promise<void> {
  if (ids.includes(parentId)) throw companyErrors.childIsParent([parentId]);
  const parents = new Map(
    (await byCompanies(call.db, { ids: [parentId, ...ids] })).map((row) => [row.company_id, row.parent_id]),
  );
  if (parents.has(parentId)) throw companyErrors.parentIsChild([parentId]);
  const elsewhere = ids.find((id) => (parents.get(id) ?? parentId) !== parentId);
  if (elsewhere !== undefined) throw companyErrors.otherParent([elsewhere]);
  const leading = await call.db
    .selectFrom('company_relation')
    .select('parent_id')
    .where(inIds('parent_id', ids))
    .executeTakeFirst();
  if (leading) throw companyErrors.childIsParent([leading.parent_id]);
}

/** Sets a company free from its parent. In a transaction. Throws 404. */
export async function removeRelation(call: Call, parentId: number, companyId: number): Promise<void> {
  const { numDeletedRows } = await call.db
    .deleteFrom('company_relation')
    .where('company_id', '=', companyId)
    .where('parent_id', '=', parentId)
    .executeTakeFirstOrThrow();
  if (numDeletedRows > 0n) return;
  throw platformErrors.noSuchEntity2({
    fieldName: 'parentId',
    fieldValue: parentId,
    field2Name: 'companyId',
    field2Value: companyId,
  });
}

/** A parent company with the companies below it. */
export interface CompanyFamily {
  /** Undefined: the company has neither a parent nor companies below it. */
  readonly parentId: number | undefined;
  readonly childIds: readonly number[];
}

/** The family of each company, by id of the company, in two queries. */
export async function familiesOf(call: Call, ids: readonly number[]): Promise<ReadonlyMap<number, CompanyFamily>> {
  if (ids.length === 0) return new Map();
  const parents = new Map((await byCompanies(call.db, { ids })).map((row) => [row.company_id, row.parent_id]));
  const rows = await call.db
    .selectFrom('company_relation')
    .selectAll()
    .where(inIds('parent_id', [...new Set(ids.map((id) => parents.get(id) ?? id))]))
    .orderBy('company_id')
    .execute();
  const children = Map.groupBy(rows, ({ parent_id }) => parent_id);
  return new Map(
    ids.map((id) => {
      const childIds = (children.get(parents.get(id) ?? id) ?? []).map(({ company_id }) => company_id);
      return [id, { parentId: childIds.length > 0 ? (parents.get(id) ?? id) : undefined, childIds }];
    }),
  );
}

/** Sets a company free from its parent, or from this one alone. In a transaction. Returns whether it had that parent. */
export async function removeParent(call: Call, companyId: number, parentId?: number): Promise<boolean> {
  const { numDeletedRows } = await call.db
    .deleteFrom('company_relation')
    .where('company_id', '=', companyId)
    .$if(parentId !== undefined, (query) => query.where('parent_id', '=', parentId ?? 0))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
