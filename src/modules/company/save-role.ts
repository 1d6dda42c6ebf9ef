import type { Call } from '../../kernel/call.ts';
import { missingArguments } from '../../kernel/errors.ts';
import { invariant } from '../../kernel/invariant.ts';
import { elementAt } from '../../kernel/lists.ts';
import { freeId, insertRows } from '../../storage/rows.ts';
import { isUniqueViolation } from '../../storage/errors.ts';
import { checkLengths } from '../../storage/fit.ts';
import { lockCompany } from './companies.ts';
import { companyErrors } from './errors.ts';
import { allowedByDefault, companyResources, DEFAULT_ROLE, type CompanyResource } from './resources.ts';
import { customersWithRole, findRoles, requireRole, type StoredRole } from './roles.ts';
import type { SentRole } from './types.ts';

/** Greatest length of the name of a role. */
const LONGEST_NAME = 40;

/**
 * Creates a role of a company, with the id `wantedId` if no other one has it. Permissions that are not allowed are denied. In a
 * transaction. Throws 400 and 404.
 */
export async function createRole(call: Call, input: SentRole, wantedId?: number): Promise<StoredRole> {
  const role_name = input.role_name?.trim() ?? '';
  const { company_id, permissions } = input;
  if (!role_name || !company_id || !permissions) {
    const missing = { role_name, permissions, company_id };
    const names = Object.entries(missing).flatMap(([name, value]) => (value ? [] : [name]));
    throw invariant(missingArguments(names), 'one of the fields is missing');
  }
  const allowed = readPermissions(permissions);
  await lockCompany(call, company_id, 'company_id');
  return insertRole(call, { company_id, role_name, wantedId }, allowed);
}

/** The first role of a new company. */
export interface FirstRole {
  readonly name: string;
  /** The id that it gets if no other role has it; undefined: the next one. */
  readonly wantedId?: number | undefined;
}

/** Creates the initial role of a company. In a transaction. */
export function createDefaultRole(
  call: Call,
  company_id: number,
  { name: role_name, wantedId }: FirstRole = { name: DEFAULT_ROLE },
): Promise<StoredRole> {
  return insertRole(call, { company_id, role_name, wantedId }, allowedByDefault);
}

interface NewRole {
  readonly company_id: number;
  readonly role_name: string;
  readonly wantedId: number | undefined;
}

async function insertRole(
  call: Call,
  { company_id, role_name, wantedId }: NewRole,
  allowed: ReadonlySet<CompanyResource>,
): Promise<StoredRole> {
  checkLengths({ role_name }, { role_name: LONGEST_NAME });
  const keptId = await freeId(call.db, 'company_role', 'role_id', wantedId);
  const row = { ...(keptId !== undefined && { role_id: keptId }), company_id, role_name };
  const rows = await unlessTaken(() => insertRows(call.db, 'company_role', [row], { returning: ['role_id'] }));
  const { role_id } = elementAt(rows, 0);
  await writePermissions(call, role_id, allowed);
  return requireRole(call, role_id);
}

/** Changes a role. Permissions of the input replace all earlier ones. In a transaction. Throws 400 and 404. */
export async function changeRole(call: Call, id: number, input: SentRole): Promise<StoredRole> {
  const before = await requireRole(call, id);
  const role_name = input.role_name === undefined ? before.role_name : (input.role_name?.trim() ?? '');
  if (!role_name) throw missingArguments(['role_name']);
  checkLengths({ role_name }, { role_name: LONGEST_NAME });
  // A role stays with its company, where its users are.
  if (input.company_id && input.company_id !== before.company_id) {
    throw companyErrors.invalidValue({ fieldName: 'company_id', value: input.company_id });
  }
  const allowed = input.permissions ? readPermissions(input.permissions) : undefined;
  await lockCompany(call, before.company_id);
  await unlessTaken(() => call.db.updateTable('company_role').set({ role_name }).where('role_id', '=', id).execute());
  if (allowed) await writePermissions(call, id, allowed);
  return requireRole(call, id);
}

/** Deletes a role that no user has, and that is not the only one of its company. In a transaction. Throws 400 and 404. */
export async function deleteRole(call: Call, id: number): Promise<void> {
  const { company_id } = await requireRole(call, id);
  await lockCompany(call, company_id);
  if ((await customersWithRole(call, id)).length > 0) throw companyErrors.roleUsed();
  const others = await call.db
    .selectFrom('company_role')
    .select('role_id')
    .where('company_id', '=', company_id)
    .where('role_id', '<>', id)
    .executeTakeFirst();
  if (!others) throw companyErrors.lastRole();
  await call.db.deleteFrom('company_role').where('role_id', '=', id).execute();
}

/** The allowed permissions of the input. Throws 400 for unknown permissions and for duplicates. */
function readPermissions(input: NonNullable<SentRole['permissions']>): Set<CompanyResource> {
  const decisions = new Map<string, boolean>();
  for (const { resource_id, permission } of input) {
    const resource = resource_id ?? '';
    if (!companyResources.some((one) => one === resource) || decisions.has(resource)) {
      throw companyErrors.invalidValue({ fieldName: 'resource_id', value: resource });
    }
    if (permission !== 'allow' && permission !== 'deny') {
      throw companyErrors.invalidValue({ fieldName: 'permission', value: permission });
    }
    decisions.set(resource, permission === 'allow');
  }
  return new Set(companyResources.filter((resource) => decisions.get(resource)));
}

async function writePermissions(call: Call, role_id: number, allowed: ReadonlySet<CompanyResource>): Promise<void> {
  await call.db.deleteFrom('company_permission').where('role_id', '=', role_id).execute();
  await insertRows(
    call.db,
    'company_permission',
    companyResources.map((resource_id) => ({ role_id, resource_id, is_allowed: allowed.has(resource_id) ? 1 : 0 })),
  );
}

/** Of several roles that are to have one name in a company at the same time, one has it. */
async function unlessTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error, 'company_role_name')) throw error;
    throw companyErrors.roleName(undefined, { cause: error });
  }
}

/** Replaces all roles of a user in a company by these. In a transaction. Throws 400 and 404. */
export async function assignRoles(call: Call, customerId: number, roleIds: readonly number[]): Promise<void> {
  const ids = [...new Set(roleIds)];
  const found = await findRoles(call, ids.filter(Number.isSafeInteger));
  for (const id of ids) if (!found.has(id)) throw companyErrors.roleNotFound([id]);
  const [first] = found.values();
  if (!first) throw missingArguments(['roles']);
  const { company_id } = first;
  const stray = [...found.values()].find((role) => role.company_id !== company_id);
  if (stray) throw companyErrors.invalidValue({ fieldName: 'roles', value: stray.role_id });
  const company = await lockCompany(call, company_id);
  if (company.super_user_id === customerId) throw companyErrors.leaderRole();
  const user = await call.db
    .selectFrom('company_user')
    .select('customer_id')
    .where('customer_id', '=', customerId)
    .where('company_id', '=', company_id)
    .executeTakeFirst();
  if (!user) throw companyErrors.notUser([customerId, company_id]);
  await writeRoles(call, { customer_id: customerId, company_id }, ids);
}

async function writeRoles(
  call: Call,
  user: { readonly customer_id: number; readonly company_id: number },
  roleIds: readonly number[],
): Promise<void> {
  await call.db
    .deleteFrom('company_user_role')
    .where('customer_id', '=', user.customer_id)
    .where('company_id', '=', user.company_id)
    .execute();
  await insertRows(
    call.db,
    'company_user_role',
    roleIds.map((role_id) => ({ customer_id: user.customer_id, company_id: user.company_id, role_id })),
  );
}

/** Assigns the first role of a company to a new user. In a transaction. */
export async function giveFirstRole(
  call: Call,
  user: { readonly customer_id: number; readonly company_id: number },
): Promise<void> {
  const { role_id } = await call.db
    .selectFrom('company_role')
    .select('role_id')
    .where('company_id', '=', user.company_id)
    .orderBy('role_id')
    .limit(1)
    .executeTakeFirstOrThrow();
  await writeRoles(call, user, [role_id]);
}

/** Takes all roles from a user who becomes the administrator. In a transaction. */
export function takeRoles(
  call: Call,
  user: { readonly customer_id: number; readonly company_id: number },
): Promise<void> {
  return writeRoles(call, user, []);
}
