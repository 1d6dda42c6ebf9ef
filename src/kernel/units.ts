import { decimal, round, type Decimal } from './money.ts';

declare const unit: unique symbol;

/** A factor or divisor of an amount: a bare number such as a rate, or a quantity. */
type Factor = Decimal | number;

/**
 * An exact amount of money in the currency `C`: a `Decimal` at run time. The compiler rejects sums and comparisons of different
 * currencies, and bare numbers or quantities in place of an amount.
 */
export interface Amount<C extends string> {
  readonly [unit]: (currency: C) => C;
  plus(other: Amount<C>): Amount<C>;
  minus(other: Amount<C>): Amount<C>;
  times(factor: Factor): Amount<C>;
  div(divisor: Factor): Amount<C>;
  negated(): Amount<C>;
  abs(): Amount<C>;
  /** Rounded half up to `digits` decimal places. */
  toDecimalPlaces(digits: number): Amount<C>;
  eq(other: Amount<C>): boolean;
  gt(other: Amount<C>): boolean;
  gte(other: Amount<C>): boolean;
  lt(other: Amount<C>): boolean;
  lte(other: Amount<C>): boolean;
  isZero(): boolean;
  isNegative(): boolean;
  toNumber(): number;
  toFixed(digits: number): string;
}

/** A bare number as an amount in a currency. */
export function amountOf<C extends string>(value: Decimal | number): Amount<C> {
  return decimal(value) as unknown as Amount<C>;
}

/** An amount in another currency, by the rate between the two. */
export function converted<From extends string, To extends string>(amount: Amount<From>, rate: Factor): Amount<To> {
  return amount.times(rate) as unknown as Amount<To>;
}

/** The sum of amounts; zero for none. */
export function sumOf<C extends string>(amounts: readonly Amount<C>[]): Amount<C> {
  return amounts.reduce((sum, amount) => sum.plus(amount), amountOf<C>(0));
}

/** The smaller of two amounts. */
export function leastAmount<C extends string>(one: Amount<C>, other: Amount<C>): Amount<C> {
  return other.lt(one) ? other : one;
}

/** The larger of two amounts. */
export function mostAmount<C extends string>(one: Amount<C>, other: Amount<C>): Amount<C> {
  return other.gt(one) ? other : one;
}

/** An amount in the format of wire and database: a number with four decimal places. */
export function numberOf<C extends string>(amount: Amount<C>): number {
  return amount.toDecimalPlaces(4).toNumber();
}

/** A quantity in units: a number at run time. The compiler rejects bare numbers and amounts of money in its place. */
export type Quantity = number & { readonly [unit]: 'pieces' };

/** A bare number of units as a quantity. */
export function quantityOf(pieces: number): Quantity {
  return pieces as Quantity;
}

/** The largest quantity in the interface's own stock tables. */
const MOST_STOCK = 99_999_999.9999;

/** A stock quantity in its stored form: with four decimal places, limited to the maximum. */
export function stockQuantity(pieces: number): number {
  return Math.min(Math.max(round(pieces, 4).plus(0).toNumber(), -MOST_STOCK), MOST_STOCK);
}

/** The smallest of some quantities. */
export function leastQuantity(...quantities: readonly Quantity[]): Quantity {
  return quantityOf(Math.min(...quantities));
}

/** The largest of some quantities. */
export function mostQuantity(...quantities: readonly Quantity[]): Quantity {
  return quantityOf(Math.max(...quantities));
}

/** The sum of two quantities, in double precision. */
export function addQuantities(one: Quantity, other: Quantity): Quantity {
  return quantityOf(one + other);
}

/** One quantity minus others; negative when they are more. */
export function takeQuantities(whole: Quantity, ...parts: readonly Quantity[]): Quantity {
  return quantityOf(parts.reduce<number>((left, quantity) => left - quantity, whole));
}
