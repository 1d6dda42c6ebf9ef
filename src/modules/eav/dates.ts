import { formatTime, momentOf } from '../../kernel/time.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const month = `(?<name>jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*`;

/** The ways to write a day that the interface takes. */
const days = [
  String.raw`(?<year>\d{4})(?<sign>[-/.])(?<month>\d{1,2})\k<sign>(?<day>\d{1,2})`,
  String.raw`(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)`,
  String.raw`(?<month>\d{1,2})/(?<day>\d{1,2})/(?<year>\d{4})`,
  String.raw`(?<day>\d{1,2})(?<sign>[-.])(?<month>\d{1,2})\k<sign>(?<year>\d{4})`,
  String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?[- .]*${month}[- .,]*(?<year>\d{4})`,
  String.raw`${month}[- .]*(?<day>\d{1,2})(?:st|nd|rd|th)?[ ,]+(?<year>\d{4})`,
];
/** The clock after it. The offset is ignored: the clock is read as written. */
const clock = String.raw`(?:[T ]+(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,]\d+)?)?\s*(?:(?<half>[ap]m)\s*)?(?:Z|UTC|GMT|[-+]\d\d:?(?:\d\d)?)?)?`;
const patterns = days.map((day) => new RegExp(`^${day}${clock}$`, 'i'));

/** The last second of the year 9999, the latest time that can be stored. */
const LAST = 253_402_300_799;

/**
 * A client's date value as a stored time: a day in one of the usual formats, with or without a clock, or the seconds
 * since 1970. Undefined for an invalid one.
 */
export function readDate(text: string): string | undefined {
  const date = text.trim();
  for (const pattern of patterns) {
    const found = pattern.exec(date)?.groups;
    const time = found && timeOf(found);
    if (time) return time;
  }
  const seconds = /^\d+$/.test(date) ? Number(date) : Infinity;
  return seconds <= LAST ? formatTime(new Date(seconds * 1000)) : undefined;
}

function timeOf({ year, month: number, name, day, hour = '0', minute = '0', second = '0', half }: Groups) {
  const month = name ? months.indexOf(name.slice(0, 3).toLowerCase()) + 1 : Number(number);
  const [twelve, after] = [Number(hour) % 12, half?.toLowerCase() === 'pm' ? 12 : 0];
  if (half && !(Number(hour) >= 1 && Number(hour) <= 12)) return undefined;
  const hours = half ? twelve + after : Number(hour);
  const moment = momentOf(Number(year), month, Number(day), hours, Number(minute), Number(second));
  return moment && formatTime(moment);
}

type Groups = Readonly<Record<string, string | undefined>>;
