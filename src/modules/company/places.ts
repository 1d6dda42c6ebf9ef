import { sql } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { missingArguments, platformErrors } from '../../kernel/errors.ts';
import { valueAt } from '../../kernel/lookup.ts';
import type { SearchCriteria } from '../../storage/criteria/criteria.ts';
import type { SearchField } from '../../storage/criteria/fields.ts';
import { findList, type FoundList } from '../../storage/criteria/list.ts';
import { findCompanies, lockCompany } from './companies.ts';
import { changeUser, join, leave } from './customers.ts';
import { companyErrors } from './errors.ts';
import type { CompanyRow, CompanyUser } from './tables.ts';
import type { SentCompanyCustomer } from './types.ts';
import { findPlaces } from './users.ts';

const requiredInteger: SearchField = { kind: 'integer', notNull: true };

const fields: Readonly<Record<string, SearchField>> = {
  customer_id: requiredInteger,
  company_id: requiredInteger,
  job_title: { kind: 'text' },
  status: requiredInteger,
  telephone: { kind: 'text' },
  is_default: { kind: 'flag', notNull: true },
};

/** The key of a place in lists: a customer and a company. */
const keyOf = ({ customer_id, company_id }: CompanyUser): string => `${customer_id}:${company_id}`;

/** The users of companies by criteria; a customer in several companies is listed once for each. */
export function listPlaces(call: Call, criteria: SearchCriteria): Promise<FoundList<CompanyUser>> {
  const places = call.db
    .selectFrom('company_user')
    .selectAll()
    .select(sql<string>`customer_id || ':' || company_id`.as('place'))
    .as('company_user');
  return findList(call, criteria, {
    base: call.db.selectFrom(places),
    key: 'place',
    fields,
    defaultSort: [
      { field: 'customer_id', direction: 'ASC' },
      { field: 'company_id', direction: 'ASC' },
    ],
    async load(on, keys: readonly string[]) {
      const customers = keys.map((key) => Number(key.split(':')[0]));
      const found = [...(await findPlaces(on, customers)).values()].flat();
      return new Map(found.map((place) => [keyOf(place), place]));
    },
  });
}

/** The place of a customer in a company. Throws 404. */
export async function requirePlace(call: Call, customerId: number, companyId: number): Promise<CompanyUser> {
  const places = Number.isSafeInteger(customerId) ? (await findPlaces(call, [customerId])).get(customerId) : undefined;
  const place = places?.find(({ company_id }) => company_id === companyId);
  if (place) return place;
  throw platformErrors.noSuchEntity2({
    fieldName: 'customer_id',
    fieldValue: customerId,
    field2Name: 'company_id',
    field2Value: companyId,
  });
}

/** The companies that a customer is in. Throws 404 for an unknown customer. */
export async function companiesOf(call: Call, customerId: number): Promise<readonly CompanyRow[]> {
  await call.services.customer.requireCustomer(call, customerId, { addresses: false });
  const places = (await findPlaces(call, [customerId])).get(customerId) ?? [];
  const companies = await findCompanies(
    call,
    places.map(({ company_id }) => company_id),
  );
  return places.map(({ company_id }) => valueAt(companies, company_id));
}

/**
 * Adds a customer to a company, besides the customer's other companies; does nothing if the customer is already in it.
 * Throws 404.
 */
export async function assign(call: Call, customerId: number, companyId: number): Promise<void> {
  await call.services.customer.lock(call, customerId);
  await join(call, { customer_id: customerId, company_id: companyId }, {}, false);
}

/** Takes a customer out of a company. Throws 404, and 400 for its administrator. */
export async function unassign(call: Call, customerId: number, companyId: number): Promise<void> {
  await call.services.customer.lock(call, customerId);
  await leave(call, await requirePlace(call, customerId, companyId));
}

/** Adds a customer to a company, or changes the customer's data there. In a transaction. Throws 400 and 404. */
export async function savePlace(call: Call, input: SentCompanyCustomer): Promise<void> {
  const { customer_id: customerId, company_id: companyId, is_default } = input;
  if (!customerId || !companyId) {
    throw missingArguments(customerId ? ['company_id'] : ['customer_id', ...(companyId ? [] : ['company_id'])]);
  }
  await call.services.customer.lock(call, customerId);
  await lockCompany(call, companyId, 'company_id');
  const before = (await findPlaces(call, [customerId])).get(customerId)?.find((one) => one.company_id === companyId);
  // Of the companies of a customer one is the default: another one becomes it, this one does not just cease to be.
  if (before?.is_default === 1 && is_default === false) {
    throw companyErrors.invalidValue({ fieldName: 'is_default', value: 'false' });
  }
  const isOnlyChanged = before && !(is_default && before.is_default === 0);
  if (isOnlyChanged) await changeUser(call, before, input);
  else await join(call, { customer_id: customerId, company_id: companyId }, input, is_default === true);
}
