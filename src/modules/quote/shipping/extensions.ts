import type { Call } from '../../../kernel/call.ts';
import { decimal, type Decimal } from '../../../kernel/money.ts';
import type { StoredCart } from '../cart/cart.ts';

/** The items to be shipped; amounts in the base currency, without tax. */
export interface RateRequest {
  readonly pieces: Decimal;
  /** Pieces without free shipping. */
  readonly paidPieces: Decimal;
  readonly weight: Decimal;
  readonly paidWeight: Decimal;
  /** Value of all items, and of those that are shipped. */
  readonly value: Decimal;
  readonly physicalValue: Decimal;
  readonly valueWithDiscount: Decimal;
  readonly physicalValueWithDiscount: Decimal;
  /** Whether a rule gives the whole cart free shipping. */
  readonly isFree: boolean;
}

/** The destination, and the carrier's settings. */
export interface CarrierContext {
  readonly countryId: string;
  readonly regionId: number;
  readonly postcode: string;
  /** A setting of the carrier (`carriers/<code>/<name>`); empty when unset. */
  setting(name: string): string;
}

/** A price for shipping, in the base currency. */
export interface ShippingRate {
  readonly carrier: string;
  /** Null for a carrier that is listed as not available. */
  readonly method: string | null;
  readonly carrierTitle: string;
  readonly methodTitle: string | null;
  readonly price: Decimal;
  readonly isAvailable: boolean;
  readonly errorMessage: string;
}

/** A shipping method of a carrier with its price in the base currency. */
interface CarrierOffer {
  readonly method: string;
  readonly title: string;
  readonly price: Decimal;
}

/** The methods that a carrier offers for these items; none when it does not ship them. */
export type CarrierPrices = (request: RateRequest) => readonly CarrierOffer[];

/** A carrier; each module contributes its own. Only active carriers that serve the country are asked. */
export interface Carrier {
  readonly code: string;
  /** The prices to a destination. Loads all that they depend on, in one query for everything that is shipped there. */
  pricesTo(call: Call, context: CarrierContext): Promise<CarrierPrices> | CarrierPrices;
}

/** Says which carriers may serve a cart, by their codes; undefined: all of them. At most a query or two. */
type CarrierFilter = (call: Call, cart: StoredCart) => Promise<((code: string) => boolean) | undefined>;

declare module '../../../kernel/call.ts' {
  interface ContributionPoints {
    carriers: Carrier;
    carrierFilters: CarrierFilter;
  }
}

/** A carrier with a single method, named by its settings; without a price it does not ship the items. */
export function singleMethod(
  method: string,
  { setting }: Pick<CarrierContext, 'setting'>,
  priceOf: (request: RateRequest) => Decimal | undefined,
): CarrierPrices {
  return (request) => {
    const price = priceOf(request);
    return price ? [{ method, title: setting('name'), price }] : [];
  };
}

/** A price with the carrier's handling fee: an amount, or a percentage of the price. */
export function withHandling(price: Decimal, { setting }: Pick<CarrierContext, 'setting'>): Decimal {
  const fee = numberOf(setting('handling_fee'));
  return setting('handling_type') === 'P' ? price.plus(price.times(fee).div(100)) : price.plus(fee);
}

/** A setting as a number; 0 if it is not one. */
export function numberOf(text: string): Decimal {
  const number = Number(text);
  return decimal(text.trim() !== '' && Number.isFinite(number) ? number : 0);
}
