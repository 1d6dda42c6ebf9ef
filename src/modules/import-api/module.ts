import { module } from '../../kernel/module.ts';
import { importRoutes } from './routes.ts';

/** Imports of records by requests. */
export const importApi = module({
  name: 'ImportCsvApi',
  edition: 'commercial',
  needs: ['imports'],
  routes: importRoutes,
});
