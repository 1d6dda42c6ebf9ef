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
  /** Positions of its secrets, in order. */
  readonly secrets: readonly [first: number, ...others: number[]];
}

/**
 * Makes the masker of paths: it masks the parameters that routes declare as secret, wherever the path begins
 * (`/rest/default/async/V1/…`), even if no route has its method or its end.
 */
export function pathMasker(routes: readonly RegisteredRoute[]): (path: string) => MaskedPath {
  const secretPaths = routes.flatMap(secretPathOf);
  return (path) => {
    const segments = path.split('/');
    const filled = [...segments.entries()].filter(([, segment]) => segment !== '');
    const start = filled.findIndex(([, segment]) => /^V\d/i.test(segment));
    if (start < 0) return { path, values: [] };
    const versioned = filled.slice(start);
    const words = versioned.map(([, segment]) => decoded(segment).toLowerCase());
    const paths = secretPaths.filter((one) => fits(one, words));
    const hidden = new Map(paths.flatMap(({ secrets }) => secrets.flatMap((at) => versioned.slice(at, at + 1))));
    return {
      path: segments.map((segment, place) => (hidden.has(place) ? MASK : segment)).join('/'),
      values: [...hidden.values()].flatMap((segment) => [segment, decoded(segment)]),
    };
  };
}

function secretPathOf({ route, parameters }: RegisteredRoute): SecretPath[] {
  const names = new Set(parameters.filter(({ type }) => secretKind(type)).map(({ name }) => name));
  const segments = route.path.split('/').slice(1);
  const [first, ...others] = segments.flatMap((segment, at) =>
    names.has(segment.slice(1)) && segment.startsWith(':') ? [at] : [],
  );
  if (first === undefined) return [];
  const words = segments
    .slice(0, (others.at(-1) ?? first) + 1)
    .map((segment) => (segment.startsWith(':') ? undefined : segment.toLowerCase()));
  return [{ words, secrets: [first, ...others] }];
}

/** Whether a path has the fixed segments of a declared one, up to its first secret. */
function fits({ words, secrets }: SecretPath, path: readonly string[]): boolean {
  return words.every((word, at) => word === undefined || word === path[at] || (at > secrets[0] && at >= path.length));
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
