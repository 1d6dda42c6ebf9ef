import { decimal } from '../../kernel/money.ts';
import { numberOf, singleMethod, withHandling, type Carrier } from '../quote/shipping/extensions.ts';

/**
 * The same price for each order (`type` O), for each piece (I), or none. Pieces that rules ship for nothing do not count, and
 * what is free altogether has no handling fee. Source: documented carrier, recorded estimates.
 */
export const flatrate: Carrier = {
  code: 'flatrate',
  pricesTo: (_, context) =>
    singleMethod('flatrate', context, (request) => {
      if (request.isFree || request.paidPieces.isZero()) return decimal(0);
      const price = numberOf(context.setting('price'));
      const type = context.setting('type');
      const whole = type === 'O' ? price : type === 'I' ? price.times(request.paidPieces) : decimal(0);
      return withHandling(whole, context);
    }),
};
