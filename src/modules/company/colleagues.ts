import type { Call } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
import type { GraphQLTypes } from '../../kernel/graphql.ts';
import { idOf } from '../../kernel/uids.ts';
import { lockCompany } from './companies.ts';
import { changeUser, join, leave } from './customers.ts';
import { companyErrors } from './errors.ts';
import { invite, placeBelow } from './invitations.ts';
import { findRoles } from './roles.ts';
import { assignRoles } from './save-role.ts';
import { nodesOf } from './structure.ts';
import type { CompanyUser } from './tables.ts';
import { userStates } from './types.ts';
import { findPlaces, type UserOfCompany } from './users.ts';

type NewUser = GraphQLTypes['CompanyUserCreateInput'];
type UserChanges = GraphQLTypes['CompanyUserUpdateInput'];
type UserStatus = GraphQLTypes['CompanyUserStatusEnum'];

/** The uid of the administrator's role, which storefronts send back. */
const LEADER_ROLE = 0;

const stateOf = (status: UserStatus): number => userStates[status === 'ACTIVE' ? 'active' : 'inactive'];

/** The id of a role of a company. Throws 404 for one of another company. */
async function roleIdIn(call: Call, companyId: number, uid: string): Promise<number> {
  const id = idOf(uid);
  const role = id === undefined ? undefined : (await findRoles(call, [id])).get(id);
  if (role?.company_id !== companyId) throw companyErrors.roleNotFound([uid]);
  return role.role_id;
}

/** The id of a place in the structure of a company. Throws 404 for one of another company. */
async function placeIdIn(call: Call, companyId: number, uid: string): Promise<number> {
  const id = idOf(uid);
  const node = (await nodesOf(call, companyId)).find(({ structure_id }) => structure_id === id);
  if (!node) throw platformErrors.noSuchEntity({ fieldName: 'target_id', fieldValue: uid });
  return node.structure_id;
}

/** A user of a company. Throws 404 for a customer who is none. */
async function requireColleague(call: Call, companyId: number, uid: string): Promise<CompanyUser> {
  const id = idOf(uid);
  const places = id === undefined ? undefined : (await findPlaces(call, [id])).get(id);
  const user = places?.find(({ company_id }) => company_id === companyId);
  if (!user) throw platformErrors.noSuchEntity({ fieldName: 'id', fieldValue: uid });
  return user;
}

function checkNewUser(call: Call, input: NewUser): void {
  const needed = ['email', 'firstname', 'lastname', 'job_title', 'telephone', 'role_id'] as const;
  const missing = needed.filter((name) => input[name].trim() === '');
  if (missing.length > 0) throw companyErrors.missing([missing.join(', ')]);
  if (!call.services.customer.isEmailAddress(input.email)) throw companyErrors.notEmail([input.email]);
}

/**
 * Adds a user to the company of an editor, with a new account; the id of the customer. A customer who has an account already
 * is invited instead: the result is undefined then. In a transaction that has the company locked. Throws 400 and 404.
 */
export async function addColleague(
  call: Call,
  { company }: UserOfCompany,
  input: NewUser,
): Promise<number | undefined> {
  checkNewUser(call, input);
  const { entity_id: company_id } = company;
  const role_id = await roleIdIn(call, company_id, input.role_id);
  const parent_id = input.target_id == null ? null : await placeIdIn(call, company_id, input.target_id);
  const place = { job_title: input.job_title, telephone: input.telephone, status: stateOf(input.status) };
  const { customer } = call.services;
  const known = await customer.customerByEmail(call, input.email, customer.websiteOf(call));
  if (known) {
    if ((await findPlaces(call, [known.id])).has(known.id)) throw companyErrors.otherUser();
    await invite(call, company, { ...place, customer_id: known.id, role_id, parent_id });
    return undefined;
  }
  const { email, firstname, lastname } = input;
  const { id } = await customer.register(call, { email, firstname, lastname });
  await join(call, { customer_id: id, company_id }, place, true);
  await assignRoles(call, id, [role_id]);
  await placeBelow(call, company_id, id, parent_id);
  return id;
}

/**
 * Changes a user of the company of an editor; missing fields stay unchanged. In a transaction that has the company locked.
 * Throws 400 and 404.
 */
export async function changeColleague(call: Call, editor: UserOfCompany, input: UserChanges): Promise<number> {
  const { company } = editor;
  const user = await requireColleague(call, company.entity_id, input.id);
  const id = user.customer_id;
  const isLeader = id === company.super_user_id;
  if (isLeader && id !== editor.user.customer_id) throw companyErrors.leaderOnly();
  await changeName(call, id, input);
  const { job_title, telephone, status, role_id } = input;
  const place = {
    ...(job_title != null && { job_title }),
    ...(telephone != null && { telephone }),
    ...(status != null && { status: stateOf(status) }),
  };
  if (Object.keys(place).length > 0) await changeUser(call, user, place);
  const keepsRole = role_id == null || (isLeader && idOf(role_id) === LEADER_ROLE);
  if (!keepsRole) await assignRoles(call, id, [await roleIdIn(call, company.entity_id, role_id)]);
  return id;
}

/** Changes the name of an account. An address that is not the account's own is refused: it is the key to the account. */
async function changeName(call: Call, id: number, input: UserChanges): Promise<void> {
  const { customer } = call.services;
  const { email, firstname, lastname, website_id } = await customer.requireCustomer(call, id, { addresses: false });
  if (input.email != null && input.email !== email) throw companyErrors.ownerOnly();
  const names = { firstname: input.firstname ?? firstname, lastname: input.lastname ?? lastname };
  const missing = Object.entries(names).flatMap(([name, value]) => (value.trim() === '' ? [name] : []));
  if (missing.length > 0) throw companyErrors.missing([missing.join(', ')]);
  if (names.firstname === firstname && names.lastname === lastname) return;
  await customer.updateCustomer(call, { id, email, website_id, ...names });
}

/** Deactivates a user of the company of an editor. In a transaction that has the company locked. Throws 400 and 404. */
export async function deactivateColleague(call: Call, editor: UserOfCompany, uid: string): Promise<void> {
  const user = await requireOther(call, editor, uid);
  await changeUser(call, user, { status: userStates.inactive });
}

/**
 * Takes a user out of the company of an editor; users and teams below move up. In a transaction. Throws 400, also for the
 * administrator, and 404.
 */
export async function removeColleague(call: Call, editor: UserOfCompany, uid: string): Promise<void> {
  const { customer_id } = await requireOther(call, editor, uid);
  // In the order of all changes of places: the customer, then the company.
  await call.services.customer.lock(call, customer_id);
  await lockCompany(call, editor.company.entity_id);
  await leave(call, await requireOther(call, editor, uid));
}

async function requireOther(call: Call, { company, user }: UserOfCompany, uid: string): Promise<CompanyUser> {
  const found = await requireColleague(call, company.entity_id, uid);
  if (found.customer_id === user.customer_id) throw companyErrors.self();
  return found;
}
