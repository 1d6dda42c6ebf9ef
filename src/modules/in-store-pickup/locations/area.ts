import type { Call } from '../../../kernel/call.ts';
import { PlatformError } from '../../../kernel/errors.ts';
import { defaultCountry } from '../../directory/configuration.ts';
import { areaDelimiter } from '../configuration.ts';

/** A circle around a place, given by a term such as `10001:US` or `Seattle:US`; its radius in kilometres. */
export interface Area {
  readonly radius: number;
  readonly searchTerm: string;
}

/** A location on earth; without coordinates, distances are unknown. */
interface PlacedLocation {
  readonly code: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

const KILOMETRE = 1000;

/**
 * Straight-line distances of locations from the centre of an area, in kilometres; empty if the centre is unknown. If a
 * place has several points, the nearest one applies.
 */
export async function distancesFrom(
  call: Call,
  { searchTerm }: Area,
  locations: readonly PlacedLocation[],
): Promise<ReadonlyMap<string, number>> {
  const { greatCircle } = call.services.sourceSelection;
  const points = await middlesOf(call, searchTerm);
  if (points.length === 0) return new Map();
  return new Map(
    locations.flatMap(({ code, latitude: lat, longitude: lng }) => {
      if (lat === null || lng === null) return [];
      const distances = points.map((point) => greatCircle(point, { lat, lng }));
      return [[code, Math.min(...distances) / KILOMETRE]];
    }),
  );
}

/** The possible points of a search term; empty if the term is unknown or no geocoder is installed. */
async function middlesOf(call: Call, term: string) {
  const scope = { storeId: call.scope.storeId };
  const delimiter = call.config.of(areaDelimiter, scope);
  const at = term.lastIndexOf(delimiter);
  const place = (at < 0 ? term : term.slice(0, at)).trim();
  const countryText = at < 0 ? '' : term.slice(at + delimiter.length).trim();
  const country = countryText || call.config.of(defaultCountry, scope);
  // Postcodes contain digits, place names do not.
  const named = /\d/.test(place) ? { postcode: place, city: '' } : { postcode: '', city: place };
  if (place === '') return [];
  try {
    return await call.services.sourceSelection.pointsOf(call, { country, ...named, street: '', region: '' });
  } catch (error) {
    const isUnknown = error instanceof PlatformError && ['noSuchEntity', 'input'].includes(error.kind);
    if (!isUnknown) throw error;
    return [];
  }
}
