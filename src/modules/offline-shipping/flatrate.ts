import { decimal } from '../../kernel/money.ts';
import { carrierSettings } from '../quote/configuration.ts';
import { singleMethod, withHandling, type Carrier } from '../quote/shipping/extensions.ts';
import { flatrateType } from './configuration.ts';

/**
 * The same price for each order (`type` O), for each piece (I), or none. Pieces that rules ship for nothing do not count, and
 * what is free altogether has no handling fee. Source: documented carrier, recorded estimates.
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
