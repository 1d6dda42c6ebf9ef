import { decimal, type Decimal } from '../../kernel/money.ts';
import {
  singleMethod,
  withHandling,
  type Carrier,
  type CarrierContext,
  type RateRequest,
} from '../quote/shipping/extensions.ts';
import { tableRates } from './configuration.ts';
import { findTableRates } from './table-rates.ts';

/**
 * Prices by destination and by weight, value after discounts, or units (`condition_name`). Of the most specific
 * destination, the row with the highest value that the cart reaches applies. Source: documented carrier, recorded
 * estimates.
 */
export const tablerate: Carrier = {
  code: 'tablerate',
  async pricesTo(call, context) {
    const { countryId, regionId, postcode, setting } = context;
    const place = { countryId, regionId, postcode };
    const rates = await findTableRates(call, {
      ...place,
      websiteId: call.scope.websiteId,
      conditionName: setting(tableRates.condition),
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
  const includesVirtual = setting(tableRates.includesVirtual);
  switch (setting(tableRates.condition)) {
    case 'package_qty':
      return request.paidPieces;
    case 'package_value_with_discount':
      return includesVirtual ? request.valueWithDiscount : request.physicalValueWithDiscount;
    case 'package_value':
      return includesVirtual ? request.value : request.physicalValue;
    default:
      return request.paidWeight;
  }
}
