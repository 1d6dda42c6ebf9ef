import { platformErrors } from '../kernel/errors.ts';

/**
 * What the interface keeps of a value that is too large for its column: the nearest number that fits, the beginning of a text.
 * Source: recorded rules and rates of the reference.
 */

/** Longest code, name or title. */
export const LONGEST_TEXT = 255;

const within =
  (min: number, max: number) =>
  (value: number): number =>
    Math.min(max, Math.max(min, value));

/** A number of four decimals: a price, an amount, a percentage. */
export const fitAmount = within(-99_999_999.9999, 99_999_999.9999);
/** A whole number. */
export const fitInteger = within(-2_147_483_648, 2_147_483_647);
/** A whole number that is not below zero. */
export const fitCount = within(0, 4_294_967_295);
/** A number of a choice. */
export const fitChoice = within(0, 65_535);

/**
 * Throws 400 that names the field when a text has more characters than it takes: of what the interface would cut, that by which
 * a record is found again.
 */
export function checkLengths<T extends object>(sent: T, longest: { readonly [K in keyof T]?: number }): void {
  for (const [fieldName, max] of Object.entries(longest) as [keyof T & string, number][]) {
    const text = sent[fieldName];
    if (typeof text === 'string' && text !== fitText(text, max)) {
      throw platformErrors.invalidValue({ fieldName, value: text });
    }
  }
}

/** The beginning of a text, in characters. */
export function fitText(text: string, longest = LONGEST_TEXT): string {
  return text.length <= longest ? text : Array.from(text).slice(0, longest).join('');
}
