import type { Selectable } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { insertRows } from '../../storage/rows.ts';
import type { TableRateTable } from './tables.ts';

/** A row of the table rates; `*`, and region 0, stand for everywhere. */
export type TableRate = Omit<Selectable<TableRateTable>, 'pk'>;

/** Destination of a shipment. */
interface TableRateQuery {
  readonly websiteId: number;
  readonly conditionName: string;
  readonly countryId: string;
  readonly regionId: number;
  readonly postcode: string;
}

const atPlace = prepared((db, p: Params<TableRateQuery & { shortPostcode: string }>) =>
  db
    .selectFrom('shipping_tablerate')
    .selectAll()
    .where('website_id', '=', p.websiteId)
    .where('condition_name', '=', p.conditionName)
    .where((eb) => eb.or([eb('dest_country_id', '=', p.countryId), eb('dest_country_id', '=', '*')]))
    .where((eb) => eb.or([eb('dest_region_id', '=', p.regionId), eb('dest_region_id', '=', 0)]))
    .where((eb) => eb('dest_zip', 'in', [p.postcode, p.shortPostcode, '*'])),
);

/**
 * The rates for a destination, most specific first. A country precedes all countries, a region all regions. A postcode
 * precedes its part before a hyphen (`90001-1234`), then all postcodes. Higher values come first.
 */
export async function findTableRates(call: Call, place: TableRateQuery): Promise<TableRate[]> {
  const { postcode } = place;
  const rows = await atPlace(call.db, { ...place, shortPostcode: postcode.replace(/-.*$/s, '') });
  const ofPostcode = (zip: string): number => (zip === '*' ? 0 : zip === postcode ? 2 : 1);
  const specific = (rate: TableRate): number =>
    (rate.dest_country_id === '*' ? 0 : 8) + (rate.dest_region_id === 0 ? 0 : 4) + ofPostcode(rate.dest_zip);
  return rows.sort((a, b) => specific(b) - specific(a) || b.condition_value - a.condition_value);
}

/** Deletes the table rates of a website for a condition. */
export async function deleteTableRates(
  { db }: Call,
  { website_id, condition_name }: Pick<TableRate, 'website_id' | 'condition_name'>,
): Promise<void> {
  await db
    .deleteFrom('shipping_tablerate')
    .where('website_id', '=', website_id)
    .where('condition_name', '=', condition_name)
    .execute();
}

/** Inserts table rates. */
export async function insertTableRates({ db }: Call, rates: readonly TableRate[]): Promise<void> {
  await insertRows(db, 'shipping_tablerate', rates);
}
