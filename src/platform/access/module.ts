import { module } from '../../kernel/module.ts';
import declaredAcl from './acl.json' with { type: 'json' };
import { accessCommands } from './commands.ts';
import { accessConfiguration } from './configuration.ts';
import { ADMINISTRATORS, saveRole } from './roles.ts';
import { createAccessService } from './service.ts';
import { migrations } from './tables.ts';

/** The module of admin users, roles, integrations and tokens. */
export const authorization = module({
  name: 'Authorization',
  // And those of modules of the interface that Souk has no manifest of.
  acl: declaredAcl,
  configuration: accessConfiguration,
  migrations,
  unshown: ['admin_user', 'admin_identity', 'oauth_token', 'oauth_nonce', 'oauth_token_request_log'],
  install: async (call) => {
    await saveRole(call, ADMINISTRATORS, 'all');
    // A running process whose database is installed anew forgets the tokens of the one before.
    await call.services.access.revocations.invalidate(call);
  },
  services: { access: createAccessService },
  commandGroup: 'people',
  commands: accessCommands,
});
