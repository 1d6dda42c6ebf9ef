import { decimal } from '../../kernel/money.ts';
import { singleMethod, type Carrier } from '../quote/shipping/extensions.ts';
import { freeShippingSubtotal } from './configuration.ts';

/**
 * For nothing, from a value of the cart after discounts on (`free_shipping_subtotal`), or where a rule ships all for nothing.
 * Source: documented carrier, recorded estimates.
 */
export const freeshipping: Carrier = {
  code: 'freeshipping',
  pricesTo: (_, context) =>
    singleMethod('freeshipping', context, (request) => {
      const least = context.setting(freeShippingSubtotal);
      return request.isFree || request.valueWithDiscount.gte(least) ? decimal(0) : undefined;
    }),
};
