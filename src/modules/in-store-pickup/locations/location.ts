import { sql } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import type { SearchField } from '../../../storage/criteria/fields.ts';
import { inTexts } from '../../../storage/sql.ts';

/** A pickup location for buyers. Null means unknown. */
export interface ShownLocation {
  readonly pickup_location_code: string;
  readonly name: string;
  readonly email: string | null;
  readonly fax: string | null;
  readonly contact_name: string | null;
  readonly description: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly country_id: string;
  readonly region_id: number | null;
  readonly region: string | null;
  readonly city: string | null;
  readonly street: string | null;
  readonly postcode: string;
  readonly phone: string | null;
}

const shownName = {
  kind: 'text',
  column: sql`coalesce(location.frontend_name, location.name)`,
  notNull: true,
} as const;
const texts = ['email', 'fax', 'contact_name', 'region', 'city', 'street', 'phone'] as const;

/** Fields to search and sort pickup locations by. */
export const locationFields: Readonly<Record<string, SearchField>> = {
  ...Object.fromEntries(texts.map((name) => [name, { kind: 'text', column: `location.${name}` }])),
  pickup_location_code: { kind: 'text', column: 'location.source_code', notNull: true },
  name: shownName,
  // Name of the field in responses that are sorted by name.
  frontend_name: shownName,
  description: { kind: 'text', column: 'location.frontend_description' },
  country: { kind: 'text', column: 'location.country_id', notNull: true },
  country_id: { kind: 'text', column: 'location.country_id', notNull: true },
  postcode: { kind: 'text', column: 'location.postcode', notNull: true },
  region_id: { kind: 'integer', column: 'location.region_id' },
  latitude: { kind: 'number', column: 'location.latitude' },
  longitude: { kind: 'number', column: 'location.longitude' },
};

/** The pickup locations of a stock, as the rows of a list. */
export function locationsOf(call: Call, stockId: number) {
  return call.db
    .selectFrom(call.services.multiSource.sourcesInStock(stockId).as('location'))
    .where('location.is_pickup_location_active', '=', 1);
}

/** The stock's pickup locations with these codes, by code. One query. */
export async function findLocations(
  call: Call,
  stockId: number,
  codes: readonly string[],
): Promise<Map<string, ShownLocation>> {
  const rows = await locationsOf(call, stockId)
    .where(inTexts('location.source_code', codes))
    .select(['location.source_code as pickup_location_code', 'location.frontend_description as description'])
    .select(sql<string>`coalesce(location.frontend_name, location.name)`.as('name'))
    .select(['location.latitude', 'location.longitude', 'location.region_id', 'location.country_id'])
    .select(['location.postcode', ...texts.map((name) => `location.${name}` as const)])
    .execute();
  return new Map(rows.map((row) => [row.pickup_location_code, row]));
}
