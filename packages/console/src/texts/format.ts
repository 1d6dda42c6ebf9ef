import { language, locale } from './language.ts';

/** English locales write the parts of a date in different orders: only the ISO form is read alike by all. */
const isIso = language === 'en';
const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });
const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });

/** A moment in UTC, ISO or as stored (`2026-11-28 18:30:00`); undefined for other texts. */
export function momentOf(at: string): Date | undefined {
  const moment = new Date(/[TZ]/.test(at) ? at : `${at.replace(' ', 'T')}Z`);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

/** A moment (see `momentOf`) as date and time of UTC in the format of the locale; other texts as they are. */
export function momentText(at: string): string {
  const moment = momentOf(at);
  if (!moment) return at;
  return isIso ? moment.toISOString().slice(0, 19).replace('T', ' ') : moments.format(moment);
}

/** A day such as `2026-11-28`, also with a time, in the format of the locale; other texts as they are. */
export function dayText(day: string): string {
  const moment = momentOf(day.slice(0, 10));
  return moment && !isIso ? days.format(moment) : day;
}

const countries = new Intl.DisplayNames(locale, { type: 'region' });

/** The name of a country by its code, such as `DE`; other texts as they are. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code;
}

/** A stored value as text: days and moments in the format of the locale, other values as they are. */
export function storedText(value: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return dayText(value);
  return /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d/.test(value) ? momentText(value) : value;
}

/** A number in the format of the locale, with a fixed number of decimals if there is one. */
export function numberText(value: number, decimals?: number): string {
  const options = decimals === undefined ? {} : { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return value.toLocaleString(locale, options);
}

/** A number with the noun that it counts. */
export function countText(count: number, [one, many]: readonly [one: string, many: string]): string {
  return `${numberText(count)} ${count === 1 ? one : many}`;
}
