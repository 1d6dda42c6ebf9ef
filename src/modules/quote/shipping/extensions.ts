import type { Call } from '../../../kernel/call.ts';
import type { Decimal } from '../../../kernel/money.ts';
import type { StoredCart } from '../cart/cart.ts';
import { carrierSettings } from '../configuration.ts';
import type { ReadSetting } from '../read-settings.ts';

/** The items to be shipped; amounts in the base currency, without tax. */
export interface RateRequest {
  readonly pieces: Decimal;
  /** Units without free shipping. */
  readonly paidPieces: Decimal;
  readonly weight: Decimal;
  readonly paidWeight: Decimal;
  /** Value of all items, and of shipped ones. */
  readonly value: Decimal;
  readonly physicalValue: Decimal;
  readonly valueWithDiscount: Decimal;
  readonly physicalValueWithDiscount: Decimal;
  /** Whether a rule grants the whole cart free shipping. */
  readonly isFree: boolean;
}

/** The carrier and the destination. */
export interface CarrierContext {
  readonly code: string;
  readonly countryId: string;
  readonly regionId: number;
  readonly postcode: string;
  /** Reads a setting in the store view of the cart. */
  readonly setting: ReadSetting;
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

/** A carrier; each module contributes its own. Only active carriers for the country are called. */
export interface Carrier {
  readonly code: string;
  /** The prices to a destination. Loads all that they depend on, in one query for everything that is shipped there. */
  pricesTo(call: Call, context: CarrierContext): Promise<CarrierPrices> | CarrierPrices;
}

/** Says which carriers may serve a cart, by their codes; undefined: all of them. At most a query or two. */
type CarrierFilter = (call: Call, cart: StoredCart) => Promise<((code: string) => boolean) | undefined>;

/** The agreed price of a cart's shipping method in the base currency, in place of the carrier's; undefined: none is agreed. At most a query. */
type AgreedShippingPrice = (call: Call, cart: StoredCart) => Promise<Decimal | undefined>;

declare module '../../../kernel/merged-types.ts' {
  interface ContributionPoints {
    carriers: Carrier;
    carrierFilters: CarrierFilter;
    agreedShippingPrices: AgreedShippingPrice;
  }
}

/** A carrier with a single method, named by its settings; without a price it does not ship the items. */
export function singleMethod(
  method: string,
  { code, setting }: Pick<CarrierContext, 'code' | 'setting'>,
  priceOf: (request: RateRequest) => Decimal | undefined,
): CarrierPrices {
  return (request) => {
    const price = priceOf(request);
    return price ? [{ method, title: setting(carrierSettings.methodTitle.of(code)), price }] : [];
  };
}

/** A price with the carrier's handling fee: an amount, or a percentage of the price. */
export function withHandling(price: Decimal, { code, setting }: Pick<CarrierContext, 'code' | 'setting'>): Decimal {
  const fee = setting(carrierSettings.handlingFee.of(code));
  const isPercent = setting(carrierSettings.handlingType.of(code)) === 'percent';
  return price.plus(isPercent ? price.times(fee).div(100) : fee);
}
