import type { Call } from '../../../kernel/call.ts';
import { objectOf, objectsOf } from '../../../kernel/plain-objects.ts';
import { readJsonBody } from '../../../kernel/response-body.ts';
import { googleMaps } from '../configuration.ts';
import { sourceSelectionErrors } from '../errors.ts';
import type { Point } from './point.ts';
import type { DistanceProvider, PostalAddress } from './provider.ts';

/** Origins that Google takes in one question. */
const ORIGINS = 25;

/** Distances, or times, on the ways of Google Maps. Each question has a time limit. */
export const google: DistanceProvider = {
  code: 'google',
  locate: (call, addresses) => Promise.all(addresses.map((address) => locate(call, address))),
  async distances(call, from, to) {
    const parts = Array.from({ length: Math.ceil(from.length / ORIGINS) }, (_, i) =>
      from.slice(i * ORIGINS, (i + 1) * ORIGINS),
    );
    const found = await Promise.all(parts.map((part) => matrix(call, part, to)));
    return found.flat();
  },
};

async function locate(call: Call, { country, postcode, street, region, city }: PostalAddress): Promise<Point[]> {
  const components = Object.entries({ country, postal_code: postcode, locality: city })
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}:${value}`)
    .join('|');
  const address = [street, city, region].filter((part) => part !== '').join(', ');
  const { results } = await ask(call, 'geocode', { components, address });
  return objectsOf(results).flatMap(({ geometry }) => {
    const { lat, lng } = objectOf(objectOf(geometry).location);
    return typeof lat === 'number' && typeof lng === 'number' ? [{ lat, lng }] : [];
  });
}

async function matrix(call: Call, from: readonly Point[], to: Point): Promise<(number | undefined)[]> {
  const { config, scope } = call;
  const text = ({ lat, lng }: Point): string => `${lat},${lng}`;
  const { rows } = await ask(call, 'distancematrix', {
    origins: from.map(text).join('|'),
    destinations: text(to),
    mode: config.of(googleMaps.mode, scope),
  });
  const answers = objectsOf(rows);
  const field = config.of(googleMaps.value, scope) === 'time' ? 'duration' : 'distance';
  return from.map((_, i) => {
    const [element] = objectsOf(answers[i]?.elements);
    if (element?.status !== 'OK') return undefined;
    const { value } = objectOf(element[field]);
    return typeof value === 'number' ? value : undefined;
  });
}

/** Calls a service of Google Maps. Throws 400 without a key, 504 without a usable response. */
async function ask(
  call: Call,
  service: string,
  parameters: Readonly<Record<string, string>>,
): Promise<Record<string, unknown>> {
  const { config, scope } = call;
  const key = call.services.configuration.open(googleMaps.apiKey.path, config.of(googleMaps.apiKey, scope));
  if (key === '') throw sourceSelectionErrors.noApiKey();
  const base = config.of(googleMaps.url, scope);
  const query = new URLSearchParams({ ...parameters, key });
  let status = 'no connection';
  try {
    const response = await fetch(`${base.replace(/\/$/, '')}/maps/api/${service}/json?${query}`, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(config.of(googleMaps.timeout, scope)),
    });
    const answer: unknown = await readJsonBody(response.body);
    status = statusOf(answer) ?? String(response.status);
    if (response.ok && (status === 'OK' || status === 'ZERO_RESULTS')) return objectOf(answer);
  } catch (error) {
    throw sourceSelectionErrors.noAnswer([status], { cause: error });
  }
  throw sourceSelectionErrors.noAnswer([status]);
}

function statusOf(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('status' in answer)) return undefined;
  return typeof answer.status === 'string' ? answer.status : undefined;
}
