import { module } from '../../kernel/module.ts';
import { limitOrders } from './back-pressure.ts';
import { checkoutConfiguration } from './configuration.ts';
import { checkoutRoutes } from './routes.ts';
import { migrations } from './tables.ts';

export const checkout = module({
  name: 'Checkout',
  configuration: checkoutConfiguration,
  routes: checkoutRoutes,
  migrations,
  contributes: { checkoutGuards: [limitOrders] },
});
