import { module } from '../../kernel/module.ts';
import { customerCarts } from './cart/customer-part.ts';
import { quoteConfiguration } from './configuration.ts';
import { plainType, virtualType } from './items/plain.ts';
import { addressRoutes } from './routes/addresses.ts';
import { cartRoutes } from './routes/carts.ts';
import { couponRoutes } from './routes/coupons.ts';
import { itemRoutes } from './routes/items.ts';
import { paymentRoutes } from './routes/payment.ts';
import { shippingRoutes } from './routes/shipping.ts';
import { totalsRoutes } from './routes/totals.ts';
import { createQuoteService } from './service.ts';
import { migrations } from './tables.ts';

export const quote = module({
  name: 'Quote',
  configuration: quoteConfiguration,
  routes: [
    ...cartRoutes,
    ...itemRoutes,
    ...totalsRoutes,
    ...shippingRoutes,
    ...paymentRoutes,
    ...addressRoutes,
    ...couponRoutes,
  ],
  migrations,
  services: () => ({ quote: createQuoteService() }),
  forced: { cart_id: (call) => call.services.quote.ownCartId(call) },
  contributes: { customerParts: [customerCarts], cartItemTypes: [plainType, virtualType] },
});
