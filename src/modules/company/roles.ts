import type { Call } from '../../kernel/call.ts';
import { foldText } from '../../kernel/fold.ts';
import { valueAt } from '../../kernel/lookup.ts';
import type { Out } from '../../kernel/types.ts';
import type { SearchCriteria } from '../../storage/criteria/criteria.ts';
import type { SearchField } from '../../storage/criteria/fields.ts';
import { findList, type FoundList } from '../../storage/criteria/list.ts';
import type { AskedPage } from '../../storage/criteria/pages.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { fold, inIds } from '../../storage/sql.ts';
import { companyErrors } from './errors.ts';
import { companyResources, type CompanyResource } from './resources.ts';
import type { CompanyPermissionRow, CompanyRoleRow } from './tables.ts';
import type { Role } from './types.ts';

/** A role with its setting for each permission, in the order of the interface. */
export interface StoredRole extends CompanyRoleRow {
  readonly permissions: readonly CompanyPermissionRow[];
}

const rolesByIds = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('company_role').selectAll().where(inIds('role_id', p.ids)),
);
const permissionsByRoles = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('company_permission').selectAll().where(inIds('role_id', p.ids)),
);

const places = new Map<string, number>(companyResources.map((resource, i) => [resource, i]));

/** Roles by id, in two queries; unknown ids are skipped. */
export async function findRoles(call: Call, ids: readonly number[]): Promise<Map<number, StoredRole>> {
  const permissions = Map.groupBy(await permissionsByRoles(call.db, { ids }), ({ role_id }) => role_id);
  return new Map(
    (await rolesByIds(call.db, { ids })).map((row) => {
      const own = permissions.get(row.role_id) ?? [];
      const sorted = own.toSorted((a, b) => valueAt(places, a.resource_id) - valueAt(places, b.resource_id));
      return [row.role_id, { ...row, permissions: sorted }];
    }),
  );
}

/** The role with an id. Throws 404. */
export async function requireRole(call: Call, id: number): Promise<StoredRole> {
  const role = Number.isSafeInteger(id) ? (await findRoles(call, [id])).get(id) : undefined;
  if (!role) throw companyErrors.roleNotFound([id]);
  return role;
}

const fields: Readonly<Record<string, SearchField>> = {
  id: { kind: 'integer', column: 'role_id', notNull: true },
  role_id: { kind: 'integer', notNull: true },
  role_name: { kind: 'text', notNull: true },
  company_id: { kind: 'integer', notNull: true },
};

/** Roles of all companies by criteria. */
export function listRoles(call: Call, criteria: SearchCriteria): Promise<FoundList<StoredRole>> {
  return findList(call, criteria, {
    base: call.db.selectFrom('company_role'),
    key: 'role_id',
    fields,
    load: (on, ids: readonly number[]) => findRoles(on, ids),
  });
}

/** One page of the roles of a company, in the order of their creation, in three queries. */
export async function pageOfRoles(
  call: Call,
  companyId: number,
  { page, pageSize }: AskedPage,
): Promise<readonly StoredRole[]> {
  const rows = await call.db
    .selectFrom('company_role')
    .select('role_id')
    .where('company_id', '=', companyId)
    .orderBy('role_id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const ids = rows.map(({ role_id }) => role_id);
  const found = await findRoles(call, ids);
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** How many roles a company has. */
export async function countRoles(call: Call, companyId: number): Promise<number> {
  const { count } = await call.db
    .selectFrom('company_role')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whether a company has a role of this name, ignoring case. */
export async function isRoleName(call: Call, companyId: number, name: string): Promise<boolean> {
  // The database cannot store this character, and PostgreSQL rejects it in comparisons.
  if (name.includes('\0')) return false;
  const found = await call.db
    .selectFrom('company_role')
    .select('role_id')
    .where('company_id', '=', companyId)
    .where(fold('role_name'), '=', foldText(name))
    .executeTakeFirst();
  return found !== undefined;
}

/** A role as the wire has it. */
export function showRole({ role_id, role_name, company_id, permissions }: StoredRole): Out<typeof Role> {
  return {
    id: role_id,
    role_name,
    permissions: permissions.map(({ permission_id, resource_id, is_allowed }) => ({
      id: permission_id,
      role_id,
      resource_id,
      permission: is_allowed === 1 ? 'allow' : 'deny',
    })),
    company_id,
  };
}

/** Ids of the customers who have a role. */
export async function customersWithRole(call: Call, roleId: number): Promise<number[]> {
  const rows = await call.db
    .selectFrom('company_user_role')
    .select('customer_id')
    .where('role_id', '=', roleId)
    .orderBy('customer_id')
    .execute();
  return rows.map(({ customer_id }) => customer_id);
}

/** Whether one of the roles of a user allows something; the administrator needs none. */
export async function isAllowedTo(
  call: Call,
  user: { readonly customer_id: number; readonly company_id: number },
  resource: CompanyResource,
): Promise<boolean> {
  const found = await call.db
    .selectFrom('company_user_role as u')
    .innerJoin('company_permission as p', 'p.role_id', 'u.role_id')
    .select('p.permission_id')
    .where('u.customer_id', '=', user.customer_id)
    .where('u.company_id', '=', user.company_id)
    .where('p.resource_id', '=', resource)
    .where('p.is_allowed', '=', 1)
    .executeTakeFirst();
  return found !== undefined;
}
