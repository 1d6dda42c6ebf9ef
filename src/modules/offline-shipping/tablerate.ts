import { decimal, type Decimal } from '../../kernel/money.ts';
import {
  singleMethod,
  withHandling,
  type Carrier,
  type CarrierContext,
  type RateRequest,
} from '../quote/shipping/extensions.ts';
import { findTableRates } from './table-rates.ts';

/**
 * A table of prices by place and by weight, value after discounts, or pieces (`condition_name`): of the most specific place the
 * row with the highest value that is reached. Source: documented carrier, recorded estimates.
 */
export const tablerate: Carrier = {
  code: 'tablerate',
  async pricesTo(call, context) {
    const { countryId, regionId, postcode, setting } = context;
    const place = { countryId, regionId, postcode };
    const rates = await findTableRates(call, {
      ...place,
      websiteId: call.scope.websiteId,
      conditionName: setting('condition_name'),
    });
    return singleMethod('bestway', context, (request) => {
      if (request.isFree) return decimal(0);
      const value = conditionValue(request, context);
      const row = rates.find((rate) => value.gte(rate.condition_value));
      return row && withHandling(decimal(row.price), context);
    });
  },
};

function conditionValue(request: RateRequest, { setting }: CarrierContext): Decimal {
  switch (setting('condition_name')) {
    case 'package_qty':
      return request.paidPieces;
    case 'package_value_with_discount':
      return setting('include_virtual_price') === '0' ? request.physicalValueWithDiscount : request.valueWithDiscount;
    case 'package_value':
      return setting('include_virtual_price') === '0' ? request.physicalValue : request.value;
    default:
      return request.paidWeight;
  }
}
