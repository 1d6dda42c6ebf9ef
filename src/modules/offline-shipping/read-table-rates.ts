import { checkColumns } from '../../kernel/csv-columns.ts';
import type { Call } from '../../kernel/call.ts';
import { decimal, toWire } from '../../kernel/money.ts';
import { readRecords, type CsvRecord } from '../../platform/row-import/csv.ts';
import { CellFault } from '../../platform/row-import/rows.ts';
import { offlineShippingErrors } from './errors.ts';
import type { TableRate } from './table-rates.ts';

/** The columns, by position: the headings of files differ in their language. */
const columns = ['country', 'region', 'postcode', 'minimum', 'price'] as const;

/** A table rate without its website and condition. */
type NewTableRate = Omit<TableRate, 'website_id' | 'condition_name'>;

/**
 * The rows of a file of the `tablerate` carrier, without its headings, which do not matter. Throws for a file with fewer or with
 * other columns.
 */
export async function* openTable(
  open: () => AsyncIterable<Buffer>,
  format: { readonly encoding?: string | undefined; readonly separator?: string | undefined },
): AsyncGenerator<CsvRecord> {
  let hasHeadings = false;
  for await (const record of readRecords(open, format)) {
    if (hasHeadings) yield record;
    else checkHeadings(record.cells);
    hasHeadings = true;
  }
  if (!hasHeadings) throw offlineShippingErrors.tableFormat();
}

function checkHeadings(headings: readonly string[]): void {
  if (headings.length < columns.length) throw offlineShippingErrors.tableFormat();
  checkColumns(headings, (_, i) => i < columns.length);
}

/**
 * Returns a reader of rates: country (two or three letters), region (code), postcode, minimum weight, value or units, price. `*`, `0`
 * and the empty text stand for all countries, regions or postcodes. The reader throws a CellFault for a faulty row, and for one
 * with the place and minimum of an earlier row.
 */
export function rateReader(call: Call): (record: CsvRecord) => NewTableRate {
  const places = new Map<string, number>();
  return ({ line, cells }) => {
    const rate = readRow(call, cells);
    const place = JSON.stringify([rate.dest_country_id, rate.dest_region_id, rate.dest_zip, rate.condition_value]);
    const earlier = places.get(place);
    if (earlier !== undefined) throw new CellFault('', `line ${earlier} has the same place and minimum`);
    places.set(place, line);
    return rate;
  };
}

/** Whether a row has the columns of a rate, and no others but empty ones. */
function isRateRow(row: readonly string[]): row is readonly [string, string, string, string, string, ...string[]] {
  return row.length >= columns.length && row.slice(columns.length).every((cell) => cell === '');
}

function readRow(call: Call, row: readonly string[]): NewTableRate {
  if (!isRateRow(row)) throw new CellFault('', `${row.length} columns in place of ${columns.length}`);
  const [country, region, zip, value, price] = row;
  const place = readPlace(call, country, region);
  const [condition_value, amount] = [readAmount(value), readAmount(price)];
  if (condition_value === undefined) throw new CellFault('minimum', `"${value}" is no weight, value or quantity`);
  if (amount === undefined) throw new CellFault('price', `"${price}" is no price`);
  return { ...place, dest_zip: isAll(zip) ? '*' : zip, condition_value, price: amount };
}

function readPlace(
  { services: { directory } }: Call,
  country: string,
  region: string,
): Pick<NewTableRate, 'dest_country_id' | 'dest_region_id'> {
  const dest_country_id = isAll(country) ? '*' : directory.countryByCode(country)?.id;
  if (!dest_country_id) throw new CellFault('country', `there is no country "${country}"`);
  if (isAll(region)) return { dest_country_id, dest_region_id: 0 };
  const found = dest_country_id === '*' ? undefined : directory.regionByCode(dest_country_id, region);
  if (!found) throw new CellFault('region', `there is no region "${region}" in the country "${country}"`);
  return { dest_country_id, dest_region_id: found.id };
}

function isAll(text: string): boolean {
  return text === '' || text === '*' || text === '0';
}

/** An amount of zero or more, with four decimals; undefined if invalid. */
function readAmount(text: string): number | undefined {
  return /^\d+(\.\d+)?$/.test(text) ? toWire(decimal(text)) : undefined;
}
