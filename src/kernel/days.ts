import { formatTime } from './time.ts';

const dayFormats = new Map<string, Intl.DateTimeFormat>();
/** The day that it is in a time zone, and since which minute that is known. */
const presentDays = new Map<string, { readonly minute: number; readonly text: string }>();

/** The day of a moment in a time zone, as `YYYY-MM-DD`. */
export function dayIn(timeZone: string, moment: Date): string {
  // A day begins with a minute, wherever that is; to format a moment takes longer than all else here.
  const minute = Math.floor(moment.getTime() / MINUTE);
  let day = presentDays.get(timeZone);
  if (day?.minute !== minute) presentDays.set(timeZone, (day = { minute, text: formatOf(timeZone).format(moment) }));
  return day.text;
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = dayFormats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    dayFormats.set(timeZone, format);
  }
  return format;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The greatest distance of a time zone from UTC. */
const FARTHEST = 15 * HOUR;

/**
 * The moment at which a day (`YYYY-MM-DD`) begins in a time zone, as `YYYY-MM-DD HH:MM:SS` in UTC. Days begin with a
 * minute, also where clocks change at midnight.
 */
export function startOfDay(timeZone: string, day: string): string {
  const format = formatOf(timeZone);
  const utc = Date.parse(`${day}T00:00:00Z`);
  let [before, after] = [(utc - FARTHEST) / MINUTE, (utc + FARTHEST) / MINUTE];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (format.format(new Date(middle * MINUTE)) >= day) after = middle;
    else before = middle;
  }
  return formatTime(new Date(after * MINUTE));
}

/** The day after a day, both as `YYYY-MM-DD`. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY).toISOString().slice(0, 10);
}
