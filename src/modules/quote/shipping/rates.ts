import type { Call } from '../../../kernel/call.ts';
import { decimal } from '../../../kernel/money.ts';
import type { CartAddress } from '../cart/cart.ts';
import type { Carrier, CarrierContext, Rate, RateRequest } from './carrier.ts';
import { flatrate } from './flatrate.ts';
import { freeshipping } from './freeshipping.ts';
import { findTableRates } from './table-rates.ts';
import { tablerate } from './tablerate.ts';

/** The carriers; a new one is a file and a line here. */
const carriers: readonly Carrier[] = [flatrate, tablerate, freeshipping];

/** Shown for a carrier that does not ship to a country, unless it has a text of its own. */
const NOT_AVAILABLE = 'This shipping method is not available. To use this shipping method, please contact us.';

/**
 * What the active carriers of a store view ask for shipping to an address, cheapest first; undefined for an address without a
 * country. At most one query, for the price table.
 */
export async function rateFinder(
  call: Call,
  address: CartAddress,
): Promise<((request: RateRequest) => readonly Rate[]) | undefined> {
  const { country_id: countryId } = address;
  if (!countryId) return undefined;
  const scope = { storeId: call.scope.storeId };
  const settingOf = (code: string) => (name: string) => call.config.get(`carriers/${code}/${name}`, scope) ?? '';
  const active = carriers.filter(({ code }) => call.config.flag(`carriers/${code}/active`, scope));
  const place = { countryId, regionId: address.region_id ?? 0, postcode: address.postcode ?? '' };
  const tableRates = active.includes(tablerate)
    ? await findTableRates(call, {
        ...place,
        websiteId: call.scope.websiteId,
        conditionName: settingOf(tablerate.code)('condition_name'),
      })
    : [];
  return (request) =>
    active
      .flatMap((carrier) => rateOf(carrier, request, { ...place, setting: settingOf(carrier.code), tableRates }) ?? [])
      .sort((a, b) => a.price.comparedTo(b.price));
}

function rateOf(carrier: Carrier, request: RateRequest, context: CarrierContext): Rate | undefined {
  const { setting, countryId } = context;
  const isServed = setting('sallowspecific') !== '1' || setting('specificcountry').split(',').includes(countryId);
  const price = isServed ? carrier.price(request, context) : undefined;
  if (price) {
    return {
      carrier: carrier.code,
      method: carrier.method,
      carrierTitle: setting('title'),
      methodTitle: setting('name'),
      price,
      isAvailable: true,
      errorMessage: '',
    };
  }
  if (setting('showmethod') !== '1') return undefined;
  return {
    carrier: carrier.code,
    method: null,
    carrierTitle: setting('title'),
    methodTitle: null,
    price: decimal(0),
    isAvailable: false,
    errorMessage: setting('specificerrmsg') || NOT_AVAILABLE,
  };
}
