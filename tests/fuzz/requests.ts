import type { RegisteredRoute } from '../../src/kernel/registry.ts';
import { takesBody } from '../../src/kernel/route.ts';
import * as fc from '../support/properties.ts';
import type { HostileValues } from './hostile.ts';

/** A request to any path of the server; a body is sent as it is. */
export interface FuzzRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly headers?: Record<string, string> | undefined;
}

/** Characters of one value in a URL, and of a whole query string, at most. */
const LONGEST_VALUE = 500;
const LONGEST_QUERY = 8000;

/** URLs of a route in any store scope, with path parameters by name. */
export function urlOf(
  { route }: RegisteredRoute,
  parameter: (name: string) => fc.Arbitrary<string>,
): fc.Arbitrary<string> {
  const parts = route.path
    .split(/(:\w+)/)
    .map((part) => (part.startsWith(':') ? parameter(part.slice(1)) : fc.constant(part)));
  return fc
    .tuple(fc.constantFrom('', '/all', '/default'), ...parts)
    .map(([store, ...path]) => `/rest${store}${path.join('')}`);
}

/** All arguments of a route that are not in its path. */
export function argumentsOf({ route }: RegisteredRoute, values: HostileValues): fc.Arbitrary<Record<string, unknown>> {
  return fc.record(
    Object.fromEntries(
      Object.entries(route.input)
        .filter(([name]) => !route.path.includes(`:${name}`))
        .map(([name, type]) => [name, values(type, name)]),
    ),
  );
}

/**
 * Arguments as a query string with its question mark; empty for none. Nested values are written in brackets, empty objects as
 * `name=`.
 */
export function queryOf(values: Readonly<Record<string, unknown>>): string {
  const pairs: string[] = [];
  const add = (name: string, value: unknown): void => {
    if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) {
      for (const [key, inner] of Object.entries(value)) add(`${name}[${key}]`, inner);
    } else {
      const plain = typeof value === 'object' ? '' : String(value);
      const text = encodeURIComponent(plain.toWellFormed().slice(0, LONGEST_VALUE));
      pairs.push(`${encodeURIComponent(name.toWellFormed())}=${text}`);
    }
  };
  for (const [name, value] of Object.entries(values)) add(name, value);
  return pairs.length > 0 ? `?${pairs.join('&').slice(0, LONGEST_QUERY)}` : '';
}

/** A request with arguments where the route takes them: in the query string, or in a JSON body. */
export function requestWith(
  { route }: RegisteredRoute,
  url: string,
  values: Readonly<Record<string, unknown>>,
): FuzzRequest {
  const { method } = route;
  return takesBody(route)
    ? { method, path: url, body: JSON.stringify(values) }
    : { method, path: `${url}${queryOf(values)}` };
}
