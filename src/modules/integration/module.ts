import { module } from '../../kernel/module.ts';
import { createAdminAccessToken } from './routes.ts';
import { integrationService } from './service.ts';

export const integration = module({
  name: 'Integration',
  routes: [createAdminAccessToken],
  services: () => ({ integration: integrationService }),
});
