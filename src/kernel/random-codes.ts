import { randomInt } from 'node:crypto';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const digits = '0123456789';

/** The characters of codes, by the interface's names of formats. */
const alphabets: Readonly<Record<string, string>> = { alphanum: letters + digits, alpha: letters, num: digits };

/** The format of random codes, such as coupons and gift cards. */
export interface CodeForm {
  readonly alphabet: string;
  /** Number of random characters. */
  readonly length: number;
  readonly prefix: string;
  readonly suffix: string;
  /** Separator after every `delimiterAtEvery` characters; 0: none. */
  readonly delimiter: string;
  readonly delimiterAtEvery: number;
}

/** The names of formats, as settings have them. */
export const codeFormats = { alphanum: 'alphanum', alpha: 'alpha', num: 'num' } as const;
type CodeFormat = keyof typeof codeFormats;

/** The characters of a format; undefined for one that does not exist. */
export function alphabetOf(format: CodeFormat): string;
export function alphabetOf(format: string): string | undefined;
export function alphabetOf(format: string): string | undefined {
  return Object.hasOwn(alphabets, format) ? alphabets[format] : undefined;
}

/**
 * The format for `quantity` codes: so long that they are at most a quarter of all possible codes, which makes them hard to
 * guess. Source: coupons of the interface.
 */
export function longEnough(form: CodeForm, quantity: number): CodeForm {
  let { length } = form;
  while (quantity > form.alphabet.length ** length / 4) length++;
  return { ...form, length };
}

/** Length of a code in this format, in characters. */
export function codeLength({ length, prefix, suffix, delimiter, delimiterAtEvery }: CodeForm): number {
  const delimiters = delimiterAtEvery > 0 ? Math.ceil(length / delimiterAtEvery) - 1 : 0;
  return prefix.length + length + delimiters * delimiter.length + suffix.length;
}

/** A cryptographically random code. */
export function randomCode({ alphabet, length, prefix, suffix, delimiter, delimiterAtEvery }: CodeForm): string {
  let code = '';
  for (let i = 0; i < length; i++) {
    if (delimiterAtEvery > 0 && i > 0 && i % delimiterAtEvery === 0) code += delimiter;
    code += alphabet[randomInt(alphabet.length)];
  }
  return `${prefix}${code}${suffix}`;
}
