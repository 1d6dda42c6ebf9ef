import { module } from '../../kernel/module.ts';
import { createCredit } from './credits.ts';
import { companyCreditConfiguration } from './configuration.ts';
import { demoCompanyCredit } from './demo.ts';
import { companyCreditMethod, paymentOnAccount } from './method.ts';
import { movedCredits } from './moved.ts';
import { creditOfCarts, followCreditPayments } from './orders.ts';
import { creditGraphql } from './graphql.ts';
import { creditRoutes } from './routes.ts';
import { migrations } from './tables.ts';

/** Credit limits of companies, and their debts to the shop. */
export const companyCredit = module({
  name: 'CompanyCredit',
  edition: 'commercial',
  needs: ['store', 'directory', 'customer', 'company'],
  configuration: companyCreditConfiguration,
  routes: creditRoutes,
  graphql: creditGraphql,
  migrations,
  unshown: ['company_credit', 'company_credit_history'],
  contributes: {
    companyFollowers: [{ name: 'credit', created: createCredit }],
    paymentMethods: [companyCreditMethod],
    paymentFilters: [paymentOnAccount],
    cartExtensions: [creditOfCarts],
    orderFollowers: [followCreditPayments],
    movedCredits: [movedCredits],
    demoParts: [demoCompanyCredit],
  },
});
