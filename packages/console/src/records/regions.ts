import type { FormField } from '../../../../src/faces/console-server/route-fields.ts';
import { textOf } from '../values.ts';
import type { Options, RecordFields } from './entity.ts';

/** Fields that name a country, each with the field that names a region of it. */
const regionFields: Readonly<Record<string, string>> = { country_id: 'region_id', tax_country_id: 'tax_region_id' };

/** The options of a field in a record: those without a country, and those of the record's country; undefined: none. */
export function optionsFor(options: Options | undefined, record: RecordFields): Options | undefined {
  if (!options?.some(([, , country]) => country !== undefined)) return options;
  const own = textOf(record.country_id ?? record.tax_country_id);
  const found = options.filter(([, , country]) => country === undefined || country === own);
  return found.length > 0 ? found : undefined;
}

/** Whether a form shows a field of a region: its choice where the country has regions, else its name. */
export function isShownRegion({ name, kind }: FormField, record: RecordFields, choices: ReadonlyMap<string, Options>) {
  const regions = choices.get('region_id');
  if (!regions || !('country_id' in record || name === 'region_id')) return true;
  const isChoice = optionsFor(regions, record) !== undefined;
  if (name === 'region_id') return isChoice;
  return name !== 'region' || (kind !== 'object' && kind !== 'text') || !isChoice;
}

/** A record after the change of a field; with another country it has no region. */
export function changedRecord(record: RecordFields, name: string, value: unknown): RecordFields {
  const region = regionFields[name];
  return {
    ...record,
    [name]: value,
    ...(region !== undefined && record[region] !== undefined && { [region]: 0 }),
    ...(region !== undefined && record.region !== undefined && { region: null }),
  };
}
