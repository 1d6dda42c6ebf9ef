import { randomInt } from 'node:crypto';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const digits = '0123456789';

/** The signs that codes are made of, by the interface's names of formats. */
const alphabets: Readonly<Record<string, string>> = { alphanum: letters + digits, alpha: letters, num: digits };

/** What codes that are made by chance look like: of coupons, of gift cards. */
export interface CodeForm {
  readonly alphabet: string;
  /** Random signs of a code. */
  readonly length: number;
  readonly prefix: string;
  readonly suffix: string;
  /** What stands after every `delimiterAtEvery` signs; 0: nowhere. */
  readonly delimiter: string;
  readonly delimiterAtEvery: number;
}

/** The signs of a format; undefined for one that does not exist. */
export function alphabetOf(format: string): string | undefined {
  return Object.hasOwn(alphabets, format) ? alphabets[format] : undefined;
}

/**
 * The form for `quantity` codes: longer by as many signs as it takes for them to be no more than a quarter of all that are
 * possible, so that they are hard to guess. Source: coupons of the interface.
 */
export function longEnough(form: CodeForm, quantity: number): CodeForm {
  let { length } = form;
  while (quantity > form.alphabet.length ** length / 4) length++;
  return { ...form, length };
}

/** Signs of a whole code of this form. */
export function codeLength({ length, prefix, suffix, delimiter, delimiterAtEvery }: CodeForm): number {
  const delimiters = delimiterAtEvery > 0 ? Math.ceil(length / delimiterAtEvery) - 1 : 0;
  return prefix.length + length + delimiters * delimiter.length + suffix.length;
}

/** A code by chance, which cannot be foretold. */
export function randomCode({ alphabet, length, prefix, suffix, delimiter, delimiterAtEvery }: CodeForm): string {
  let code = '';
  for (let i = 0; i < length; i++) {
    if (delimiterAtEvery > 0 && i > 0 && i % delimiterAtEvery === 0) code += delimiter;
    code += alphabet[randomInt(alphabet.length)];
  }
  return `${prefix}${code}${suffix}`;
}
