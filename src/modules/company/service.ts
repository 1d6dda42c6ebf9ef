import type { Call } from '../../kernel/call.ts';
import { findCompanies } from './companies.ts';
import { companiesIn, moveCompanies, checkCompanies } from './groups.ts';
import { buyersCompanyName, companiesByGroup, companyName, companyOfCart } from './names.ts';
import { requireVisible } from './graphql-company.ts';
import type { CompanyResource } from './resources.ts';
import { managersIn, memberOf, rolesOfCompany, usersOfRoles } from './members.ts';
import { findRoles, isAllowedTo } from './roles.ts';
import { showColleague } from './graphql-structure.ts';
import { leaderRole, managerRole } from './special-roles.ts';
import { customersBelow } from './structure.ts';
import { settingsOf } from './settings.ts';
import type { CompanyRow } from './tables.ts';
import { companyStates, userStates } from './types.ts';
import { findPlaces, findUsers, userOf, userOfBuyer, type Buyer, type UserOfCompany } from './users.ts';

/** The service of companies, as `call.services.company`. */
interface CompanyService {
  /** The id of the approved company that a buyer buys for; undefined for none. */
  readonly buysFor: typeof buysFor;
  /** As `buysFor`, for a company that has purchase orders enabled. */
  readonly buysByPurchaseOrder: typeof buysByPurchaseOrder;
  /** Whether a buyer may do something in the company that the buyer buys for; the administrator may do all. */
  readonly mayUse: typeof mayUse;
  readonly activeUsers: typeof activeUsers;
  /** Companies by id, in one query. */
  readonly companies: typeof findCompanies;
  readonly companiesIn: typeof companiesIn;
  readonly moveCompanies: typeof moveCompanies;
  readonly checkCompanies: typeof checkCompanies;
  // Names and numbers of companies for lists of other modules.
  readonly companyName: typeof companyName;
  readonly companyOfCart: typeof companyOfCart;
  readonly buyersCompanyName: typeof buyersCompanyName;
  readonly companiesByGroup: typeof companiesByGroup;
  /** Throws unless the caller may see a part of a company that storefronts show. */
  readonly requireVisible: typeof requireVisible;
  /** The ids of all customers below one in the hierarchy of the company that the customer buys for. */
  readonly subordinates: typeof subordinates;
  readonly viewOf: typeof viewOf;
  /** The companies that customers buy for, of any status, by customer id; in two queries. */
  readonly companiesOfBuyers: typeof companiesOfBuyers;
  /** The admins who represent the shop to the companies of customers, by customer id; in two queries. */
  readonly salesRepresentatives: typeof salesRepresentatives;
  // The users of a company, their roles and their managers.
  readonly memberOf: typeof memberOf;
  readonly roles: typeof findRoles;
  readonly rolesOfCompany: typeof rolesOfCompany;
  readonly usersOfRoles: typeof usersOfRoles;
  readonly managersIn: typeof managersIn;
  readonly leaderRole: typeof leaderRole;
  readonly managerRole: typeof managerRole;
  /** A user of a company as other users see it in storefronts. */
  readonly showColleague: typeof showColleague;
}

export type { CompanyResource } from './resources.ts';

declare module '../../kernel/merged-types.ts' {
  interface Services {
    company: CompanyService;
  }
}

async function buysFor(call: Call, buyer: Buyer): Promise<number | undefined> {
  const company = (await userOfBuyer(call, buyer))?.company;
  return company?.status === companyStates.approved ? company.entity_id : undefined;
}

async function buysByPurchaseOrder(call: Call, buyer: Buyer): Promise<number | undefined> {
  const company = (await userOfBuyer(call, buyer))?.company;
  if (company?.status !== companyStates.approved) return undefined;
  return settingsOf(company.settings).is_purchase_order_enabled ? company.entity_id : undefined;
}

async function mayUse(call: Call, buyer: Buyer, resource: CompanyResource): Promise<boolean> {
  const found = await userOfBuyer(call, buyer);
  return found !== undefined && isAllowedUser(call, found, resource);
}

/** Whether an active user of an approved company may use a resource; its administrator may use all. */
async function isAllowedUser(
  call: Call,
  { user, company }: UserOfCompany,
  resource: CompanyResource,
): Promise<boolean> {
  if (company.status !== companyStates.approved || user.status !== userStates.active) return false;
  return company.super_user_id === user.customer_id || (await isAllowedTo(call, user, resource));
}

/** Those of some customers who are active users of an approved company, in two queries. */
async function activeUsers(call: Call, companyId: number, customerIds: readonly number[]): Promise<Set<number>> {
  const company = (await findCompanies(call, [companyId])).get(companyId);
  if (company?.status !== companyStates.approved) return new Set();
  const places = [...(await findPlaces(call, customerIds)).values()].flat();
  const active = places.filter(({ company_id, status }) => company_id === companyId && status === userStates.active);
  return new Set(active.map(({ customer_id }) => customer_id));
}

async function subordinates(call: Call, customerId: number): Promise<number[]> {
  const found = await userOf(call, customerId);
  return found ? customersBelow(call, found.company.entity_id, customerId) : [];
}

/** The company that a customer buys for, 0 for none, and its users whose entities the customer sees. */
interface CompanyView {
  readonly companyId: number;
  readonly customerIds: readonly number[];
}

/** What a customer sees in the own company: the own entities, and those of users below where the customer may use a resource. */
async function viewOf(call: Call, customerId: number, resource: CompanyResource): Promise<CompanyView> {
  const found = await userOf(call, customerId);
  if (!found || !(await isAllowedUser(call, found, resource))) {
    return { companyId: found?.company.entity_id ?? 0, customerIds: [customerId] };
  }
  const companyId = found.company.entity_id;
  return { companyId, customerIds: [customerId, ...(await customersBelow(call, companyId, customerId))] };
}

async function companiesOfBuyers(call: Call, customerIds: readonly number[]): Promise<Map<number, CompanyRow>> {
  const users = await findUsers(call, customerIds);
  return new Map([...users].map(([id, { company }]) => [id, company]));
}

async function salesRepresentatives(call: Call, customerIds: readonly number[]): Promise<Map<number, number>> {
  const users = await findUsers(call, customerIds);
  return new Map([...users].map(([id, { company }]) => [id, company.sales_representative_id]));
}

/** Creates the module's service. */
export function createCompanyService(): CompanyService {
  return {
    buysFor,
    buysByPurchaseOrder,
    mayUse,
    activeUsers,
    companies: findCompanies,
    companiesIn,
    moveCompanies,
    checkCompanies,
    companyName,
    companyOfCart,
    buyersCompanyName,
    companiesByGroup,
    requireVisible,
    subordinates,
    viewOf,
    companiesOfBuyers,
    salesRepresentatives,
    memberOf,
    roles: findRoles,
    rolesOfCompany,
    usersOfRoles,
    managersIn,
    leaderRole,
    managerRole,
    showColleague,
  };
}
