import { termOf } from '../terms/counts.ts';
import { ruleLines } from './lines.ts';

/** Addresses by the normalized term that leads to them: `sale => /sale.html; jobs => https://example.com/jobs`. */
export const redirectRules = ruleLines<readonly [term: string, address: string], ReadonlyMap<string, string>>(
  (line) => {
    const [, text = '', address = ''] = /^(.+?)\s*=>\s*(\S+)$/.exec(line) ?? [];
    const isAddress = /^\/(?!\/)/.test(address) || (/^https?:\/\//.test(address) && URL.canParse(address));
    return isAddress && termOf(text) !== '' ? [termOf(text), address] : undefined;
  },
  (rules) => new Map(rules),
  { maxRules: 1_000, expected: 'rules such as "sale => /sale.html"' },
);
