import { entity } from '../../kernel/entity.ts';
import { acl, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { SearchCriteria } from '../../storage/criteria/criteria.ts';
import { answerList } from '../../storage/criteria/list.ts';
import { listCompanies, requireCompany, showCompany } from './companies.ts';
import { permissions, requireManager } from './permissions.ts';
import { changeCompany, createCompany, deleteCompany } from './save.ts';
import { Company, CompanySearchResults } from './types.ts';

const service = 'companyCompanyRepositoryV1';
const access = acl(permissions.view);

const getCompanies = route({
  method: 'GET',
  path: '/V1/company/',
  service,
  operation: 'getList',
  summary: 'List companies.',
  access,
  input: { searchCriteria: SearchCriteria },
  output: CompanySearchResults,
  handle: async ({ searchCriteria }, call, requestedFields) =>
    answerList(await listCompanies(call, searchCriteria), requestedFields, (rows) => rows.map(showCompany)),
});

const postCompany = route({
  method: 'POST',
  path: '/V1/company/',
  service,
  operation: 'save',
  summary: 'Create a company with a customer as its super user, or change the one with the id in the request.',
  access: acl(permissions.add),
  captcha: 'create_company',
  entity: entity('company', 'company.id', { or: 'company.company_email', names: ['company.super_user_id'] }),
  input: { company: Company },
  output: Company,
  async handle({ company }, call) {
    if (!company.id) return showCompany(await createCompany(call, company));
    requireManager(call);
    return showCompany(await changeCompany(call, company.id, company));
  },
});

const getCompany = route({
  method: 'GET',
  path: '/V1/company/:companyId',
  service,
  operation: 'get',
  summary: 'Show the company with an id.',
  access,
  input: { companyId: t.integer },
  output: Company,
  handle: async ({ companyId }, call) => showCompany(await requireCompany(call, companyId)),
});

const putCompany = route({
  method: 'PUT',
  path: '/V1/company/:companyId',
  service,
  operation: 'save',
  summary: 'Change the company with an id; missing fields stay unchanged.',
  access: acl(permissions.manage),
  entity: entity('company', 'company.id', { names: ['company.super_user_id'] }),
  input: { company: Company },
  overrides: { companyId: t.string },
  fromPath: { 'company.id': 'companyId' },
  output: Company,
  handle: async ({ company }, call) => showCompany(await changeCompany(call, company.id ?? 0, company)),
});

const deleteCompanyById = route({
  method: 'DELETE',
  path: '/V1/company/:companyId',
  service,
  operation: 'deleteById',
  summary: 'Delete the company with an id; its users stay as customers.',
  access: acl(permissions.delete),
  entity: entity('company', 'companyId'),
  input: { companyId: t.integer },
  output: t.boolean,
  async handle({ companyId }, call) {
    await deleteCompany(call, companyId);
    return true;
  },
});

/** Routes of companies. */
export const companyRoutes = [getCompanies, postCompany, getCompany, putCompany, deleteCompanyById];
