import { createReadStream } from 'node:fs';
import type { Call } from '../../../kernel/call.ts';
import { foldText } from '../../../kernel/fold.ts';
import type { FileImportSettings, ImportedRows } from '../../../kernel/file-imports.ts';
import { chosenSeparator } from '../../../platform/row-import/csv.ts';
import { readLines } from '../../../platform/row-import/lines.ts';
import { replaceByFile } from '../../../platform/row-import/replace-by-file.ts';
import { CellFault } from '../../../platform/row-import/rows.ts';
import { insertRows } from '../../../storage/rows.ts';
import { sourceSelectionErrors } from '../errors.ts';
import { cityKey, postcodeKey } from './geoname-keys.ts';

/**
 * Replaces the places of a country by those in the lines of a postal code file of geonames.org. Columns: country,
 * postcode, place, and name and code of the region come first; latitude and longitude are the tenth and the eleventh.
 * Lines of other countries are skipped. Throws for a file with faulty lines, or without places of the country; then nothing is
 * changed.
 */
export function importGeonames(
  call: Call,
  file: string,
  settings: FileImportSettings,
  country: string,
): Promise<ImportedRows> {
  const code = country.trim().toUpperCase();
  const separator = chosenSeparator(settings.separator) ?? '\t';
  return replaceByFile(call, settings, {
    rows: () => readLines(createReadStream(file), settings.encoding),
    reader: () => (line) => {
      const row = line.text.trim() === '' ? undefined : readPlace(line.text.split(separator));
      return row?.country_code === code ? row : undefined;
    },
    keyOf: ({ text }) => text.split(separator).slice(0, 2).join(' ').slice(0, MOST_KEY),
    clear: async ({ db }) => {
      await db.deleteFrom('inventory_geoname').where('country_code', '=', code).execute();
    },
    insert: async ({ db }, rows) => {
      await insertRows(db, 'inventory_geoname', rows);
    },
    withoutRecords: () => sourceSelectionErrors.noGeonames([code]),
  });
}

/** Characters of the name of a line in messages. */
const MOST_KEY = 40;

function readPlace(columns: readonly string[]) {
  const [country = '', postcode = '', city = '', region = '', regionCode = ''] = columns;
  const latitude = coordinate(columns[9], 90);
  const longitude = coordinate(columns[10], 180);
  if (!/^[A-Za-z]{2}$/.test(country) || latitude === undefined || longitude === undefined) {
    throw new CellFault('', notAPlace);
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

const notAPlace =
  'the columns are not country, postcode, place, names and codes of regions, latitude, longitude, separated by tabs';

function coordinate(text: string | undefined, limit: number): number | undefined {
  const degrees = Number(text?.trim() || NaN);
  return Math.abs(degrees) <= limit ? degrees : undefined;
}
