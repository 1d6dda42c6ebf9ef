import { module } from '../../kernel/module.ts';
import { createCustomerAccessToken, putCustomerAccessToken, revokeCustomerAccessToken } from './customer-routes.ts';
import { createAdminAccessToken } from './routes.ts';
import { integrationService } from './service.ts';

export const integration = module({
  name: 'Integration',
  routes: [createAdminAccessToken, createCustomerAccessToken, putCustomerAccessToken, revokeCustomerAccessToken],
  services: () => ({ integration: integrationService }),
});
