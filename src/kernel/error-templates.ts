import { anyText } from './any-text.ts';

/** Error texts with placeholders (`%fieldName`, `%1`): filling them in, and the types of the required values. */

/** Values of a template's placeholders: an object for names, a list for numbers (`%1`). */
export type ErrorParameters = Record<string, unknown> | readonly unknown[];

/** Fills the placeholders of `template` with the values of `parameters`. */
export function fillTemplate(template: string, parameters?: ErrorParameters): string {
  if (!parameters) return template;
  const entries = Array.isArray(parameters)
    ? parameters.map((value, i): [string, unknown] => [String(i + 1), value])
    : Object.entries(parameters);
  // Longer names first: %fieldName must not replace the beginning of %fieldNames.
  return entries
    .sort(([a], [b]) => b.length - a.length)
    .reduce((text, [name, value]) => text.replaceAll(`%${name}`, () => anyText(value ?? '')), template);
}

type Letter =
  | 'a'
  | 'b'
  | 'c'
  | 'd'
  | 'e'
  | 'f'
  | 'g'
  | 'h'
  | 'i'
  | 'j'
  | 'k'
  | 'l'
  | 'm'
  | 'n'
  | 'o'
  | 'p'
  | 'q'
  | 'r'
  | 's'
  | 't'
  | 'u'
  | 'v'
  | 'w'
  | 'x'
  | 'y'
  | 'z'
  | '_';
type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';
/** The name at the beginning of a text. */
type NameAt<S extends string, Name extends string = ''> = S extends `${infer C}${infer Rest}`
  ? Lowercase<C> extends Letter | Digit
    ? NameAt<Rest, `${Name}${C}`>
    : Name
  : Name;
/** The names of a template's placeholders. */
export type NamesIn<S extends string, Names extends string = never> = S extends `${string}%${infer Rest}`
  ? NamesIn<Rest, Names | NameAt<Rest>>
  : Exclude<Names, ''>;
/** The values of a template: a list for numbered placeholders, an object for named ones. */
export type ValuesOf<Names extends string> = [Names] extends [never]
  ? undefined
  : '4' extends Names
    ? readonly [unknown, unknown, unknown, unknown]
    : '3' extends Names
      ? readonly [unknown, unknown, unknown]
      : '2' extends Names
        ? readonly [unknown, unknown]
        : '1' extends Names
          ? readonly [unknown]
          : Readonly<Record<Names, unknown>>;
