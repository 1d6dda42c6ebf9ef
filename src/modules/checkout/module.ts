import { module } from '../../kernel/module.ts';
import { limitOrders } from './back-pressure.ts';
import { checkoutRoutes } from './routes.ts';
import { migrations } from './tables.ts';

export const checkout = module({
  name: 'Checkout',
  routes: checkoutRoutes,
  migrations,
  contributes: { checkoutGuards: [limitOrders] },
});
