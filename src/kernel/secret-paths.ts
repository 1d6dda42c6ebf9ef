import { MASK } from './masking.ts';
import type { RegisteredRoute } from './registry.ts';
import { secretKind } from './secrets.ts';

/** A path with masked secrets, and the masked values, encoded and decoded. */
interface MaskedPath {
  readonly path: string;
  readonly values: readonly string[];
}

/** A declared path from its version to its last secret: the fixed segments, undefined for parameters. */
interface SecretPath {
  readonly words: readonly (string | undefined)[];
  /** Positions of its secrets. */
  readonly secrets: readonly number[];
}

/**
 * Makes the masker of paths: it masks the parameters that routes declare as secret, wherever the path begins
 * (`/rest/default/async/V1/…`), even if no route has its method or its end.
 */
export function pathMasker(routes: readonly RegisteredRoute[]): (path: string) => MaskedPath {
  const secretPaths = routes.flatMap(secretPathOf);
  return (path) => {
    const segments = path.split('/');
    const places = segments.flatMap((segment, place) => (segment === '' ? [] : [place]));
    const start = places.findIndex((place) => /^V\d/i.test(segments[place]!));
    if (start < 0) return { path, values: [] };
    const words = places.slice(start).map((place) => decoded(segments[place]!).toLowerCase());
    const hidden = new Set<number>();
    for (const one of secretPaths) {
      if (fits(one, words)) for (const at of one.secrets) if (at < words.length) hidden.add(places[start + at]!);
    }
    return {
      path: segments.map((segment, place) => (hidden.has(place) ? MASK : segment)).join('/'),
      values: [...hidden].flatMap((place) => [segments[place]!, decoded(segments[place]!)]),
    };
  };
}

function secretPathOf({ route, parameters }: RegisteredRoute): SecretPath[] {
  const names = new Set(parameters.filter(({ type }) => secretKind(type)).map(({ name }) => name));
  if (names.size === 0) return [];
  const segments = route.path.split('/').slice(1);
  const secrets = segments.flatMap((segment, at) =>
    names.has(segment.slice(1)) && segment.startsWith(':') ? [at] : [],
  );
  const words = segments
    .slice(0, secrets.at(-1)! + 1)
    .map((segment) => (segment.startsWith(':') ? undefined : segment.toLowerCase()));
  return [{ words, secrets }];
}

/** Whether a path has the fixed segments of a declared one, up to its first secret. */
function fits({ words, secrets }: SecretPath, path: readonly string[]): boolean {
  return words.every((word, at) => word === undefined || word === path[at] || (at > secrets[0]! && at >= path.length));
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
