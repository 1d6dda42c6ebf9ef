import { platformErrors } from '../../kernel/errors.ts';
import { foldText } from '../../kernel/fold.ts';
import { readUtcTime } from '../../kernel/time.ts';
import { escapeLike } from '../sql.ts';

/** A text in the form of `fold(column)`. PostgreSQL accepts no NUL, and no stored text contains one. */
export function readText(text: string): string {
  return foldText(text).replaceAll('\0', '\uFFFD');
}

/**
 * The numeric value of a text in comparisons, as in the reference's database: the longest numeric prefix, 0 if there is none
 * (`12abc` is 12; `abc` and the empty text are 0).
 */
export function readNumber(text: string): number {
  const start = /^\s*[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?/i.exec(text)?.[0];
  const value = start === undefined ? 0 : Number(start);
  return Number.isFinite(value) ? value : Math.sign(value) * Number.MAX_VALUE;
}

/** As `readNumber`, but the interface's words for true are 1. */
export function readFlag(text: string): number {
  return /^\s*(?:true|yes|on)\s*$/i.test(text) ? 1 : readNumber(text);
}

/**
 * Parses a client's time, as `readUtcTime`. The empty text is the zero time, before all others. Throws 400 with the field's
 * name.
 */
export function readTime(text: string, field: string): string {
  if (text === '') return '0000-00-00 00:00:00';
  const time = readUtcTime(text);
  if (time === undefined) throw platformErrors.invalidValue({ value: text, fieldName: field });
  return time;
}

/** A parsed pattern of `like`. */
interface Pattern {
  /** The text before the first wildcard, without escapes. */
  readonly prefix: string;
  /** The part after the prefix: nothing (the prefix is the whole text), anything (a single trailing `%`), or a pattern. */
  readonly rest: 'nothing' | 'anything' | 'pattern';
  /** The whole pattern in a form that both databases read alike, with `\` as the escape character. */
  readonly text: string;
}

/**
 * Parses a pattern of `like`: `%` stands for any text, `_` for one character, `\` escapes the next character. A `\` before an
 * ordinary character is dropped and one at the end stands for itself, as in the reference's database; the databases here
 * disagree on both.
 */
export function readPattern(text: string): Pattern {
  let prefix = '';
  let whole = '';
  let wildcards = '';
  for (let i = 0; i < text.length; i++) {
    const sign = text.charAt(i);
    if (sign === '%' || sign === '_') {
      wildcards += sign;
      whole += sign;
      continue;
    }
    const literal = sign === '\\' && i + 1 < text.length ? text.charAt(++i) : sign;
    if (wildcards === '') prefix += literal;
    else wildcards += 'x';
    whole += escapeLike(literal);
  }
  const rest = wildcards === '' ? 'nothing' : wildcards === '%' ? 'anything' : 'pattern';
  return { prefix, rest, text: whole };
}

/**
 * The smallest text that is greater than every text with the prefix, in the order of code points (which is the order of UTF-8
 * bytes); undefined if there is none.
 */
export function afterPrefix(prefix: string): string | undefined {
  const points = Array.from(prefix, (sign) => sign.codePointAt(0)!);
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    if (last < 0x10ffff) {
      const next = last === 0xd7ff ? 0xe000 : last + 1;
      return String.fromCodePoint(...points, next);
    }
  }
  return undefined;
}
