import type { Call } from '../../kernel/call.ts';
import { extendType, valueTypes, type GraphQLTypes, type ValueTypesOf } from '../../kernel/graphql.ts';
import { methodSettings } from '../payment/configuration.ts';
import { carrierSettings } from '../quote/configuration.ts';
import '../quote/payment/extensions.ts';
import '../quote/shipping/extensions.ts';
import { requireVisible, type CompanySource } from './graphql-company.ts';
import { showColleague } from './graphql-structure.ts';
import { allowedMethods } from './methods.ts';
import type { CompanyRow } from './tables.ts';

const method = { code: 'String!', title: 'String!' } as const;
const values = valueTypes({
  CompanyAvailablePaymentMethod: method,
  CompanyAvailableShippingMethod: method,
  CompanyLegalAddress: {
    city: 'String',
    country_code: 'CountryCodeEnum',
    postcode: 'String',
    region: 'CustomerAddressRegion',
    street: '[String]',
    telephone: 'String',
  },
  CompanySalesRepresentative: { email: 'String', firstname: 'String', lastname: 'String' },
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values> {}
}

function legalAddress(call: Call, company: CompanyRow): GraphQLTypes['CompanyLegalAddress'] {
  const { city, country_id, postcode, region, region_id, street, telephone } = company;
  const known = region_id === null ? undefined : call.services.directory.region(Number(region_id));
  return {
    city,
    country_code: country_id,
    postcode,
    region: { region, region_code: known?.code ?? region, region_id: known?.id ?? null },
    street: street.split('\n'),
    telephone,
  };
}

/** The admin user who looks after a company; undefined for one who no longer exists. */
function representativeOf(call: Call, { sales_representative_id: id }: CompanyRow) {
  return call.db
    .selectFrom('admin_user')
    .select(['email', 'firstname', 'lastname'])
    .where('user_id', '=', id)
    .executeTakeFirst();
}

/** The active payment methods that a company may use. */
function paymentMethods(call: Call, company: CompanyRow): GraphQLTypes['CompanyAvailablePaymentMethod'][] {
  const codes = allowedMethods(call, company, 'payment');
  const scope = { storeId: call.scope.storeId };
  return call.contributions.paymentMethods
    .filter(({ code }) => call.config.of(methodSettings.isActive.of(code), scope) && (codes?.has(code) ?? true))
    .map(({ code }) => ({ code, title: call.config.of(methodSettings.title.of(code), scope) ?? code }));
}

/** The active carriers that may ship to a company. */
function shippingMethods(call: Call, company: CompanyRow): GraphQLTypes['CompanyAvailableShippingMethod'][] {
  const codes = allowedMethods(call, company, 'shipping');
  const scope = { storeId: call.scope.storeId };
  return call.contributions.carriers
    .filter(({ code }) => call.config.of(carrierSettings.isActive.of(code), scope) && (codes?.has(code) ?? true))
    .map(({ code }) => ({ code, title: call.config.of(carrierSettings.title.of(code), scope) ?? code }));
}

const ofCompanies = extendType('Company', (t) => {
  const payments = async (company: CompanySource, call: Call) => {
    await requireVisible(call, company, 'Magento_Company::payment_information');
    return paymentMethods(call, company);
  };
  return {
    available_payment_methods: t.field('[CompanyAvailablePaymentMethod]', (company, _, call) =>
      payments(company, call),
    ),
    available_shipping_methods: t.field('[CompanyAvailableShippingMethod]', async (company, _, call) => {
      await requireVisible(call, company, 'Magento_Company::shipping_information');
      return shippingMethods(call, company);
    }),
    company_admin: t.field('Customer', async (company, _, call) => {
      await requireVisible(call, company, 'Magento_Company::contacts');
      return showColleague(call, company.entity_id, company.super_user_id);
    }),
    legal_address: t.field('CompanyLegalAddress', async (company, _, call) => {
      await requireVisible(call, company, 'Magento_Company::view_address');
      return legalAddress(call, company);
    }),
    payment_methods: t.field('[String]', async (company, _, call) =>
      (await payments(company, call)).map(({ title }) => title),
    ),
    sales_representative: t.field('CompanySalesRepresentative', async (company, _, call) => {
      await requireVisible(call, company, 'Magento_Company::contacts');
      return representativeOf(call, company);
    }),
  };
});

/** Address, contacts and methods of companies in GraphQL. */
export const profileDeclarations = [values, ofCompanies];
