import type { Scope } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
import type { RegisteredRoute } from '../../kernel/registry.ts';
import type { Method } from '../../kernel/route.ts';
import { RecentMap } from '../../storage/recent-map.ts';
import { decodeUrlText } from './query.ts';

/** The destination of a path under `/rest`. */
export type Destination<T> =
  | { readonly kind: 'sync' | 'async' | 'bulk'; readonly route: T; readonly path: PathArguments; readonly scope: Scope }
  | { readonly kind: 'schema'; readonly asynchronous: boolean; readonly scope: Scope };

/** Path parameters by name, URL-decoded. */
export type PathArguments = Readonly<Record<string, string>>;

/** The target of a route. */
interface Routed {
  readonly registered: RegisteredRoute;
}

const methods: ReadonlySet<string> = new Set<Method>(['GET', 'POST', 'PUT', 'DELETE']);
const noArguments: PathArguments = {};

/** Maximum number and length of cached paths with parameters: clients often request the same ones. */
const RECENT = 2000;
const LONGEST = 200;

/** Paths of routes begin with the version of their service. */
const version = /^\/V\d/;

/**
 * Makes the router: from a method and a path behind `/rest` (with its leading slash, without the query) to a destination. The
 * first segment may be a store code or `all`. Throws the interface's errors for paths and methods without a destination.
 */
export function createRouter<T extends Routed>(
  routes: readonly T[],
  resolveScope: (code: string | undefined) => Scope | undefined,
): (method: string, path: string) => Destination<T> {
  const deferrable = routes.filter(({ registered }) => registered.topic !== undefined);
  const sync = routeTable(routes, ({ registered }) => registered.route.path);
  const async = routeTable(deferrable, ({ registered }) => registered.route.path);
  const bulk = routeTable(deferrable, ({ registered }) => registered.bulkPath);

  // oxlint-disable-next-line complexity -- reads a path from left to right, once for each request
  return (method, path) => {
    if (!methods.has(method)) throw platformErrors.method([method]);
    let rest = path;
    let scope: Scope | undefined;
    if (!version.test(rest)) {
      const end = rest.indexOf('/', 1);
      const code = rest.slice(1, end < 0 ? undefined : end);
      scope = code === '' ? undefined : resolveScope(code);
      if (scope) rest = end < 0 ? '' : rest.slice(end);
    }
    scope ??= resolveScope(undefined)!;
    const asynchronous = rest.startsWith('/async/');
    if (asynchronous) rest = rest.slice('/async'.length);
    const isBulk = asynchronous && rest.startsWith('/bulk/');
    if (isBulk) rest = rest.slice('/bulk'.length);
    if (!version.test(rest)) {
      if (!isBulk && /^\/schema\/*$/.test(rest)) return { kind: 'schema', asynchronous, scope };
      throw platformErrors.cannotProcess();
    }
    if (asynchronous && method === 'GET') throw platformErrors.cannotProcess();
    const found = (isBulk ? bulk : asynchronous ? async : sync)(method, rest);
    if (!found) throw platformErrors.noRoute();
    return { kind: isBulk ? 'bulk' : asynchronous ? 'async' : 'sync', ...found, scope };
  };
}

interface FoundRoute<T> {
  readonly route: T;
  readonly path: PathArguments;
}

interface Pattern<T> {
  readonly route: T;
  readonly declared: string;
  /** Its segments; undefined for a parameter. */
  readonly words: readonly (string | undefined)[];
  /** Its parameters with their positions. */
  readonly parameters: readonly (readonly [name: string, at: number])[];
}

/** Finds routes: by the whole path if that has no parameters, otherwise the first match in ASCII order of the declared paths. */
function routeTable<T extends Routed>(
  routes: readonly T[],
  pathOf: (route: T) => string | undefined,
): (method: string, path: string) => FoundRoute<T> | undefined {
  const fixed = new Map<string, FoundRoute<T>>();
  const patterns = new Map<string, Pattern<T>[]>();
  for (const route of routes) {
    const declaredPath = pathOf(route);
    if (declaredPath === undefined) continue;
    const declared = withoutTrailingSlashes(declaredPath);
    const { method } = route.registered.route;
    const segments = declared.split('/');
    if (!declared.includes(':')) {
      fixed.set(method + declared, { route, path: noArguments });
    } else {
      const key = bucketOf(method, segments);
      const bucket = patterns.get(key) ?? [];
      bucket.push({ route, declared, ...partsOf(segments) });
      patterns.set(key, bucket);
    }
  }
  for (const bucket of patterns.values()) bucket.sort((a, b) => (rankOf(a.declared) < rankOf(b.declared) ? -1 : 1));
  const recent = new RecentMap<FoundRoute<T>>(RECENT);
  return (method, path) => {
    const trimmed = path.endsWith('/') ? withoutTrailingSlashes(path) : path;
    const key = method + trimmed;
    const known = fixed.get(key) ?? recent.get(key);
    if (known) return known;
    const segments = trimmed.split('/');
    const pattern = patterns.get(bucketOf(method, segments))?.find(({ words }) => fits(words, segments));
    if (!pattern) return undefined;
    const found = { route: pattern.route, path: argumentsOf(pattern, segments) };
    if (key.length <= LONGEST) recent.set(key, found);
    return found;
  };
}

/**
 * Sort key of a declared path. A fixed last segment comes before a parameter (`…/options/all` before `…/options/:id`), and the
 * caller's own resource before an id (`/carts/mine/items/:itemId` before `/carts/:cartId/items/:itemId`).
 */
function rankOf(declared: string): string {
  return declared.replace(/\/(?=(?:mine|me)\/)/, '/!').replace(/:(?=[^/]*$)/, '~');
}

/** Routes of one method, length and second segment (behind the version) are searched together. */
function bucketOf(method: string, segments: readonly string[]): string {
  return `${method} ${segments.length} ${segments[2]}`;
}

function partsOf(segments: readonly string[]): Pick<Pattern<unknown>, 'words' | 'parameters'> {
  return {
    words: segments.map((part) => (part.startsWith(':') ? undefined : part)),
    parameters: segments.flatMap((part, at) => (part.startsWith(':') ? [[part.slice(1), at] as const] : [])),
  };
}

/** Called for a dozen patterns per request. */
function fits(words: Pattern<unknown>['words'], segments: readonly string[]): boolean {
  for (let i = 0; i < words.length; i++) {
    if (words[i] === undefined ? segments[i] === '' : words[i] !== segments[i]) return false;
  }
  return true;
}

function argumentsOf({ parameters }: Pick<Pattern<unknown>, 'parameters'>, segments: readonly string[]): PathArguments {
  const found: Record<string, string> = {};
  for (const [name, at] of parameters) found[name] = decodeUrlText(segments[at]!);
  return found;
}

function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end--;
  return path.slice(0, end);
}
