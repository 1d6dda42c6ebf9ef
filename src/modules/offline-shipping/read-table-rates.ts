import { parse } from 'csv-parse/sync';
import { checkColumns } from '../../kernel/csv-columns.ts';
import type { Call } from '../../kernel/call.ts';
import { decimal, toWire } from '../../kernel/money.ts';
import { offlineShippingErrors } from './errors.ts';
import type { TableRate } from './table-rates.ts';

const COLUMNS = 5;

/** A table rate without its website and condition. */
type NewTableRate = Omit<TableRate, 'website_id' | 'condition_name'>;

/**
 * Parses the rates of the `tablerate` carrier from CSV with the interface's columns: country (two or three letters),
 * region (code), postcode, minimum weight, value or units, price. The first row contains headings. `*`, `0` and the
 * empty text stand for all countries, regions or postcodes. Throws one error with all invalid rows.
 */
export function readTableRates(call: Call, text: string): NewTableRate[] {
  const [headings, ...rows] = parseTable(text);
  if (!headings || headings.length < COLUMNS) throw offlineShippingErrors.tableFormat();
  // The first five columns are identified by position; their headings do not matter.
  checkColumns(headings, (_, i) => i < COLUMNS);
  const faults: string[] = [];
  const places = new Set<string>();
  const rates = rows.flatMap((row, i) => {
    const rate = readRow(call, row, (fault) => void faults.push(`row ${i + 2}: ${fault}`));
    if (!rate) return [];
    const place = JSON.stringify([rate.dest_country_id, rate.dest_region_id, rate.dest_zip, rate.condition_value]);
    if (places.has(place)) faults.push(`row ${i + 2}: the same place and least value as a row before`);
    places.add(place);
    return [rate];
  });
  if (faults.length > 0) throw offlineShippingErrors.tableRows([faults.join('\n')]);
  return rates;
}

function parseTable(text: string): string[][] {
  try {
    return parse(text, { bom: true, trim: true, skip_empty_lines: true, relax_column_count: true });
  } catch {
    throw offlineShippingErrors.tableFormat();
  }
}

/** Whether a row has the columns of a rate, and no others but empty ones. */
function isRateRow(row: readonly string[]): row is readonly [string, string, string, string, string, ...string[]] {
  return row.length >= COLUMNS && row.slice(COLUMNS).every((cell) => cell === '');
}

function readRow(call: Call, row: readonly string[], refuse: (fault: string) => undefined): NewTableRate | undefined {
  if (!isRateRow(row)) return refuse(`${row.length} columns in place of ${COLUMNS}`);
  const [country, region, zip, value, price] = row;
  const place = readPlace(call, country, region, refuse);
  const [condition_value, amount] = [readAmount(value), readAmount(price)];
  if (condition_value === undefined) refuse(`"${value}" is no weight, value or number of pieces`);
  if (amount === undefined) refuse(`"${price}" is no price`);
  if (!place || condition_value === undefined || amount === undefined) return undefined;
  return { ...place, dest_zip: isAll(zip) ? '*' : zip, condition_value, price: amount };
}

function readPlace(
  { services: { directory } }: Call,
  country: string,
  region: string,
  refuse: (fault: string) => undefined,
): Pick<NewTableRate, 'dest_country_id' | 'dest_region_id'> | undefined {
  const dest_country_id = isAll(country) ? '*' : directory.countryByCode(country)?.id;
  if (!dest_country_id) return refuse(`there is no country "${country}"`);
  if (isAll(region)) return { dest_country_id, dest_region_id: 0 };
  const found = dest_country_id === '*' ? undefined : directory.regionByCode(dest_country_id, region);
  if (!found) return refuse(`there is no region "${region}" in the country "${country}"`);
  return { dest_country_id, dest_region_id: found.id };
}

function isAll(text: string): boolean {
  return text === '' || text === '*' || text === '0';
}

/** An amount of zero or more, with four decimals; undefined if invalid. */
function readAmount(text: string): number | undefined {
  return /^\d+(\.\d+)?$/.test(text) ? toWire(decimal(text)) : undefined;
}
