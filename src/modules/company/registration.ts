import type { Call } from '../../kernel/call.ts';
import type { GraphQLTypes } from '../../kernel/graphql.ts';
import { requireAllowed, requireCompanies, requireUser } from './access.ts';
import { registration } from './configuration.ts';
import { changeUser } from './customers.ts';
import { companyErrors } from './errors.ts';
import { mailRegistration } from './registration-mails.ts';
import { changeCompany, createCompany } from './save.ts';
import type { CompanyRow } from './tables.ts';
import type { SentCompany } from './types.ts';
import { findPlaces } from './users.ts';

type NewCompany = GraphQLTypes['CompanyCreateInput'];
type CompanyChanges = GraphQLTypes['CompanyUpdateInput'];

/** The input without its null values. */
function present<T extends object>(input: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const fields: { [K in keyof T]?: NonNullable<T[K]> } = {};
  for (const name in input) {
    const value = input[name];
    if (value !== null && value !== undefined) fields[name] = value;
  }
  return fields;
}

/** A storefront's address as fields of a company; missing fields are omitted. */
function addressFields(input: GraphQLTypes['CompanyLegalAddressUpdateInput']): SentCompany {
  const { region, street, ...texts } = present(input);
  const { region_id, region: name, region_code: code = name } = region ? present(region) : {};
  return {
    ...texts,
    ...(street && { street: street.map((line) => line ?? '') }),
    // A code names the region best; an id must be one of the country.
    ...(region && { region: code ?? null, ...(region_id !== undefined && { region_id: String(region_id) }) }),
  };
}

/**
 * Creates a pending company and the account of its administrator, at the request of a visitor or a customer. In a
 * transaction. Throws 400 for invalid data, for an e-mail address that has an account, and where the shop does not allow it.
 */
export async function registerCompany(call: Call, input: NewCompany): Promise<CompanyRow> {
  requireCompanies(call);
  if (!call.config.of(registration.isAllowed, { storeId: call.scope.storeId })) throw companyErrors.noRegistration();
  const { company_admin, legal_address, ...texts } = input;
  const { job_title, telephone, ...person } = company_admin;
  const { id } = await call.services.customer.register(call, person);
  const sent = { ...present(texts), ...addressFields(legal_address), super_user_id: id };
  const company = await createCompany(call, sent, mailRegistration);
  const [place] = (await findPlaces(call, [id])).get(id) ?? [];
  if (place) await changeUser(call, place, present({ job_title, telephone }));
  return company;
}

/**
 * Changes the company of the caller; missing fields stay unchanged. The role needs the permission for each changed part. In a
 * transaction. Throws 400.
 */
export async function updateOwnCompany(call: Call, input: CompanyChanges): Promise<CompanyRow> {
  const { legal_address: address, ...texts } = present(input);
  const account = present(texts);
  const { company } = await requireUser(call);
  if (Object.keys(account).length > 0) await requireAllowed(call, 'Magento_Company::edit_account');
  if (address) await requireAllowed(call, 'Magento_Company::edit_address');
  return changeCompany(call, company.entity_id, { ...account, ...(address && addressFields(address)) });
}
