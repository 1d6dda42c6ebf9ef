import { platformErrors } from '../kernel/errors.ts';
import { foldText } from '../kernel/fold.ts';
import { readUtcTime } from '../kernel/time.ts';
import { escapeLike } from '../storage/sql.ts';

/** A text as `fold(column)` has it. PostgreSQL takes no NUL, and no stored text has one. */
export function readText(text: string): string {
  return foldText(text).replaceAll('\0', '\uFFFD');
}

/**
 * The number a text stands for where a number is compared, as the reference's database reads it: the longest numeric start,
 * 0 when there is none (`12abc` is 12; `abc` and the empty text are 0).
 */
export function readNumber(text: string): number {
  const start = /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/i.exec(text)?.[0];
  const value = start === undefined ? 0 : Number(start);
  return Number.isFinite(value) ? value : Math.sign(value) * Number.MAX_VALUE;
}

/** As `readNumber`, and the words that the interface takes for true are 1. */
export function readFlag(text: string): number {
  return /^\s*(?:true|yes|on)\s*$/i.test(text) ? 1 : readNumber(text);
}

/** A time that a client sends, as `readUtcTime`. The empty text is the zero time, before all others. Throws 400 that names the field. */
export function readTime(text: string, field: string): string {
  if (text === '') return '0000-00-00 00:00:00';
  const time = readUtcTime(text);
  if (time === undefined) throw platformErrors.invalidValue({ value: text, fieldName: field });
  return time;
}

/** A pattern of `like`, understood. */
interface Pattern {
  /** The text before the first wildcard, without escapes. */
  readonly prefix: string;
  /** What follows the prefix: nothing (the prefix is the whole text), anything (a single trailing `%`), or a pattern. */
  readonly rest: 'nothing' | 'anything' | 'pattern';
  /** The whole pattern in the form that both databases read alike, with `\` as the escape character. */
  readonly text: string;
}

/**
 * Reads a pattern of `like`: `%` stands for any text, `_` for one character, `\` takes the special meaning from the character
 * after it. A `\` before an ordinary character is dropped and one at the end stands for itself, as in the reference's
 * database; the databases here disagree on both.
 */
export function readPattern(text: string): Pattern {
  let prefix = '';
  let whole = '';
  let wildcards = '';
  for (let i = 0; i < text.length; i++) {
    const sign = text[i]!;
    if (sign === '%' || sign === '_') {
      wildcards += sign;
      whole += sign;
      continue;
    }
    const literal = sign === '\\' && i + 1 < text.length ? text[++i]! : sign;
    if (wildcards === '') prefix += literal;
    else wildcards += 'x';
    whole += escapeLike(literal);
  }
  const rest = wildcards === '' ? 'nothing' : wildcards === '%' ? 'anything' : 'pattern';
  return { prefix, rest, text: whole };
}

/**
 * The least text that is greater than every text starting with `prefix`, in the order of code points (which is the order of
 * UTF-8 bytes); undefined when there is none.
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
