/**
 * What groups and methods of the client are called. Both follow from the service and operation of a route: once for the
 * compiler, and once for the table that the client is built with. A test holds them together.
 *
 * - The group is the service without its module and version; a repository, and what else is about the same records (management,
 *   list, service), by the plural of what it keeps: `catalogProductRepositoryV1` is `products`, `salesOrderManagementV1` `orders`,
 *   `salesShipOrderV1` `shipOrder`. A list whose operation the repository or management has too stays a list:
 *   `checkoutAgreementsList`.
 * - Where an earlier module has a group of that name, it begins with the module: `catalogAttributeSets` beside those of eav.
 * - The method is the operation, `getList` being `list`, and `getById` and the like `get` and `delete`.
 */

/** What the rule needs to know of a module. */
export interface NamedModule {
  readonly name: string;
  readonly routes?: readonly NamedRoute[];
}
interface NamedRoute {
  readonly service: string;
  readonly operation: string;
}

/** The method of a route. */
export type MethodName<N extends string> = N extends 'getList'
  ? 'list'
  : N extends `${infer Verb extends 'get' | 'delete'}By${'Id' | 'Identifier'}`
    ? Verb
    : N;

/** As the type of this name. */
export function methodName(operation: string): string {
  if (operation === 'getList') return 'list';
  return operation.replace(/^(get|delete)By(?:Id|Identifier)$/, '$1');
}

type Unversioned<S extends string> = S extends `${infer Name}V${1 | 2 | 3}` ? Name : S;

/** A service without its module and version, beginning with a capital. */
type Stem<M extends string, S extends string> =
  Unversioned<S> extends `${Uncapitalize<M>}${infer Rest}` ? (Rest extends '' ? M : Rest) : Capitalize<Unversioned<S>>;

function stem(module: string, service: string): string {
  const name = service.replace(/V\d$/, '');
  const prefix = uncapitalize(module);
  return capitalize(name.startsWith(prefix) ? name.slice(prefix.length) || module : name);
}

type Plural<S extends string> = S extends `${string}${'ss' | 'x' | 'ch' | 'sh'}`
  ? `${S}es`
  : S extends `${string}${'s' | 'Information'}`
    ? S
    : S extends `${string}${'a' | 'e' | 'o' | 'u'}y`
      ? `${S}s`
      : S extends `${infer Root}y`
        ? `${Root}ies`
        : `${S}s`;

function plural(word: string): string {
  if (/(?:ss|x|ch|sh)$/.test(word)) return `${word}es`;
  if (/(?:s|Information)$/.test(word)) return word;
  return /[^aeou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`;
}

/** The name of a group by itself; `K`: `service.operation` of all routes of its module. */
type OwnGroup<M extends string, S extends string, N extends string, K extends string> = Uncapitalize<
  Stem<M, S> extends `${infer Records}${'Repository' | 'Management' | 'Service'}`
    ? Plural<Records>
    : Stem<M, S> extends `${infer Records}List`
      ? Unversioned<S> extends `${infer Begin}List`
        ? Extract<K, `${Begin}${'Repository' | 'Management'}V${string}.${N}`> extends never
          ? Plural<Records>
          : Stem<M, S>
        : never
      : Stem<M, S>
>;

function ownGroup(module: NamedModule, { service, operation }: NamedRoute): string {
  const name = stem(module.name, service);
  const [, records, kind] = /^(.+)(Repository|Management|Service|List)$/.exec(name) ?? [];
  if (!records) return uncapitalize(name);
  const begin = service.replace(/ListV\d$/, '');
  const hasOperation = (module.routes ?? []).some(
    (other) =>
      other.operation === operation &&
      [`${begin}Repository`, `${begin}Management`].includes(unversioned(other.service)),
  );
  return uncapitalize(kind === 'List' && hasOperation ? name : plural(records));
}

type RoutesOf<M> = M extends { readonly routes?: readonly (infer R)[] } ? R : never;
/** `service.operation` of all routes. */
type Keys<R> = R extends NamedRoute ? `${R['service']}.${R['operation']}` : never;
type OwnGroups<M extends string, R, K extends string> = R extends NamedRoute
  ? OwnGroup<M, R['service'], R['operation'], K>
  : never;

/** By module, the names that groups of earlier modules have. */
export type TakenNames<
  Ms extends readonly NamedModule[],
  T extends string = never,
  All = unknown,
> = Ms extends readonly [infer M extends NamedModule, ...infer Rest extends readonly NamedModule[]]
  ? TakenNames<Rest, T | OwnGroups<M['name'], RoutesOf<M>, Keys<RoutesOf<M>>>, All & Readonly<Record<M['name'], T>>>
  : All;

type Free<M extends string, G extends string, T> = G extends T ? `${Uncapitalize<M>}${Capitalize<G>}` : G;

/** A route with the names of its group and method. */
export interface Entry<G extends string, N extends string, R> {
  readonly group: G;
  readonly method: N;
  readonly route: R;
}

/** The routes of modules with their names; `T`: `TakenNames` of all modules. */
export type Entries<M, T> = M extends NamedModule
  ? EntriesOf<M['name'], RoutesOf<M>, Keys<RoutesOf<M>>, M['name'] extends keyof T ? T[M['name']] : never>
  : never;

type EntriesOf<M extends string, R, K extends string, T> = R extends NamedRoute
  ? Entry<Free<M, OwnGroup<M, R['service'], R['operation'], K>, T>, MethodName<R['operation']>, R>
  : never;

/** The routes of modules with the names of their groups and methods, in order. */
export function namedRoutes<R extends NamedRoute>(
  modules: readonly { readonly name: string; readonly routes?: readonly R[] }[],
): Entry<string, string, R>[] {
  const taken = new Set<string>();
  return modules.flatMap((module) => {
    const own = (module.routes ?? []).map((route) => ({ route, group: ownGroup(module, route) }));
    const entries = own.map(({ route, group }) => ({
      group: taken.has(group) ? uncapitalize(module.name) + capitalize(group) : group,
      method: methodName(route.operation),
      route,
    }));
    for (const { group } of own) taken.add(group);
    return entries;
  });
}

function unversioned(service: string): string {
  return service.replace(/V\d$/, '');
}

function uncapitalize(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
