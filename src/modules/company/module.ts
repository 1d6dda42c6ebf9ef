import { module } from '../../kernel/module.ts';
import * as t from '../../kernel/types.ts';
import { CustomerExtensionAttributes } from '../customer/customers/types.ts';
import { CartExtensionAttributes } from '../quote/types.ts';
import { OrderExtensionAttributes } from '../sales/types/order.ts';
import { callerInCompany } from './acting-company.ts';
import declaredAcl from './acl.json' with { type: 'json' };
import { companyCommands } from './commands.ts';
import { companyConfiguration } from './configuration.ts';
import { companyConsoleRoutes } from './console/routes.ts';
import { companyOfCustomers } from './customers.ts';
import { demoCompany } from './demo.ts';
import { companyGraphql } from './graphql.ts';
import { hasCompanies } from './groups.ts';
import { installContributed } from './install.ts';
import { companyMailTemplates } from './mails.ts';
import { carriersOfCompanies, paymentsOfCompanies } from './methods.ts';
import { companyOfCarts, companyOfOrders } from './orders.ts';
import { movedCompanies } from './moved.ts';
import { registrationMailTemplates } from './registration-mails.ts';
import { relationRoutes } from './relation-routes.ts';
import { roleRoutes } from './role-routes.ts';
import { companyRoutes } from './routes.ts';
import { createCompanyService } from './service.ts';
import { structureRoutes } from './structure-routes.ts';
import { migrations } from './tables.ts';
import { companyUserRoutes } from './user-routes.ts';
import { CompanyCustomer, CompanyOrder } from './types.ts';

/** Companies, and the customers who buy for them. */
export const company = module({
  name: 'Company',
  edition: 'commercial',
  needs: ['directory', 'customer', 'quote'],
  acl: declaredAcl,
  configuration: companyConfiguration,
  routes: [...companyRoutes, ...companyUserRoutes, ...roleRoutes, ...structureRoutes, ...relationRoutes],
  graphql: companyGraphql,
  migrations,
  unshown: ['company_invitation'],
  installContributed,
  services: { company: createCompanyService },
  commandGroup: 'people',
  commands: companyCommands,
  extends: [
    {
      type: CustomerExtensionAttributes,
      fields: {
        company_attributes: t.optional(CompanyCustomer),
        all_company_attributes: t.optional(t.array(CompanyCustomer), { since: '2.4.9' }),
      },
    },
    { type: CartExtensionAttributes, fields: { company_id: t.optional(t.integer) } },
    { type: OrderExtensionAttributes, fields: { company_order_attributes: t.optional(CompanyOrder) } },
  ],
  contributes: {
    consoleRoutes: companyConsoleRoutes,
    requestCallers: [callerInCompany],
    customerExtensions: [companyOfCustomers],
    customerGroupUses: [hasCompanies],
    cartExtensions: [companyOfCarts],
    orderExtensions: [companyOfOrders],
    mailTemplates: [...companyMailTemplates, ...registrationMailTemplates],
    paymentFilters: [paymentsOfCompanies],
    carrierFilters: [carriersOfCompanies],
    demoParts: [demoCompany],
    movedCompanies: [movedCompanies],
  },
});
