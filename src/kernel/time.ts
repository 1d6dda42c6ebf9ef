/** A moment in UTC in the format of storage and wire: `YYYY-MM-DD HH:MM:SS`. */
export function formatTime(moment: Date): string {
  const second = Math.floor(moment.getTime() / 1000);
  if (second !== last.second) last = { second, text: moment.toISOString().slice(0, 19).replace('T', ' ') };
  return last.text;
}

/** The last formatted second: most moments are now. */
let last = { second: NaN, text: '' };

/** Whether a text is a time in the stored format. Documents of earlier releases may have other texts in place of times. */
export function isTime(text: string): boolean {
  return !Number.isNaN(parseTime(text).getTime());
}

/** Parses a time in the stored format (UTC). */
export function parseTime(text: string): Date {
  return new Date(`${text.replace(' ', 'T')}Z`);
}

/**
 * The moment of a date and a time of day in UTC, with months from 1; undefined for a date outside the calendar, such as 31
 * June.
 */
export function momentOf(year: number, month: number, day: number, hour = 0, minute = 0, second = 0): Date | undefined {
  const moment = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  // Date.UTC reads years below 100 as 19xx and carries overflows (month 13, 31 June) into the next unit.
  const isExact =
    moment.getUTCFullYear() === year &&
    moment.getUTCMonth() === month - 1 &&
    moment.getUTCDate() === day &&
    moment.getUTCHours() === hour &&
    moment.getUTCMinutes() === minute &&
    moment.getUTCSeconds() === second;
  return isExact ? moment : undefined;
}

/** A time without blanks around it. No two parts of the pattern match the same characters: its cost is linear for any text. */
const timePattern =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]+(\d{1,2})(?::(\d{1,2})(?::(\d{1,2})(?:\.(\d*[1-9])?0*)?)?)?(?:\s*(Z|[-+](?:[01]\d|2[0-3]):?[0-5]\d))?)?$/i;

/**
 * Converts text to a time in the stored format (`YYYY-MM-DD HH:MM:SS`, UTC): a date means its midnight, missing parts of the
 * clock are zero, a zone is converted, and a fraction of a second is appended. Undefined for text that is not a time, or is
 * outside the calendar.
 */
export function readUtcTime(text: string): string | undefined {
  const [, year, month, day, hour = 0, minute = 0, second = 0, fraction, zone] = timePattern.exec(text.trim()) ?? [];
  const moment = momentOf(Number(year), Number(month), Number(day), Number(hour), Number(minute), Number(second));
  if (!moment) return undefined;
  const utc = new Date(moment.getTime() - offsetOf(zone));
  const utcYear = utc.getUTCFullYear();
  if (utcYear < 0 || utcYear > 9999) return undefined;
  return fraction ? `${formatTime(utc)}.${fraction}` : formatTime(utc);
}

/** Whether a text is a valid date, as `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && readUtcTime(text) !== undefined;
}

/** Offset of a zone such as `+02:00` from UTC, in milliseconds. */
function offsetOf(zone: string | undefined): number {
  if (zone === undefined || zone.toUpperCase() === 'Z') return 0;
  const sign = zone.startsWith('-') ? -1 : 1;
  return sign * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))) * 60_000;
}
