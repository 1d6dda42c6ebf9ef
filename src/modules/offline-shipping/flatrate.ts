import { decimal } from '../../kernel/money.ts';
import { carrierSettings } from '../quote/configuration.ts';
import { singleMethod, withHandling, type Carrier } from '../quote/shipping/extensions.ts';
import { flatrateType } from './configuration.ts';

/**
 * The same price for each order (`type` O), for each unit (I), or none. Units with free shipping by rules do not count.
 * An entirely free shipment has no handling fee. Source: documented carrier, recorded estimates.
 */
export const flatrate: Carrier = {
  code: 'flatrate',
  pricesTo: (_, context) =>
    singleMethod('flatrate', context, (request) => {
      if (request.isFree || request.paidPieces.isZero()) return decimal(0);
      const price = context.setting(carrierSettings.price.of('flatrate'));
      const type = context.setting(flatrateType);
      const whole = type === 'perOrder' ? price : type === 'perItem' ? price.times(request.paidPieces) : decimal(0);
      return withHandling(whole, context);
    }),
};
