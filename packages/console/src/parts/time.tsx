import { momentOf, momentText } from '../texts/format.ts';
import { locale } from '../texts/language.ts';
const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });

/** A moment in UTC, ISO or as stored (`2026-11-28 18:30:00`), as the time since or until it; the moment itself on hover. */
export function Time({ at }: { at: string }) {
  const moment = momentOf(at);
  if (!moment) return <time>{at}</time>;
  return (
    <time dateTime={moment.toISOString()} title={`${momentText(at)} UTC`}>
      {relativeText((moment.getTime() - Date.now()) / 1000)}
    </time>
  );
}

function relativeText(seconds: number): string {
  const [unit, length] = units.find(([, one]) => Math.abs(seconds) >= one) ?? ['second', 1];
  return format.format(Math.round(seconds / length), unit);
}
