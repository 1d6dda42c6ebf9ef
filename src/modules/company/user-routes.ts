import { entity } from '../../kernel/entity.ts';
import { acl, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { SearchCriteria } from '../../storage/criteria/criteria.ts';
import { answerList } from '../../storage/criteria/list.ts';
import { showCompany } from './companies.ts';
import { showUser } from './customers.ts';
import { permissions } from './permissions.ts';
import { assign, companiesOf, listPlaces, requirePlace, savePlace, unassign } from './places.ts';
import { Company, CompanyCustomer, CompanyCustomerSearchResults } from './types.ts';

const users = { service: 'companyCompanyUserRepositoryV1', access: acl(permissions.view) } as const;
const assignments = { service: 'companyCompanyCustomerAssignmentV1', access: acl(permissions.manage) } as const;
const one = { customerId: t.integer, companyId: t.integer };
const changed = entity('customer', 'customerId', { names: ['companyId'] });

const list = route({
  ...users,
  method: 'GET',
  path: '/V1/customers/companies',
  operation: 'getList',
  summary: 'List the users of companies, each once for each of the companies.',
  input: { criteria: SearchCriteria },
  output: CompanyCustomerSearchResults,
  handle: async ({ criteria }, call, requestedFields) =>
    answerList(await listPlaces(call, criteria), requestedFields, (page) => page.map(showUser)),
});

const save = route({
  ...users,
  method: 'POST',
  path: '/V1/customers/companies',
  operation: 'save',
  summary: "Put a customer into a company, or change the customer's data there.",
  access: acl(permissions.manage),
  entity: entity('customer', 'companyAttributes.customer_id', { names: ['companyAttributes.company_id'] }),
  input: { companyAttributes: CompanyCustomer },
  output: t.nothing,
  handle: ({ companyAttributes }, call) => savePlace(call, companyAttributes),
});

const get = route({
  ...users,
  method: 'GET',
  path: '/V1/customers/:customerId/companies/:companyId',
  operation: 'get',
  summary: 'Read the data of a customer in a company.',
  input: one,
  output: CompanyCustomer,
  handle: async ({ customerId, companyId }, call) => showUser(await requirePlace(call, customerId, companyId)),
});

const companies = route({
  ...assignments,
  method: 'GET',
  path: '/V1/customers/:customerId/companies',
  operation: 'getCustomerCompanies',
  summary: 'List the companies that a customer is in.',
  access: acl(permissions.view),
  input: { customerId: t.integer },
  output: t.array(Company),
  handle: async ({ customerId }, call) => (await companiesOf(call, customerId)).map(showCompany),
});

const put = route({
  ...assignments,
  method: 'PUT',
  path: '/V1/customers/:customerId/companies/:companyId',
  operation: 'assignCustomer',
  summary: 'Put a customer into a further company.',
  entity: changed,
  input: one,
  output: t.nothing,
  handle: ({ customerId, companyId }, call) => assign(call, customerId, companyId),
});

const remove = route({
  ...assignments,
  method: 'DELETE',
  path: '/V1/customers/:customerId/companies/:companyId',
  operation: 'unassignCustomer',
  summary: 'Take a customer out of a company.',
  entity: changed,
  input: one,
  output: t.nothing,
  handle: ({ customerId, companyId }, call) => unassign(call, customerId, companyId),
});

/** Routes of the users of companies. */
export const companyUserRoutes = [list, save, get, companies, put, remove];
