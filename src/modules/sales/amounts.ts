import { Decimal, decimal, round, toWire } from '../../kernel/money.ts';

/** Both currencies an amount is kept in: that of the order, and the base currency. */
export const currencies = ['', 'base_'] as const;
export type Currency = (typeof currencies)[number];

/** A record with amounts by their names on the wire. */
export type Amounts = Record<string, unknown>;

/** An amount of a record, 0 when there is none. */
export function amount(record: object, name: string): Decimal {
  const value = (record as Amounts)[name];
  return typeof value === 'number' ? decimal(value) : decimal(0);
}

/** Whether a record has an amount at all. */
export function hasAmount(record: object, name: string): boolean {
  return typeof (record as Amounts)[name] === 'number';
}

/** Writes an amount, as amounts are stored. */
export function setAmount(record: object, name: string, value: Decimal): void {
  (record as Amounts)[name] = toWire(value);
}

/** Adds to an amount of a record. */
export function addAmount(record: object, name: string, value: Decimal): void {
  setAmount(record, name, amount(record, name).plus(value));
}

/**
 * The part of an amount that belongs to `qty` of `of` pieces, to the cent; all that is left belongs to the last ones, so that
 * parts add up to the whole.
 */
export function share(left: Decimal, qty: number, of: number): Decimal {
  return qty >= of || of <= 0 ? left : round(left.times(qty).div(of));
}

/** The name of the compensation on discounted shipping, which the base currency spells differently. */
export function shippingCompensation(currency: Currency): string {
  return currency === '' ? 'shipping_discount_tax_compensation_amount' : 'base_shipping_discount_tax_compensation_amnt';
}

/** What a document comes to. */
export function grandTotal(document: object, currency: Currency): Decimal {
  return ['subtotal', 'discount_amount', 'tax_amount', 'shipping_amount', 'discount_tax_compensation_amount']
    .map((name) => amount(document, currency + name))
    .reduce((sum, value) => sum.plus(value), decimal(0));
}
