import { module } from '../../kernel/module.ts';
import declaredAcl from './acl.json' with { type: 'json' };
import { createCustomerAccessToken, putCustomerAccessToken, revokeCustomerAccessToken } from './customer-routes.ts';
import { createAdminAccessToken } from './routes.ts';
import { tokenGraphql } from './graphql.ts';
import { tokenSettings } from './graphql-settings.ts';

/** The routes by which admin users and customers get access tokens. */
export const integration = module({
  name: 'Integration',
  needs: ['customer'],
  acl: declaredAcl,
  graphql: [...tokenGraphql, tokenSettings],
  routes: [createAdminAccessToken, createCustomerAccessToken, putCustomerAccessToken, revokeCustomerAccessToken],
});
