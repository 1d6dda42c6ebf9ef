import { module } from '../../kernel/module.ts';
import declaredAcl from './acl.json' with { type: 'json' };
import { requireAgreement } from './agreements.ts';
import { agreementCommands } from './commands.ts';
import { agreementConfiguration } from './configuration.ts';
import { agreementGraphql } from './graphql.ts';
import { agreementRoutes } from './routes.ts';
import { migrations } from './tables.ts';

/** Terms and conditions at checkout. */
export const checkoutAgreements = module({
  name: 'CheckoutAgreements',
  needs: ['store'],
  acl: declaredAcl,
  configuration: agreementConfiguration,
  routes: agreementRoutes,
  graphql: agreementGraphql,
  migrations,
  commandGroup: 'shop',
  commands: agreementCommands,
  contributes: { checkoutGuards: [requireAgreement] },
});
