import { acl, route } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { permissions } from '../permissions.ts';
import { ConsoleCompanyUser } from './types.ts';
import { usersOfCompany } from './users.ts';

const readUsers = route({
  method: 'GET',
  path: '/_/console/companies/:companyId/users',
  service: 'consoleCompanyV1',
  operation: 'getUsers',
  summary: 'Lists the users of a company with their roles.',
  access: acl(permissions.view),
  input: { companyId: t.integer },
  output: t.array(ConsoleCompanyUser),
  handle: ({ companyId }, call) => usersOfCompany(call, companyId),
});

/** Console routes of companies; all else goes by the routes of the interface. */
export const companyConsoleRoutes = [readUsers] as const;
