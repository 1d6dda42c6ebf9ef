import { decimal, Decimal } from '../../kernel/money.ts';
import { creditErrors } from './errors.ts';

/** Units of an amount in one of the currency. */
const UNITS = 10_000;
/** The largest amount, as the columns of the interface have it. */
const LARGEST = decimal('99999999.9999');

/** An amount in units, rounded. */
export function toUnits(amount: Decimal): number {
  return amount.times(UNITS).toDecimalPlaces(0).toNumber();
}

/** The amount of some units. */
export function fromUnits(units: number): Decimal {
  return Decimal.fromUnits(units, 4);
}

/** An amount of the input. Throws 400 for one that is below `least`, too large, or finer than its units. */
export function readAmount(fieldName: string, value: number, least: 'zero' | 'unit'): Decimal {
  const amount = decimal(value);
  const isTooSmall = least === 'zero' ? amount.lt(0) : amount.lte(0);
  if (isTooSmall || amount.gt(LARGEST) || !amount.toDecimalPlaces(4).eq(amount)) {
    throw creditErrors.invalidValue({ fieldName, value });
  }
  return amount;
}

/** Whether a text is the code of a currency. */
export function isCurrency(code: string): boolean {
  return Intl.supportedValuesOf('currency').includes(code);
}
