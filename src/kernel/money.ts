import { Decimal } from 'decimal.js';

Decimal.set({ precision: 40, rounding: Decimal.ROUND_HALF_UP });

export { Decimal };
/** What can be read as an amount. */
export type Amount = Decimal | number | string;

/** An exact decimal of `value`; amounts are computed with it and rounded only where the platform rounds. */
export function decimal(value: Amount): Decimal {
  return new Decimal(value);
}

/** Rounds half up to `digits` decimals (2: prices on the wire, 4: as stored). */
export function round(value: Amount, digits = 2): Decimal {
  const exact = value instanceof Decimal ? value : new Decimal(value);
  return exact.toDecimalPlaces(digits, Decimal.ROUND_HALF_UP);
}

/** A JSON number for the wire, rounded half up to four decimals, as amounts are stored. */
export function toWire(value: Amount): number {
  return round(value, 4).toNumber();
}
