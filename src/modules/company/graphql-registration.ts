import { inputTypes, mutations, valueTypes, type InputTypesOf, type ValueTypesOf } from '../../kernel/graphql.ts';
import { storeConfigFields } from '../store/extensions.ts';
import { companiesAreOn, registration } from './configuration.ts';
import { registerCompany, updateOwnCompany } from './registration.ts';

const values = valueTypes({
  CreateCompanyOutput: { company: 'Company!' },
  UpdateCompanyOutput: { company: 'Company!' },
});
const inputs = inputTypes({
  CompanyAdminInput: {
    custom_attributes: '[AttributeValueInput]',
    email: 'String!',
    firstname: 'String!',
    gender: 'Int',
    job_title: 'String',
    lastname: 'String!',
    telephone: 'String',
  },
  CompanyCreateInput: {
    company_admin: 'CompanyAdminInput!',
    company_email: 'String!',
    company_name: 'String!',
    legal_address: 'CompanyLegalAddressCreateInput!',
    legal_name: 'String',
    reseller_id: 'String',
    vat_tax_id: 'String',
  },
  CompanyLegalAddressCreateInput: {
    city: 'String!',
    country_id: 'CountryCodeEnum!',
    postcode: 'String!',
    region: 'CustomerAddressRegionInput!',
    street: '[String]!',
    telephone: 'String!',
  },
  CompanyLegalAddressUpdateInput: {
    city: 'String',
    country_id: 'CountryCodeEnum',
    postcode: 'String',
    region: 'CustomerAddressRegionInput',
    street: '[String]',
    telephone: 'String',
  },
  CompanyUpdateInput: {
    company_email: 'String',
    company_name: 'String',
    legal_address: 'CompanyLegalAddressUpdateInput',
    legal_name: 'String',
    reseller_id: 'String',
    vat_tax_id: 'String',
  },
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {}
}

const companyMutations = mutations((t) => ({
  createCompany: t.field(
    'CreateCompanyOutput',
    { input: 'CompanyCreateInput!' },
    async (_, { input }, call) => ({ company: { ...(await registerCompany(call, input)), isNew: true } }),
    // As a new account, which it also creates.
    { attempts: 'accounts', captcha: 'create_company', recaptcha: 'customer_create' },
  ),
  updateCompany: t.field('UpdateCompanyOutput', { input: 'CompanyUpdateInput!' }, async (_, { input }, call) => ({
    company: await updateOwnCompany(call, input),
  })),
}));

const companySettings = storeConfigFields({
  allow_company_registration: ['Boolean', registration.isAllowed],
  company_enabled: ['Boolean', companiesAreOn],
});

/** Registration and changes of companies in GraphQL. */
export const registrationDeclarations = [values, inputs, companyMutations, companySettings];
