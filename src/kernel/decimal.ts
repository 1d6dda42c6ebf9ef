import { Decimal as Big } from 'decimal.js';

Big.set({ precision: 40, rounding: Big.ROUND_HALF_UP });

/** Input of a decimal. */
export type DecimalValue = Decimal | number | string;

/** The powers of ten that a double represents exactly as integers. */
const POWERS = Array.from({ length: 23 }, (_, i) => 10 ** i);
const MOST_DIGITS = 15;
const MOST_UNITS = Number.MAX_SAFE_INTEGER;

/**
 * An exact, immutable decimal number, with the methods of decimal.js that the platform needs, several times as fast. It stores
 * a safe integer of units and the number of decimal places, which is enough for money. Larger numbers, and non-terminating
 * quotients (40 digits), are stored by decimal.js. Both forms give the same results. There is no negative zero.
 */
export class Decimal {
  /** The number multiplied by ten to the power of `scale`; 0 with `big`. */
  readonly units: number;
  /** Number of decimal places; the last digit is not 0. */
  readonly scale: number;
  readonly big: Big | undefined;

  private constructor(units: number, scale: number, big?: Big) {
    this.units = units;
    this.scale = scale;
    this.big = big;
  }

  static readonly zero = new Decimal(0, 0);

  /** The decimal of a number, by its shortest notation, or of a text. Throws for a text that is not a number. */
  static of(value: DecimalValue): Decimal {
    if (value instanceof Decimal) return value;
    return (typeof value === 'number' ? ofNumber(value) : ofText(value)) ?? Decimal.fromBig(new Big(value));
  }

  /** `units` divided by ten to the power of `scale`. Both are whole; `units` is safe, `scale` is from 0 to 22. */
  static fromUnits(units: number, scale: number): Decimal {
    if (units === 0) return Decimal.zero;
    let left = units;
    let digits = scale;
    // The quotient of a safe integer is whole only without a remainder: cheaper to test than the remainder of large numbers.
    while (digits > 0) {
      const tenth = left / 10;
      if (tenth !== Math.trunc(tenth)) break;
      left = tenth;
      digits -= 1;
    }
    return new Decimal(left, digits);
  }

  /** The decimal of a number of decimal.js. */
  static fromBig(big: Big): Decimal {
    if (big.isZero()) return Decimal.zero;
    const digits = big.isFinite() ? big.decimalPlaces() : Infinity;
    const isShort = digits < POWERS.length && big.e + digits <= MOST_DIGITS;
    const units = isShort ? Number(big.toFixed(digits).replace('.', '')) : Infinity;
    return isSafe(units) ? new Decimal(units, digits) : new Decimal(0, 0, big);
  }

  static max(...values: readonly DecimalValue[]): Decimal {
    return values.map(Decimal.of).reduce((most, one) => (one.gt(most) ? one : most));
  }

  static min(...values: readonly DecimalValue[]): Decimal {
    return values.map(Decimal.of).reduce((least, one) => (one.lt(least) ? one : least));
  }

  plus(value: DecimalValue): Decimal {
    const other = Decimal.of(value);
    const sum = addUnits(this, other, other.units);
    return sum ?? Decimal.fromBig(toBig(this).plus(toBig(other)));
  }

  minus(value: DecimalValue): Decimal {
    const other = Decimal.of(value);
    const difference = addUnits(this, other, -other.units);
    return difference ?? Decimal.fromBig(toBig(this).minus(toBig(other)));
  }

  times(value: DecimalValue): Decimal {
    const other = Decimal.of(value);
    const scale = this.scale + other.scale;
    if (!this.big && !other.big && scale < POWERS.length) {
      const units = this.units * other.units;
      if (isSafe(units)) return Decimal.fromUnits(units, scale);
    }
    return Decimal.fromBig(toBig(this).times(toBig(other)));
  }

  /** The quotient; with 40 digits when it does not terminate. */
  div(value: DecimalValue): Decimal {
    const other = Decimal.of(value);
    return divideUnits(this, other) ?? Decimal.fromBig(toBig(this).div(toBig(other)));
  }

  /**
   * The quotient rounded half up (away from zero) to `digits`: equal to `div` and `toDecimalPlaces`, without the intermediate
   * result.
   */
  divRounded(value: DecimalValue, digits: number): Decimal {
    const other = Decimal.of(value);
    const shift = digits + other.scale - this.scale;
    if (!this.big && !other.big && other.units !== 0 && Math.abs(shift) < POWERS.length) {
      const dividend = shift > 0 ? this.units * POWERS[shift]! : this.units;
      const divisor = shift < 0 ? other.units * POWERS[-shift]! : other.units;
      if (isSafe(dividend) && isSafe(divisor)) return Decimal.fromUnits(divideHalfUp(dividend, divisor), digits);
    }
    return this.div(other).toDecimalPlaces(digits);
  }

  /** The whole part of the quotient: equal to `div` and `trunc`, without the intermediate result. */
  divWhole(value: DecimalValue): Decimal {
    const other = Decimal.of(value);
    const shift = other.scale - this.scale;
    if (!this.big && !other.big && other.units !== 0) {
      const dividend = shift > 0 ? this.units * POWERS[shift]! : this.units;
      const divisor = shift < 0 ? other.units * POWERS[-shift]! : other.units;
      if (isSafe(dividend) && isSafe(divisor)) return Decimal.fromUnits((dividend - (dividend % divisor)) / divisor, 0);
    }
    return this.div(other).trunc();
  }

  mod(value: DecimalValue): Decimal {
    return Decimal.fromBig(toBig(this).mod(toBig(Decimal.of(value))));
  }

  negated(): Decimal {
    return this.big ? Decimal.fromBig(this.big.negated()) : Decimal.fromUnits(-this.units, this.scale);
  }

  abs(): Decimal {
    return this.isNegative() ? this.negated() : this;
  }

  floor(): Decimal {
    if (this.big) return Decimal.fromBig(this.big.floor());
    const rest = this.scale === 0 ? 0 : this.units % POWERS[this.scale]!;
    return rest === 0 ? this : wholes(this.units - rest, this.scale, rest < 0 ? -1 : 0);
  }

  ceil(): Decimal {
    if (this.big) return Decimal.fromBig(this.big.ceil());
    const rest = this.scale === 0 ? 0 : this.units % POWERS[this.scale]!;
    return rest === 0 ? this : wholes(this.units - rest, this.scale, rest > 0 ? 1 : 0);
  }

  trunc(): Decimal {
    return this.isNegative() ? this.ceil() : this.floor();
  }

  /** Rounded half up (away from zero) to `digits` decimal places. */
  toDecimalPlaces(digits: number): Decimal {
    if (this.big) return Decimal.fromBig(this.big.toDecimalPlaces(digits, Big.ROUND_HALF_UP));
    if (this.scale <= digits) return this;
    return Decimal.fromUnits(divideHalfUp(this.units, POWERS[this.scale - digits]!), digits);
  }

  toSignificantDigits(digits: number): Decimal {
    const isShort = !this.big && Math.abs(this.units) < POWERS[Math.min(digits, MOST_DIGITS)]!;
    return isShort ? this : Decimal.fromBig(toBig(this).toSignificantDigits(digits, Big.ROUND_HALF_UP));
  }

  /** -1, 0 or 1. */
  comparedTo(value: DecimalValue): number {
    const other = Decimal.of(value);
    if (!this.big && !other.big) {
      if (this.scale === other.scale) return Math.sign(this.units - other.units);
      const [left, right] = [this.units * POWERS[other.scale]!, other.units * POWERS[this.scale]!];
      if (isSafe(left) && isSafe(right)) return Math.sign(left - right);
    }
    return toBig(this).comparedTo(toBig(other));
  }

  eq(value: DecimalValue): boolean {
    return this.comparedTo(value) === 0;
  }

  lt(value: DecimalValue): boolean {
    return this.comparedTo(value) < 0;
  }

  lte(value: DecimalValue): boolean {
    return this.comparedTo(value) <= 0;
  }

  gt(value: DecimalValue): boolean {
    return this.comparedTo(value) > 0;
  }

  gte(value: DecimalValue): boolean {
    return this.comparedTo(value) >= 0;
  }

  isZero(): boolean {
    return this.units === 0 && !this.big;
  }

  /** Whether it is below zero. */
  isNegative(): boolean {
    return this.big ? this.big.isNegative() : this.units < 0;
  }

  /** Whether it is zero or above. */
  isPositive(): boolean {
    return !this.isNegative();
  }

  isInteger(): boolean {
    return this.big ? this.big.isInteger() : this.scale === 0;
  }

  isFinite(): boolean {
    return this.big ? this.big.isFinite() : true;
  }

  /** The nearest double. */
  toNumber(): number {
    return this.big ? this.big.toNumber() : this.units / POWERS[this.scale]!;
  }

  toFixed(digits: number): string {
    const rounded = this.toDecimalPlaces(digits);
    // A negative number that rounds to zero keeps its sign.
    if (this.big || rounded.big || (rounded.units === 0 && this.units < 0))
      return toBig(this).toFixed(digits, Big.ROUND_HALF_UP);
    return plainText(rounded, digits);
  }

  toString(): string {
    if (this.scale === 0 && !this.big) return String(this.units);
    const isPlain = !this.big && (this.scale <= MOST_ZEROS || Math.abs(this.units) >= POWERS[this.scale - MOST_ZEROS]!);
    return isPlain ? plainText(this, this.scale) : toBig(this).toString();
  }

  toJSON(): string {
    return this.toString();
  }
}

/** The whole part of `units`, plus `step`. */
function wholes(units: number, scale: number, step: number): Decimal {
  return Decimal.fromUnits(units / POWERS[scale]! + step, 0);
}

/** Maximum number of zeros after the decimal point before the notation has an exponent. */
const MOST_ZEROS = 6;

/** The notation of a number without `big`, with at least `digits` decimal places. */
function plainText({ units, scale }: Decimal, digits: number): string {
  const sign = units < 0 ? '-' : '';
  const text = String(Math.abs(units)).padStart(scale + 1, '0');
  const point = text.length - scale;
  const fraction = text.slice(point).padEnd(digits, '0');
  return fraction === '' ? `${sign}${text}` : `${sign}${text.slice(0, point)}.${fraction}`;
}

function isSafe(units: number): boolean {
  return units <= MOST_UNITS && units >= -MOST_UNITS;
}

function toBig(value: Decimal): Big {
  if (value.big) return value.big;
  return value.scale === 0 ? new Big(value.units) : new Big(`${value.units}e-${value.scale}`);
}

/** The decimal of a number with few digits; undefined for others. */
function ofNumber(value: number): Decimal | undefined {
  if (Number.isSafeInteger(value)) return Decimal.fromUnits(value, 0);
  for (let scale = 1; scale <= MOST_DIGITS; scale++) {
    const power = POWERS[scale]!;
    const units = Math.round(value * power);
    // With so few digits, exactly one decimal parses as this number.
    if (Math.abs(units) >= POWERS[MOST_DIGITS]! || Number.isNaN(units)) return undefined;
    if (units / power === value) return Decimal.fromUnits(units, scale);
  }
  return undefined;
}

const plainNumber = /^-?\d+(?:\.\d+)?$/;

function ofText(text: string): Decimal | undefined {
  if (text.length > MOST_DIGITS || !plainNumber.test(text)) return undefined;
  const point = text.indexOf('.');
  if (point < 0) return Decimal.fromUnits(Number(text), 0);
  return Decimal.fromUnits(Number(text.slice(0, point) + text.slice(point + 1)), text.length - point - 1);
}

/** `one` plus `units` of the scale of `other`; undefined on overflow. */
function addUnits(one: Decimal, other: Decimal, units: number): Decimal | undefined {
  if (one.big || other.big) return undefined;
  const difference = one.scale - other.scale;
  const left = difference >= 0 ? one.units : one.units * POWERS[-difference]!;
  const right = difference <= 0 ? units : units * POWERS[difference]!;
  const sum = left + right;
  if (!isSafe(left) || !isSafe(right) || !isSafe(sum)) return undefined;
  return Decimal.fromUnits(sum, difference >= 0 ? one.scale : other.scale);
}

/** Maximum number of digits that are tried for an exact quotient. */
const QUOTIENT_DIGITS = 4;

/** The quotient if it terminates after a few digits; undefined otherwise, and on overflow. */
function divideUnits(one: Decimal, other: Decimal): Decimal | undefined {
  if (one.big || other.big || other.units === 0) return undefined;
  for (let digits = 0; digits <= QUOTIENT_DIGITS; digits++) {
    const dividend = one.units * POWERS[digits]!;
    if (!isSafe(dividend)) return undefined;
    if (dividend % other.units !== 0) continue;
    const scale = one.scale + digits - other.scale;
    const units = scale < 0 ? (dividend / other.units) * POWERS[-scale]! : dividend / other.units;
    return isSafe(units) && scale < POWERS.length ? Decimal.fromUnits(units, Math.max(scale, 0)) : undefined;
  }
  return undefined;
}

/** A quotient of safe integers, rounded half up (away from zero) to an integer. */
function divideHalfUp(dividend: number, divisor: number): number {
  const rest = dividend % divisor;
  const whole = (dividend - rest) / divisor;
  // Compares halves without doubling, which could exceed the safe integers.
  const isUp = Math.abs(rest) >= Math.abs(divisor) - Math.abs(rest) && rest !== 0;
  return isUp ? whole + Math.sign(dividend) * Math.sign(divisor) : whole;
}
