import type { Call } from '../../../kernel/call.ts';
import { PlatformError } from '../../../kernel/errors.ts';
import { defaultCountry } from '../../directory/configuration.ts';
import { areaDelimiter } from '../configuration.ts';

/** A circle around a place that is named by a term such as `10001:US` or `Seattle:US`; its radius in kilometres. */
export interface Area {
  readonly radius: number;
  readonly searchTerm: string;
}

/** A location on earth; without coordinates, its distance from anything is unknown. */
interface PlacedLocation {
  readonly code: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

const KILOMETRE = 1000;

/**
 * How far locations are from the middle of an area as the crow flies, in kilometres; none of them where nobody knows where that is.
 * Of a place that may be in several points, the nearest counts.
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

/** The points that a search term may mean; none where it is not known, or there is nobody who would know. */
async function middlesOf(call: Call, term: string) {
  const scope = { storeId: call.scope.storeId };
  const delimiter = call.config.of(areaDelimiter, scope);
  const at = term.lastIndexOf(delimiter);
  const place = (at < 0 ? term : term.slice(0, at)).trim();
  const told = at < 0 ? '' : term.slice(at + delimiter.length).trim();
  const country = told || call.config.of(defaultCountry, scope);
  // Postcodes have digits, names of places have none.
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
