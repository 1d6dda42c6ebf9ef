import type { SettingType } from '../../../kernel/settings.ts';
import { RecentMap } from '../../../storage/recent-map.ts';

/** Number of values of one setting that a process caches: one for each store view in use. */
const MAX_CACHED = 100;

/**
 * A setting of rules, each on a line or before a semicolon. `readLine` parses a rule and returns undefined for an invalid one; `collect`
 * makes the value of all. A text is parsed once, and yields the same object while it is in use.
 */
export function ruleLines<R, V>(
  readLine: (line: string) => R | undefined,
  collect: (rules: readonly R[]) => V,
  { maxRules, expected }: { readonly maxRules: number; readonly expected: string },
): SettingType<V> {
  const parsed = new RecentMap<{ readonly value: V }>(MAX_CACHED);
  return {
    read(stored) {
      const known = parsed.get(stored);
      if (known) return known.value;
      const rules = linesOf(stored)
        .map(readLine)
        .filter((rule) => rule !== undefined);
      const value = collect(rules.slice(0, maxRules));
      parsed.set(stored, { value });
      return value;
    },
    accepts(stored) {
      const lines = linesOf(stored);
      return lines.length <= maxRules && lines.every((line) => readLine(line) !== undefined);
    },
    // Only the default is written, which has no rules.
    write: () => '',
    expected: `${expected}, on lines or separated by semicolons`,
  };
}

/** Rules of a stored text, without blanks around them. */
export function linesOf(stored: string): string[] {
  return stored
    .split(/[\n;]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
