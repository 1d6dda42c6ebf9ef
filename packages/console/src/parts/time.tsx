const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** A moment in UTC, ISO or as stored (`2026-11-28 18:30:00`), as the time since or until it; the moment itself on hover. */
export function Time({ at }: { at: string }) {
  const moment = new Date(/[TZ]/.test(at) ? at : `${at.replace(' ', 'T')}Z`);
  if (Number.isNaN(moment.getTime())) return <time>{at}</time>;
  const text = moment.toISOString().slice(0, 19).replace('T', ' ');
  return (
    <time dateTime={moment.toISOString()} title={`${text} UTC`}>
      {relativeText((moment.getTime() - Date.now()) / 1000)}
    </time>
  );
}

function relativeText(seconds: number): string {
  const [unit, length] = units.find(([, one]) => Math.abs(seconds) >= one) ?? ['second', 1];
  return format.format(Math.round(seconds / length), unit);
}
