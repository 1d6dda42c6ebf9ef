import type { Call } from '../../../kernel/call.ts';
import { foldText } from '../../../kernel/fold.ts';
import { zip } from '../../../kernel/lists.ts';
import { inTexts } from '../../../storage/sql.ts';
import { cityKey, postcodeKey } from './geoname-keys.ts';
import { greatCircle, type Point } from './point.ts';
import type { DistanceProvider, PostalAddress } from './provider.ts';

interface Geoname extends Point {
  readonly postcode: string;
  readonly city: string;
  readonly region: string;
  readonly regionCode: string;
}

/**
 * Straight-line distances between the places of a table that commands fill. Two queries for any number of addresses.
 */
export const offline: DistanceProvider = {
  code: 'offline',
  async locate(call, addresses) {
    const byPostcode = await placesBy(call, 'postcode_key', addresses.flatMap(postcodeKeys));
    const found = addresses.map((address) => pointsOf(likeliest(address, named(byPostcode, postcodeKeys(address)))));
    const placed = zip(addresses, found);
    const unknown = placed.flatMap(([address, { length }]) => (length === 0 ? [address] : []));
    const byCity = await placesBy(call, 'city_key', unknown.map(cityOf));
    return placed.map(([address, points]) =>
      points.length > 0 ? points : pointsOf(inRegion(address, byCity.get(cityOf(address)) ?? [])),
    );
  },
  distances: async (_, from, to) => from.map((point) => greatCircle(point, to)),
};

const cityOf = ({ country, city }: PostalAddress): string => cityKey(country, city);

/**
 * The keys under which the postcode of an address may be listed: itself, or its first part, as lists have only that of some
 * countries (`98101-1234`, `K1A 0B1`).
 */
function postcodeKeys({ country, postcode }: PostalAddress): string[] {
  const [start = ''] = postcode.trim().split(/[\s-]/);
  return start === '' ? [] : [postcodeKey(country, postcode), postcodeKey(country, start)];
}

/** The places of the first of these keys that has any. */
function named(places: ReadonlyMap<string, readonly Geoname[]>, keys: readonly string[]): readonly Geoname[] {
  return keys.map((key) => places.get(key) ?? []).find(({ length }) => length > 0) ?? [];
}

/** Places with those in the city of the address first. */
function likeliest(address: PostalAddress, places: readonly Geoname[]): readonly Geoname[] {
  const isIn = ({ city }: Geoname): boolean => city === cityOf(address);
  return [...places.filter(isIn), ...places.filter((place) => !isIn(place))];
}

/** Places of a name in the region of the address, if it has one, by name or code. */
function inRegion(address: PostalAddress, places: readonly Geoname[]): readonly Geoname[] {
  const region = foldText(address.region.trim());
  return region === '' ? places : places.filter((place) => place.region === region || place.regionCode === region);
}

/** Where places are, each point once. */
function pointsOf(places: readonly Geoname[]): Point[] {
  return [...new Map(places.map(({ lat, lng }) => [`${lat} ${lng}`, { lat, lng }])).values()];
}

/** Places by one of their keys. */
async function placesBy(
  call: Call,
  column: 'postcode_key' | 'city_key',
  keys: readonly string[],
): Promise<Map<string, Geoname[]>> {
  const rows = await call.db
    .selectFrom('inventory_geoname')
    .selectAll()
    .where(inTexts(column, [...new Set(keys)]))
    .orderBy('id')
    .execute();
  const places = rows.map((row) => ({
    key: row[column],
    lat: row.latitude,
    lng: row.longitude,
    postcode: row.postcode_key,
    city: row.city_key,
    region: row.region,
    regionCode: row.region_code,
  }));
  return Map.groupBy(places, ({ key }) => key);
}
