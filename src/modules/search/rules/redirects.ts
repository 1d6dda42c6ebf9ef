import { termOf } from '../terms/counts.ts';
import { ruleLines } from './lines.ts';

const ARROW = '=>';

/** Addresses by the normalized term that leads to them: `sale => /sale.html; jobs => https://example.com/jobs`. */
export const redirectRules = ruleLines<readonly [term: string, address: string], ReadonlyMap<string, string>>(
  (line) => {
    const [text, address] = sidesOf(line);
    const isAddress = /^\/(?!\/)/.test(address) || (/^https?:\/\//.test(address) && URL.canParse(address));
    return isAddress && termOf(text) !== '' ? [termOf(text), address] : undefined;
  },
  (rules) => new Map(rules),
  { maxRules: 1_000, expected: 'rules such as "sale => /sale.html"' },
);

/**
 * Splits a rule at the first arrow that is followed by one word, the address: `a => b` into `a ` and `b`. Both texts are empty where
 * there is no such arrow.
 */
function sidesOf(line: string): readonly [text: string, address: string] {
  const words = line.split(/\s/);
  const before = line.slice(0, line.length - (words.at(-1)?.length ?? 0)).trimEnd();
  const arrow = line.indexOf(ARROW, Math.max(before.length - ARROW.length, 1));
  return arrow < 0 ? ['', ''] : [line.slice(0, arrow), line.slice(arrow + ARROW.length).trim()];
}
