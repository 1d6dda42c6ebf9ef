import type { Call } from '../../../kernel/call.ts';
import { decimal, type Decimal } from '../../../kernel/money.ts';
import type { StoredCart } from '../cart/cart.ts';
import { carrierSettings } from '../configuration.ts';
import { readSettings } from '../read-settings.ts';
import type { CarrierContext, CarrierPrices, ShippingRate, RateRequest } from './extensions.ts';

/**
 * A function that returns the prices of a store view's active carriers for the address of a cart, lowest first.
 * Undefined for an address without a country. At most one query per carrier.
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
  const setting = readSettings(call);
  const place = { countryId, regionId: address.region_id ?? 0, postcode: address.postcode ?? '' };
  const finders: ((request: RateRequest) => ShippingRate[])[] = [];
  for (const carrier of call.contributions.carriers) {
    if (!setting(carrierSettings.isActive.of(carrier.code))) continue;
    if (!filters.every((serves) => serves(carrier.code))) continue;
    const context = { ...place, code: carrier.code, setting };
    const prices = isServed(context) ? await carrier.pricesTo(call, context) : undefined;
    finders.push((request) => ratesOf(context, prices, request));
  }
  const agreed = await agreedPrice(call, cart);
  const priced = (rate: ShippingRate): ShippingRate =>
    agreed && rate.isAvailable && `${rate.carrier}_${rate.method}` === cart.shipping_method
      ? { ...rate, price: agreed }
      : rate;
  return (request) => finders.flatMap((find) => find(request).map(priced)).sort((a, b) => a.price.comparedTo(b.price));
}

async function agreedPrice(call: Call, cart: StoredCart): Promise<Decimal | undefined> {
  if (cart.shipping_method === null) return undefined;
  for (const priceOf of call.contributions.agreedShippingPrices) {
    const price = await priceOf(call, cart);
    if (price) return price;
  }
  return undefined;
}

function isServed({ code, setting, countryId }: CarrierContext): boolean {
  const { isLimited, countries } = carrierSettings;
  return !setting(isLimited.of(code)) || setting(countries.of(code)).includes(countryId);
}

function ratesOf(
  { code: carrier, setting }: CarrierContext,
  prices: CarrierPrices | undefined,
  request: RateRequest,
): ShippingRate[] {
  const carrierTitle = setting(carrierSettings.title.of(carrier)) ?? '';
  const offers = prices?.(request) ?? [];
  if (offers.length > 0) {
    return offers.map(({ method, title: methodTitle, price }) => {
      return { carrier, method, carrierTitle, methodTitle, price, isAvailable: true, errorMessage: '' };
    });
  }
  if (!setting(carrierSettings.showsUnavailable.of(carrier))) return [];
  const errorMessage = setting(carrierSettings.unavailableMessage.of(carrier));
  return [
    { carrier, method: null, carrierTitle, methodTitle: null, price: decimal(0), isAvailable: false, errorMessage },
  ];
}
