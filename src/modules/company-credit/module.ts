import { module } from '../../kernel/module.ts';
import { createCredit } from './credits.ts';
import { creditRoutes } from './routes.ts';
import { migrations } from './tables.ts';

/** Credit limits of companies, and their debts to the shop. */
export const companyCredit = module({
  name: 'CompanyCredit',
  edition: 'commercial',
  needs: ['store', 'directory'],
  routes: creditRoutes,
  migrations,
  contributes: { companyFollowers: [{ name: 'credit', created: createCredit }] },
});
