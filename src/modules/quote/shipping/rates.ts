import type { Call } from '../../../kernel/call.ts';
import { decimal } from '../../../kernel/money.ts';
import type { StoredCart } from '../cart/cart.ts';
import type { Carrier, CarrierContext, CarrierPrices, ShippingRate, RateRequest } from './extensions.ts';

/** The text for a carrier that does not serve a country, unless the carrier has its own. */
const NOT_AVAILABLE = 'This shipping method is not available. To use this shipping method, please contact us.';

/**
 * A function that gives the prices of a store view's active carriers for the address of a cart, lowest first; undefined for an
 * address without a country. At most one query for each carrier.
 */
export async function rateFinder(
  call: Call,
  cart: StoredCart,
): Promise<((request: RateRequest) => readonly ShippingRate[]) | undefined> {
  const { shipping: address } = cart;
  const { country_id: countryId } = address;
  if (!countryId) return undefined;
  const filters = [];
  for (const filter of call.contributions.carrierFilters) filters.push((await filter(call, cart)) ?? (() => true));
  const scope = { storeId: call.scope.storeId };
  const place = { countryId, regionId: address.region_id ?? 0, postcode: address.postcode ?? '' };
  const finders: ((request: RateRequest) => ShippingRate[])[] = [];
  for (const carrier of call.contributions.carriers) {
    if (!call.config.flag(`carriers/${carrier.code}/active`, scope)) continue;
    if (!filters.every((serves) => serves(carrier.code))) continue;
    const setting = (name: string): string => call.config.get(`carriers/${carrier.code}/${name}`, scope) ?? '';
    const context = { ...place, setting };
    const prices = isServed(context) ? await carrier.pricesTo(call, context) : undefined;
    finders.push((request) => ratesOf(carrier, context, prices, request));
  }
  return (request) => finders.flatMap((find) => find(request)).sort((a, b) => a.price.comparedTo(b.price));
}

function isServed({ setting, countryId }: CarrierContext): boolean {
  return setting('sallowspecific') !== '1' || setting('specificcountry').split(',').includes(countryId);
}

function ratesOf(
  { code: carrier }: Carrier,
  { setting }: CarrierContext,
  prices: CarrierPrices | undefined,
  request: RateRequest,
): ShippingRate[] {
  const carrierTitle = setting('title');
  const offers = prices?.(request) ?? [];
  if (offers.length > 0) {
    return offers.map(({ method, title: methodTitle, price }) => {
      return { carrier, method, carrierTitle, methodTitle, price, isAvailable: true, errorMessage: '' };
    });
  }
  if (setting('showmethod') !== '1') return [];
  const errorMessage = setting('specificerrmsg') || NOT_AVAILABLE;
  return [
    { carrier, method: null, carrierTitle, methodTitle: null, price: decimal(0), isAvailable: false, errorMessage },
  ];
}
