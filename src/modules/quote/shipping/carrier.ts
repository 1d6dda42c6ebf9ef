import type { Decimal } from '../../../kernel/money.ts';
import { decimal } from '../../../kernel/money.ts';
import type { TableRate } from './table-rates.ts';

/** What is to be shipped; amounts in the base currency, without tax. */
export interface RateRequest {
  readonly pieces: Decimal;
  /** Pieces that no rule ships for nothing. */
  readonly paidPieces: Decimal;
  readonly weight: Decimal;
  readonly paidWeight: Decimal;
  /** Value of all items, and of those that are shipped. */
  readonly value: Decimal;
  readonly physicalValue: Decimal;
  readonly valueWithDiscount: Decimal;
  readonly physicalValueWithDiscount: Decimal;
  /** Whether a rule ships the whole cart for nothing. */
  readonly isFree: boolean;
}

/** Where it goes, and what a carrier's settings say. */
export interface CarrierContext {
  readonly countryId: string;
  readonly regionId: number;
  readonly postcode: string;
  /** A setting of the carrier (`carriers/<code>/<name>`); empty when unset. */
  setting(name: string): string;
  /** Rows of the price table for the place, the most specific ones first. */
  readonly tableRates: readonly TableRate[];
}

/** A price for shipping, in the base currency. */
export interface Rate {
  readonly carrier: string;
  /** Null for a carrier that is only shown as not available. */
  readonly method: string | null;
  readonly carrierTitle: string;
  readonly methodTitle: string | null;
  readonly price: Decimal;
  readonly isAvailable: boolean;
  readonly errorMessage: string;
}

/** A carrier; one file for each. */
export interface Carrier {
  readonly code: string;
  readonly method: string;
  /** The price; undefined when it does not ship this, or not there. */
  price(request: RateRequest, context: CarrierContext): Decimal | undefined;
}

/** A price with the carrier's handling fee: an amount, or a percentage of the price. */
export function withHandling(price: Decimal, { setting }: Pick<CarrierContext, 'setting'>): Decimal {
  const fee = numberOf(setting('handling_fee'));
  return setting('handling_type') === 'P' ? price.plus(price.times(fee).div(100)) : price.plus(fee);
}

/** A setting as a number; 0 for what is none. */
export function numberOf(text: string): Decimal {
  const number = Number(text);
  return decimal(text.trim() !== '' && Number.isFinite(number) ? number : 0);
}
