import type { StoredRole } from './roles.ts';
import { specialRoles } from './types.ts';

/** A role that is in no table: of the administrator, who may do everything, or of the manager of a user. */
interface SpecialRole {
  readonly role_id: (typeof specialRoles)[keyof typeof specialRoles];
  readonly role_name: string;
  readonly company_id: number;
  readonly isSpecial: true;
}

/** A role of a company as storefronts see it. */
export type CompanyRoleSource = StoredRole | SpecialRole;

/** The role of the administrator of a company. */
export function leaderRole(company_id: number): CompanyRoleSource {
  return { role_id: specialRoles.leader, role_name: 'Company Administrator', company_id, isSpecial: true };
}

/** The role of the managers of a company's users: each user has the next user above. */
export function managerRole(company_id: number): CompanyRoleSource {
  return { role_id: specialRoles.manager, role_name: "Purchaser's Manager", company_id, isSpecial: true };
}
