import { foldText } from '../../../kernel/fold.ts';
/** Longest postcode that is compared; further characters are dropped. */
const LONGEST = 10;

/** Postcodes with a second part that narrows the first: country → digits of that part. */
const twoParts: Readonly<Record<string, RegExp>> = { US: /^(.+)-\d{4}$/, PT: /^(.+)-\d{3}$/ };

/** Postcodes of rates that match an address. */
export interface PostcodeMatch {
  /** Lower-case texts that a rate's postcode may be; undefined: any. */
  readonly patterns: readonly string[] | undefined;
  /** The number that a range of postcodes has to hold; null when the address has none. */
  readonly number: number | null;
}

/**
 * Which postcodes of rates match an address: its own, `*`, and every start of it with a `*` behind. The second part of a US or
 * Portuguese postcode may be left out, and ranges hold the first. `*` as the address's own postcode stands for any. Source:
 * documented behaviour of the interface.
 */
export function matchPostcode(countryId: string, postcode: string): PostcodeMatch {
  const whole = foldText(postcode.trim());
  if (whole === '*') return { patterns: undefined, number: null };
  const first = (twoParts[countryId]?.exec(whole)?.[1] ?? whole).trim();
  const exact = [cut(whole), cut(first)];
  const starts = exact.flatMap(startsOf).map((start) => `${start}*`);
  return {
    patterns: [...new Set(['*', '', ...exact, ...starts])],
    number: /^\d{1,9}$/.test(first) ? Number(first) : null,
  };
}

function cut(text: string): string {
  return Array.from(text).slice(0, LONGEST).join('');
}

/** The text and everything it starts with. */
function startsOf(text: string): string[] {
  const signs = Array.from(text);
  return signs.map((_, i) => signs.slice(0, i + 1).join(''));
}
