import type { Call } from '../../../kernel/call.ts';
import { missingArguments } from '../../../kernel/errors.ts';
import { withFields } from '../../../kernel/present-fields.ts';
import { distanceProviderCode } from '../configuration.ts';
import { sourceSelectionErrors } from '../errors.ts';
import type { LatLngInput, SelectionAddressInput } from '../types.ts';
import { google } from './google.ts';
import { offline } from './offline.ts';
import type { Point } from './point.ts';
import type { DistanceProvider, PostalAddress } from './provider.ts';

const providers: readonly DistanceProvider[] = [google, offline];

/** The provider that the configuration names. */
export function distanceProvider(call: Call): DistanceProvider {
  const code = call.config.of(distanceProviderCode, { storeId: call.scope.storeId });
  return providers.find((provider) => provider.code === code) ?? google;
}

/** An address in the interface's words, for messages. */
function addressText({ street, postcode, city, region, country }: PostalAddress): string {
  return [street, postcode, city, region, country].join(' ');
}

/** The possible points of an address. Throws 404 for an address unknown to the provider. */
export async function requirePoints(call: Call, address: PostalAddress): Promise<[Point, ...Point[]]> {
  const [points] = await distanceProvider(call).locate(call, [address]);
  const [first, ...others] = points ?? [];
  if (!first) throw sourceSelectionErrors.unknownPlace([addressText(address)]);
  return [first, ...others];
}

/** The distance between two points. Throws 404 where there is no way. */
export async function distanceBetween(call: Call, from: Point, to: Point): Promise<number> {
  const [distance] = await distanceProvider(call).distances(call, [from], to);
  if (distance === undefined) throw sourceSelectionErrors.noWay();
  return distance;
}

/** An address in a request. Throws 400 for an absent part; parts may be empty. */
export function requireAddress(input: SelectionAddressInput): PostalAddress {
  const { country, postcode, street, region, city } = input;
  const missing = Object.entries({ country, postcode, street, region, city }).filter(([, part]) => part === undefined);
  const error = missingArguments(missing.map(([name]) => name));
  if (error) throw error;
  return {
    country: country ?? '',
    postcode: postcode ?? '',
    street: street ?? '',
    region: region ?? '',
    city: city ?? '',
  };
}

/** A point in a request. Throws 400 for an incomplete point, or invalid coordinates. */
export function requirePoint(input: LatLngInput): Point {
  const missing = (['lat', 'lng'] as const).filter((name) => input[name] === undefined || input[name] === null);
  const error = missingArguments(missing);
  if (error) throw error;
  const { lat, lng } = withFields(input, 'lat', 'lng');
  if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) throw sourceSelectionErrors.notOnEarth();
  return { lat, lng };
}
