/** The text of a number with a fixed number of decimals; more of them where it has more. */
export function decimalText(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  return Number(text) === value ? text : String(value);
}

/**
 * A stored time as exports write it, month first: `7/20/23, 3:15 PM`. Seconds and the century are written where they would be lost, and
 * midnight is not written unless `isExact`.
 */
export function timeText(stored: string, isExact: boolean): string {
  const [, year = '', month, day, hours = '00', minutes = '00', seconds = '00'] =
    /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d):(\d\d))?/.exec(stored) ?? [];
  if (year === '') return stored;
  const date = `${Number(month)}/${Number(day)}/${year.startsWith('20') ? year.slice(2) : year}`;
  if (!isExact && `${hours}${minutes}${seconds}` === '000000') return date;
  const hour = Number(hours);
  const exact = seconds === '00' ? '' : `:${seconds}`;
  return `${date}, ${hour % 12 || 12}:${minutes}${exact} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** A list in one cell, `a,b`; parts are quoted where they have the separator. */
export function listText(parts: readonly string[], separator = ','): string {
  return parts.map((part) => (part.includes(separator) || part.startsWith('"') ? quoted(part) : part)).join(separator);
}

/** Values of a cell by name; undefined values are left out. */
export type FieldTexts = Readonly<Record<string, string | number | undefined>>;

/** Values by name in one cell, `color=Black,size=38`. */
export function pairsText(pairs: FieldTexts): string {
  return Object.entries(pairs)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${pairValue(String(value))}`]))
    .join(',');
}

/** Records in one cell, `sku=a,size=38|sku=b,size=39`. */
export function recordsText(records: readonly FieldTexts[]): string {
  return records.map(pairsText).join('|');
}

function pairValue(value: string): string {
  return /[",|\n]|^\s|\s$/.test(value) ? quoted(value) : value;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
