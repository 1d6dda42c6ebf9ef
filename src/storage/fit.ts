import { platformErrors } from '../kernel/errors.ts';
import { keysOf } from '../kernel/own-fields.ts';

/**
 * The part of a value that the interface stores when it is too large for its column: the nearest number that fits, the beginning
 * of a text. Source: recorded rules and rates of the reference.
 */

/** Greatest length of a code, name or title. */
export const LONGEST_TEXT = 255;

const within =
  (min: number, max: number) =>
  (value: number): number =>
    Math.min(max, Math.max(min, value));

/** A number of four decimals: a price, an amount, a percentage. */
export const fitAmount = within(-99_999_999.9999, 99_999_999.9999);
/** A whole number. */
export const fitInteger = within(-2_147_483_648, 2_147_483_647);
/** A whole number of zero or more. */
export const fitCount = within(0, 4_294_967_295);
/** The number of a choice. */
export const fitChoice = within(0, 65_535);

/**
 * Throws a 400 that names the field when a text is too long. It is for texts by which records are found again, which the
 * interface would cut.
 */
export function checkLengths<T extends object>(input: T, longest: { readonly [K in keyof T]?: number }): void {
  for (const fieldName of keysOf(longest)) {
    const text = input[fieldName];
    if (typeof text === 'string' && text !== fitText(text, longest[fieldName])) {
      throw platformErrors.invalidValue({ fieldName, value: text });
    }
  }
}

/** The beginning of a text, in characters. */
export function fitText(text: string, longest = LONGEST_TEXT): string {
  return text.length <= longest ? text : Array.from(text).slice(0, longest).join('');
}
