import { isAllowed } from '../../platform/access/check.ts';
import type { Call } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
import { acl } from '../../kernel/route.ts';
import { checkLengths } from '../../storage/fit.ts';
import type { CustomerExtension, CustomerHead, ExtensionFields } from '../customer/extensions.ts';
import { findCompanies, lockCompany, requireCompany } from './companies.ts';
import { companiesAreOn } from './configuration.ts';
import { companyErrors } from './errors.ts';
import { permissions } from './permissions.ts';
import { giveFirstRole } from './save-role.ts';
import { addToStructure, customerIn, liftBelow, removeFromStructure } from './structure.ts';
import type { CompanyRow, CompanyUser } from './tables.ts';
import { lockedStates, userStates, type SentCompanyCustomer } from './types.ts';
import { checkLeader, defaultOf, findPlaces, putUser, removeUser, signOut, userOf } from './users.ts';

/** The companies of customers. Callers who manage companies can change the field; it is ignored from others. */
export const companyOfCustomers: CustomerExtension = {
  fields: ['company_attributes', 'all_company_attributes'],
  async load(call, customers) {
    const places = await findPlaces(
      call,
      customers.map(({ id }) => id),
    );
    return new Map(
      customers.flatMap(({ id, website_id: websiteId }) => {
        const all = places.get(id);
        if (!all) return call.config.of(companiesAreOn, { websiteId }) ? [[id, ofNoCompany(id)] as const] : [];
        const views = all.map(showUser);
        const fields = {
          company_attributes: views.find(({ is_default }) => is_default),
          all_company_attributes: views,
        };
        return [[id, fields] as const];
      }),
    );
  },
  async save(call, customer, fields) {
    const place = sentPlace(call, fields);
    if (place) await saveUser(call, customer, place);
  },
  async groupOf(call, { id, store_id }, fields) {
    const places = id === undefined ? undefined : (await findPlaces(call, [id])).get(id);
    const before = defaultOf(places)?.company_id ?? 0;
    const after = sentPlace(call, fields)?.company_id ?? before;
    const next = after || places?.find(({ company_id }) => company_id !== before)?.company_id;
    if (next) return (await findCompanies(call, [next])).get(next)?.customer_group_id;
    return before === 0 ? undefined : call.services.customer.defaultGroupId(call, store_id);
  },
  async admit(call, { id, website_id: websiteId }) {
    if (!call.config.of(companiesAreOn, { websiteId })) return;
    const found = await userOf(call, id);
    if (found && isLocked(found.user, found.company)) throw companyErrors.inactive();
  },
  async remove(call, { id }) {
    const led = await call.db
      .selectFrom('company')
      .select('entity_id')
      .where('super_user_id', '=', id)
      .executeTakeFirst();
    if (led) throw companyErrors.superUser();
    for (const place of (await findPlaces(call, [id])).get(id) ?? []) await leave(call, place);
    await call.db.deleteFrom('company_invitation').where('customer_id', '=', id).execute();
  },
};

/** The fields of a customer without a company. Source: the documentation of the interface. */
const ofNoCompany = (customer_id: number): ExtensionFields => ({ company_attributes: { customer_id, company_id: 0 } });

/** A place as the wire has it. */
export function showUser({ is_default, ...user }: CompanyUser) {
  return { ...user, is_default: is_default === 1 };
}

/** The company data in a customer's input, if the caller may change it. */
function sentPlace({ caller }: Call, { company_attributes }: ExtensionFields): SentCompanyCustomer | undefined {
  if (!company_attributes || !isAllowed(caller, acl(permissions.manage))) return undefined;
  return company_attributes;
}

function isLocked({ status }: CompanyUser, company: CompanyRow): boolean {
  return status !== userStates.active || lockedStates.includes(company.status);
}

/**
 * Puts a customer into a company, as the customer's input requests; company 0 removes the customer from its company.
 */
async function saveUser(call: Call, { id }: CustomerHead, input: SentCompanyCustomer): Promise<void> {
  const before = defaultOf((await findPlaces(call, [id])).get(id));
  const companyId = input.company_id ?? before?.company_id ?? 0;
  if (companyId !== 0 && companyId === before?.company_id) {
    await changeUser(call, before, input);
    return;
  }
  if (before) await leave(call, before);
  if (companyId === 0) return;
  const former = before && { job_title: before.job_title, telephone: before.telephone, status: before.status };
  await join(call, { customer_id: id, company_id: companyId }, { ...former, ...input }, true);
}

/** Takes a customer out of a company. Throws for its administrator. */
export async function leave(call: Call, user: CompanyUser): Promise<void> {
  checkLeader(await lockCompany(call, user.company_id), user.customer_id, undefined);
  await removeFromStructure(call, customerIn(user.company_id, user.customer_id));
  await removeUser(call, user);
}

/**
 * Adds a customer to a company, unless the customer is already in it. `isDefault`: makes it the customer's main
 * company, as does joining a first company. Throws 404.
 */
export async function join(
  call: Call,
  { customer_id, company_id }: Pick<CompanyUser, 'customer_id' | 'company_id'>,
  input: SentCompanyCustomer,
  isDefault: boolean,
): Promise<void> {
  await lockCompany(call, company_id, 'company_id');
  const places = (await findPlaces(call, [customer_id])).get(customer_id);
  const known = places?.find((place) => place.company_id === company_id);
  const is_default = isDefault || !defaultOf(places) ? 1 : (known?.is_default ?? 0);
  const fresh = { customer_id, company_id, job_title: null, telephone: null, status: userStates.active, is_default };
  await changeUser(call, { ...fresh, ...known, is_default }, input);
  if (known) return;
  await giveFirstRole(call, fresh);
  await addToStructure(call, customerIn(company_id, customer_id));
}

/** Changes a user's data: job, telephone, whether active. Throws 400 for invalid values, and for the administrator. */
export async function changeUser(call: Call, before: CompanyUser, input: SentCompanyCustomer): Promise<void> {
  const text = (field: 'job_title' | 'telephone'): string | null =>
    input[field] === undefined ? before[field] : input[field] || null;
  const after: CompanyUser = {
    ...before,
    job_title: text('job_title'),
    telephone: text('telephone'),
    status: input.status ?? before.status,
  };
  const { status, customer_id } = after;
  if (status !== userStates.active && status !== userStates.inactive) {
    throw companyErrors.invalidValue({ fieldName: 'status', value: status });
  }
  if (input.customer_id && input.customer_id !== customer_id) {
    throw platformErrors.invalidValue({ fieldName: 'customer_id', value: input.customer_id });
  }
  checkLengths({ job_title: after.job_title, telephone: after.telephone }, { job_title: 255, telephone: 255 });
  const company = await requireCompany(call, after.company_id);
  checkLeader(company, customer_id, after);
  await putUser(call, after);
  if (status === userStates.inactive) await liftBelow(call, customerIn(company.entity_id, customer_id));
  if (after.is_default === 0) return;
  await call.services.customer.moveToGroup(call, [customer_id], company.customer_group_id);
  if (isLocked(after, company)) await signOut(call, [customer_id]);
}
