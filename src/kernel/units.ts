import { decimal, round, type Decimal } from './money.ts';

declare const unit: unique symbol;

/** What an amount is multiplied with or divided by: a bare number such as a rate, or a quantity. */
type Factor = Decimal | number;

/**
 * An exact amount of money in the currency `C`: a `Decimal` at run time. The compiler lets amounts of different currencies be
 * neither added nor compared, and takes neither a bare number nor a quantity for an amount.
 */
export interface Amount<C extends string> {
  readonly [unit]: (currency: C) => C;
  plus(other: Amount<C>): Amount<C>;
  minus(other: Amount<C>): Amount<C>;
  times(factor: Factor): Amount<C>;
  div(divisor: Factor): Amount<C>;
  negated(): Amount<C>;
  abs(): Amount<C>;
  /** Rounded half up to `digits` behind the point. */
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

/** An amount as the wire has it and the database keeps it: a number with four decimals. */
export function numberOf<C extends string>(amount: Amount<C>): number {
  return amount.toDecimalPlaces(4).toNumber();
}

/** How many pieces of a thing: a number at run time. The compiler takes no bare number for it, and no amount of money. */
export type Quantity = number & { readonly [unit]: 'pieces' };

/** A bare number of pieces as a quantity. */
export function quantityOf(pieces: number): Quantity {
  return pieces as Quantity;
}

/** The largest quantity that the interface's own tables of stock take. */
const MOST_STOCK = 99_999_999.9999;

/** A quantity of a stock as it is kept: with four decimals; what is beyond the limit becomes the limit. */
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

/** One quantity less others; negative when they are more. */
export function takeQuantities(whole: Quantity, ...taken: readonly Quantity[]): Quantity {
  return quantityOf(taken.reduce<number>((left, quantity) => left - quantity, whole));
}
