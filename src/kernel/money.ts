import { Decimal, type DecimalValue } from './decimal.ts';

export { Decimal };
/** What can be read as an amount. */
export type Amount = DecimalValue;

/** An exact decimal of `value`; amounts are computed with it and rounded only where the platform rounds. */
export function decimal(value: Amount): Decimal {
  return Decimal.of(value);
}

/** Rounds half up to `digits` decimals (2: prices on the wire, 4: as stored). */
export function round(value: Amount, digits = 2): Decimal {
  return Decimal.of(value).toDecimalPlaces(digits);
}

/** A JSON number for the wire, rounded half up to four decimals, as amounts are stored. */
export function toWire(value: Amount): number {
  return round(value, 4).toNumber();
}
