import type { Call } from '../../../kernel/call.ts';
import { foldText } from '../../../kernel/fold.ts';
import { insertRows } from '../../../storage/rows.ts';
import { sourceSelectionErrors } from '../errors.ts';
import { cityKey, postcodeKey } from './geoname-keys.ts';

/** Rows that are written at once. */
const BATCH = 1000;

/**
 * Replaces the places of a country by those in the lines of a postal code file of geonames.org. Columns: country,
 * postcode, place, and name and code of the region come first; latitude and longitude are the tenth and the eleventh.
 * Lines of other countries are skipped. Returns the number of places. Throws for invalid lines, and for a file without
 * places of the country; then nothing is changed.
 */
export function importGeonames(outer: Call, lines: AsyncIterable<string>, country: string): Promise<number> {
  const code = country.trim().toUpperCase();
  return outer.transaction(async (call) => {
    await call.db.deleteFrom('inventory_geoname').where('country_code', '=', code).execute();
    let [number, written] = [0, 0];
    let batch: GeonameRow[] = [];
    const write = async (): Promise<void> => {
      await insertRows(call.db, 'inventory_geoname', batch);
      written += batch.length;
      batch = [];
    };
    for await (const line of lines) {
      number++;
      if (line.trim() === '') continue;
      const row = readLine(line, number);
      if (row.country_code === code) batch.push(row);
      if (batch.length === BATCH) await write();
    }
    await write();
    if (written === 0) throw sourceSelectionErrors.noGeonames([code]);
    return written;
  });
}

type GeonameRow = ReturnType<typeof readLine>;

function readLine(line: string, number: number) {
  const columns = line.split('\t');
  const [country = '', postcode = '', city = '', region = '', regionCode = ''] = columns;
  const latitude = coordinate(columns[9], 90);
  const longitude = coordinate(columns[10], 180);
  if (!/^[A-Za-z]{2}$/.test(country) || latitude === undefined || longitude === undefined) {
    throw sourceSelectionErrors.geonameLine([number]);
  }
  return {
    country_code: country.toUpperCase(),
    postcode_key: postcodeKey(country, postcode),
    city_key: cityKey(country, city),
    region: foldText(region.trim()),
    region_code: foldText(regionCode.trim()),
    latitude,
    longitude,
  };
}

function coordinate(text: string | undefined, limit: number): number | undefined {
  const degrees = Number(text?.trim() || NaN);
  return Math.abs(degrees) <= limit ? degrees : undefined;
}
