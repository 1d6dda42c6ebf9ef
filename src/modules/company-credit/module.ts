import { module } from '../../kernel/module.ts';
import { createCredit } from './credits.ts';
import { creditRoutes } from './routes.ts';
import { migrations } from './tables.ts';

/** What companies may owe the shop, and what they owe. */
export const companyCredit = module({
  name: 'CompanyCredit',
  edition: 'commercial',
  needs: ['store', 'directory'],
  routes: creditRoutes,
  migrations,
  contributes: { companyFollowers: [{ name: 'credit', created: createCredit }] },
});
