import type { Call } from '../../kernel/call.ts';
import { lockCompany } from './companies.ts';
import { companiesAreOn } from './configuration.ts';
import { companyErrors } from './errors.ts';
import type { CompanyResource } from './resources.ts';
import { isAllowedTo } from './roles.ts';
import { lockedStates, userStates } from './types.ts';
import { userOf, type UserOfCompany } from './users.ts';

/** Throws unless the website of the call has companies. */
export function requireCompanies(call: Call): void {
  if (!call.config.of(companiesAreOn, { websiteId: call.scope.websiteId })) throw companyErrors.notAvailable();
}

/** The caller as an active user of a company. Throws for everybody else. */
export async function requireUser(call: Call): Promise<UserOfCompany> {
  requireCompanies(call);
  const { type, id } = call.caller;
  const found = type === 'customer' ? await userOf(call, id) : undefined;
  if (!found || found.user.status !== userStates.active || lockedStates.includes(found.company.status)) {
    throw companyErrors.notCompanyUser();
  }
  return found;
}

/** Whether a user may do something in the user's company. Its administrator may do everything. */
async function mayUse({ user, company }: UserOfCompany, call: Call, resource: CompanyResource): Promise<boolean> {
  return company.super_user_id === user.customer_id || (await isAllowedTo(call, user, resource));
}

/** As `requireUser`, for a user who may do something. Throws for others. */
export async function requireAllowed(call: Call, resource: CompanyResource): Promise<UserOfCompany> {
  const found = await requireUser(call);
  if (!(await mayUse(found, call, resource))) throw companyErrors.denied([resource]);
  return found;
}

/** The caller, who may change teams and users, while nobody else changes the company. In a transaction. Throws for others. */
export async function requireEditor(call: Call): Promise<UserOfCompany> {
  const editor = await requireAllowed(call, 'Magento_Company::users_edit');
  await lockCompany(call, editor.company.entity_id);
  return editor;
}
