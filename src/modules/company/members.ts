import type { Call } from '../../kernel/call.ts';
import { inIds } from '../../storage/sql.ts';
import type { CompanyResource } from './resources.ts';
import { findRoles, pageOfRoles, type StoredRole } from './roles.ts';
import { nodesOf } from './structure.ts';
import type { CompanyStructureRow } from './tables.ts';
import { companyStates, userStates } from './types.ts';
import { findUsers } from './users.ts';

/** Most roles of a company that are read as one list. */
const MOST_ROLES = 1000;

/** An active user of an approved company, with the permissions of the user's roles. */
interface CompanyMember {
  readonly customerId: number;
  readonly companyId: number;
  readonly isLeader: boolean;
  readonly roleIds: readonly number[];
  /** Whether the user may do something; the administrator may do all. */
  allows(resource: CompanyResource): boolean;
}

/** The member that a customer is in the company that the customer buys for; undefined for none. In five queries. */
export async function memberOf(call: Call, customerId: number): Promise<CompanyMember | undefined> {
  const found = (await findUsers(call, [customerId])).get(customerId);
  if (found?.company.status !== companyStates.approved || found.user.status !== userStates.active) return undefined;
  const { entity_id: companyId, super_user_id } = found.company;
  const isLeader = super_user_id === customerId;
  const roles = await rolesOfUser(call, companyId, customerId);
  const allowed = new Set<string>(
    roles.flatMap(({ permissions }) =>
      permissions.flatMap(({ resource_id, is_allowed }) => (is_allowed === 1 ? [resource_id] : [])),
    ),
  );
  return {
    customerId,
    companyId,
    isLeader,
    roleIds: roles.map(({ role_id }) => role_id),
    allows: (resource) => isLeader || allowed.has(resource),
  };
}

async function rolesOfUser(call: Call, companyId: number, customerId: number): Promise<StoredRole[]> {
  const rows = await call.db
    .selectFrom('company_user_role')
    .select('role_id')
    .where('company_id', '=', companyId)
    .where('customer_id', '=', customerId)
    .execute();
  const ids = rows.map(({ role_id }) => role_id);
  return ids.length > 0 ? [...(await findRoles(call, ids)).values()] : [];
}

/** All roles of a company, in the order of their creation. */
export function rolesOfCompany(call: Call, companyId: number): Promise<readonly StoredRole[]> {
  return pageOfRoles(call, companyId, { page: 1, pageSize: MOST_ROLES });
}

/** The active users of a company who have one of these roles, by role. One query. */
export async function usersOfRoles(
  call: Call,
  companyId: number,
  roleIds: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const rows = await call.db
    .selectFrom('company_user_role as r')
    .innerJoin('company_user as u', (on) =>
      on.onRef('u.customer_id', '=', 'r.customer_id').onRef('u.company_id', '=', 'r.company_id'),
    )
    .select(['r.role_id', 'r.customer_id'])
    .where('r.company_id', '=', companyId)
    .where(inIds('r.role_id', roleIds))
    .where('u.status', '=', userStates.active)
    .orderBy('r.customer_id')
    .execute();
  const byRole = Map.groupBy(rows, ({ role_id }) => role_id);
  return new Map([...byRole].map(([role, users]) => [role, users.map(({ customer_id }) => customer_id)]));
}

/** The manager of each user of a company: the next user above, whom teams do not count as. One query. */
export async function managersIn(call: Call, companyId: number): Promise<ReadonlyMap<number, number>> {
  const nodes = await nodesOf(call, companyId);
  const byId = new Map(nodes.map((node) => [node.structure_id, node]));
  const managerOf = ({ parent_id }: CompanyStructureRow): number | undefined => {
    let above = byId.get(parent_id);
    while (above && above.entity_type !== 'customer') above = byId.get(above.parent_id);
    return above?.entity_id;
  };
  return new Map(
    nodes.flatMap((node) => {
      const manager = node.entity_type === 'customer' ? managerOf(node) : undefined;
      return manager === undefined ? [] : [[node.entity_id, manager] as const];
    }),
  );
}
