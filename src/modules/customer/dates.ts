import { readUtcTime } from '../../kernel/time.ts';

/** Accepted formats of a date, each with its conversion. */
const forms: readonly (readonly [RegExp, (parts: readonly string[]) => string])[] = [
  [/^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/, ([year, month, day]) => `${year}-${month}-${day}`],
  [/^(\d{1,2})\/(\d{1,2})\/(\d{4})$/, ([month, day, year]) => `${year}-${month}-${day}`],
  [/^(\d{1,2})\.(\d{1,2})\.(\d{4})$/, ([day, month, year]) => `${year}-${month}-${day}`],
];

/**
 * A day in its stored form (`YYYY-MM-DD`) from `1990-05-17`, `5/17/1990` or `17.05.1990`; undefined for an invalid one.
 */
export function readDate(text: string): string | undefined {
  for (const [form, order] of forms) {
    const [, ...parts] = form.exec(text.trim()) ?? [];
    if (parts.length > 0) return readUtcTime(order(parts))?.slice(0, 10);
  }
  return undefined;
}
