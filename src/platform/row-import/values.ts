import { CellFault, type Cell } from './rows.ts';

/** A cell as text. */
export function textOf(column: string, cell: Cell): string {
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell);
  if (Array.isArray(cell)) return cell.map((one: unknown) => textOf(column, one)).join(',');
  throw new CellFault(column, 'a text was expected');
}

/** A number, such as `12.50`. Throws for decimal commas and thousands separators: they cannot be told from each other. */
export function numberOf(column: string, cell: Cell): number {
  const text = textOf(column, cell).trim();
  if (/^[-+]?(\d+(\.\d*)?|\.\d+)$/.test(text)) return Number(text);
  const hint = /^[-+]?[\d.,' ]+$/.test(text)
    ? '; write decimals with a point and no thousands separator, such as 1234.50'
    : '';
  throw new CellFault(column, `"${text}" is not a number${hint}`);
}

/** As `numberOf`, without decimals. */
export function integerOf(column: string, cell: Cell): number {
  const number = numberOf(column, cell);
  if (!Number.isSafeInteger(number)) throw new CellFault(column, `"${textOf(column, cell)}" is not a whole number`);
  return number;
}

const truths: ReadonlyMap<string, boolean> = new Map([
  ['1', true],
  ['yes', true],
  ['true', true],
  ['0', false],
  ['no', false],
  ['false', false],
]);

/** A flag: 1 or 0, yes or no, true or false. */
export function flagOf(column: string, cell: Cell): boolean {
  const text = textOf(column, cell).trim();
  // Exports write some flags with decimals.
  const flag = truths.get(text.toLowerCase().replace(/\.0+$/, ''));
  if (flag === undefined) throw new CellFault(column, `"${text}" is neither 1 nor 0`);
  return flag;
}

const american = /^(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4})(?:,?\s+(\d{1,2}):(\d\d)(?::(\d\d))?\s*([ap]m)?)?$/i;
const iso = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d))?)?$/;

/**
 * A time in the form of the database, from `2026-11-28`, `2026-11-28 14:30:00` or, as exports write it, `11/28/26` or
 * `11/28/26, 2:30 PM` (month first). Throws for everything else: `28.11.2026` may mean either order elsewhere.
 */
export function timeOf(column: string, cell: Cell): string {
  const text = textOf(column, cell).trim();
  const [, month, day, year, hour = '0', minute = '0', second = '0', half] = american.exec(text) ?? [];
  const [, isoYear, isoMonth, isoDay, isoHour = '0', isoMinute = '0', isoSecond = '0'] = iso.exec(text) ?? [];
  const time =
    year !== undefined
      ? stamp([Number(year) + (year.length === 2 ? 2000 : 0), month, day, hourOf(hour, half), minute, second])
      : isoYear === undefined
        ? undefined
        : stamp([isoYear, isoMonth, isoDay, isoHour, isoMinute, isoSecond]);
  if (time === undefined) {
    throw new CellFault(column, `"${text}" is not a date; write it as 2026-11-28 14:30:00 or 11/28/2026, 2:30 PM`);
  }
  return time;
}

function hourOf(hour: string, half: string | undefined): number {
  const number = Number(hour);
  if (!half) return number;
  if (number < 1 || number > 12) return Number.NaN;
  return (number % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
}

/** `2026-11-28 14:30:00`; undefined for a day or clock that does not exist. */
function stamp(parts: readonly (string | number | undefined)[]): string | undefined {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number);
  const moment = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const isReal =
    moment.getUTCFullYear() === year &&
    moment.getUTCMonth() === month - 1 &&
    moment.getUTCDate() === day &&
    moment.getUTCHours() === hour &&
    moment.getUTCMinutes() === minute;
  return isReal ? moment.toISOString().slice(0, 19).replace('T', ' ') : undefined;
}
