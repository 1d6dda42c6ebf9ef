import { decimal } from '../../kernel/money.ts';
import { singleMethod, type Carrier } from '../quote/shipping/extensions.ts';
import { freeShippingSubtotal } from './configuration.ts';

/**
 * Free shipping, from a cart total after discounts (`free_shipping_subtotal`), or by a rule for the whole cart. Source:
 * documented carrier, recorded estimates.
 */
export const freeshipping: Carrier = {
  code: 'freeshipping',
  pricesTo: (_, context) =>
    singleMethod('freeshipping', context, (request) => {
      const least = context.setting(freeShippingSubtotal);
      return request.isFree || request.valueWithDiscount.gte(least) ? decimal(0) : undefined;
    }),
};
