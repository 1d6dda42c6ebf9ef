import { module } from '../../kernel/module.ts';
import declaredAcl from './acl.json' with { type: 'json' };
import { limitOrders } from './back-pressure.ts';
import { checkoutConfiguration } from './configuration.ts';
import { checkoutRoutes } from './routes.ts';
import { migrations } from './tables.ts';
import { checkoutSettings } from './graphql-settings.ts';

export const checkout = module({
  name: 'Checkout',
  needs: ['quote'],
  acl: declaredAcl,
  configuration: checkoutConfiguration,
  routes: checkoutRoutes,
  migrations,
  unshown: ['checkout_order_pressure'],
  graphql: [checkoutSettings],
  contributes: { checkoutGuards: [limitOrders] },
});
