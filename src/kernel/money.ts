import { Decimal, type DecimalValue } from './decimal.ts';

export { Decimal, type DecimalValue };

/** An exact decimal of `value`; amounts are computed with it and rounded only where the platform rounds. */
export function decimal(value: DecimalValue): Decimal {
  return Decimal.of(value);
}

/** Rounds half up to `digits` decimals (2: prices on the wire, 4: as stored). */
export function round(value: DecimalValue, digits = 2): Decimal {
  return Decimal.of(value).toDecimalPlaces(digits);
}

/** A JSON number for the wire, rounded half up to four decimals, as amounts are stored. */
export function toWire(value: DecimalValue): number {
  return round(value, 4).toNumber();
}
