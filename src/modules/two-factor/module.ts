import { module } from '../../kernel/module.ts';
import declaredAcl from './acl.json' with { type: 'json' };
import { twoFactorCommands } from './commands.ts';
import { twoFactorConfiguration } from './configuration.ts';
import { setupMail } from './mail.ts';
import { managementRoutes } from './management-routes.ts';
import { setupRoutes } from './setup-routes.ts';
import { requireSecondFactor } from './sign-in.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { migrations } from './tables.ts';
import { unavailableRoutes } from './unavailable-routes.ts';

/** Sign-in of administrators by a second factor beside the password. */
export const twoFactor = module({
  name: 'TwoFactorAuth',
  acl: declaredAcl,
  configuration: twoFactorConfiguration,
  routes: [...managementRoutes, ...setupRoutes, ...signInRoutes, ...unavailableRoutes],
  migrations,
  unshown: ['tfa_user', 'tfa_token'],
  commandGroup: 'people',
  commands: twoFactorCommands,
  contributes: {
    adminSignInChecks: [requireSecondFactor],
    mailTemplates: [setupMail],
  },
});
