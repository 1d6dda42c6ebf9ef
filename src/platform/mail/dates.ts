/** A day (`2030-12-31`, also with a time) in the words of a locale such as `de_DE`; a text that is no day stays as it is. */
export function dayText(day: string, locale: string): string {
  const date = new Date(`${day.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  return new Intl.DateTimeFormat(locale.replaceAll('_', '-'), { dateStyle: 'long', timeZone: 'UTC' }).format(date);
}
