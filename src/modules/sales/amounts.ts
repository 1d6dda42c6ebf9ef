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
 * What rounding has left over in one document: the next part is that much larger or smaller, so that the parts of a document add
 * up as the whole does. Rows, discounts and taxes hand it on to each other ("amounts"), others by themselves. Sources: recorded
 * documents of the interface.
 */
export class Rounding {
  readonly #left = new Map<string, Decimal>();

  /** A part of an amount, to the cent. What is taken off a document, as a discount is, counts the other way. */
  part(
    carry: 'amounts' | 'compensation' | 'inclTax',
    currency: Currency,
    exact: Decimal,
    { isTakenOff = false } = {},
  ): Decimal {
    if (exact.isZero()) return exact;
    const before = this.#left.get(currency + carry) ?? decimal(0);
    // Quotients without an end miss half a cent by their last digit.
    const wanted = round(isTakenOff ? exact.minus(before) : exact.plus(before), 8);
    const rounded = round(wanted);
    const left = wanted.minus(rounded);
    this.#left.set(currency + carry, isTakenOff ? left.negated() : left);
    return rounded;
  }
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
