import { module } from '../../kernel/module.ts';
import declaredAcl from './acl.json' with { type: 'json' };
import { cartEntity } from './changes.ts';
import { customerCarts } from './change/customer-extension.ts';
import { moveCarts } from './change/move.ts';
import { quoteConfiguration } from './configuration.ts';
import { quoteGraphql } from './graphql/declarations.ts';
import { plainType, virtualType } from './items/plain.ts';
import { startCartRetention } from './retention.ts';
import { addressRoutes } from './routes/addresses.ts';
import { wholeCartRoutes } from './routes/carts.ts';
import { couponRoutes } from './routes/coupons.ts';
import { itemRoutes } from './routes/items.ts';
import { paymentRoutes } from './routes/payment.ts';
import { shippingRoutes } from './routes/shipping.ts';
import { totalsRoutes } from './routes/totals.ts';
import { createQuoteService } from './service.ts';
import { migrations } from './tables.ts';
import { sequenceOf } from './totals/sequence.ts';

export const quote = module({
  name: 'Quote',
  needs: [
    'store',
    'directory',
    'eav',
    'customer',
    'catalog',
    'listing',
    'storefront',
    'inventory',
    'tax',
    'salesRule',
    'payment',
  ],
  acl: declaredAcl,
  configuration: quoteConfiguration,
  routes: [
    ...wholeCartRoutes,
    ...itemRoutes,
    ...totalsRoutes,
    ...shippingRoutes,
    ...paymentRoutes,
    ...addressRoutes,
    ...couponRoutes,
  ],
  graphql: quoteGraphql,
  migrations,
  unshown: ['quote'],
  workers: [startCartRetention],
  services: { quote: createQuoteService },
  forced: { cart_id: (call) => call.services.quote.ownCartId(call) },
  checkContributions: ({ cartTotals }) => void sequenceOf(cartTotals),
  contributes: {
    changedEntities: [cartEntity],
    customerExtensions: [customerCarts],
    customerMoveFollowers: [moveCarts],
    cartItemTypes: [plainType, virtualType],
  },
});
