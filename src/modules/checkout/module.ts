import { module } from '../../kernel/module.ts';
import { checkoutRoutes } from './routes.ts';

export const checkout = module({ name: 'Checkout', routes: checkoutRoutes });
