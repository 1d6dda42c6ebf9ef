import { toSnakeCase } from '../../kernel/names.ts';
import type { RouteName } from '../../kernel/call.ts';
import { observers, type Observer } from './observers.ts';

/** The trigger of a hook: the name of its method, before or after the change. */
interface HookedMethod {
  /** The method, without the part that names the vendor. */
  readonly name: string;
  readonly isBefore: boolean;
  /** Permissions that callers of the hooked operations need, unless they act for themselves. */
  readonly permissions: readonly string[];
}

/** The method for an event name of the interface; undefined for an unknown one. */
export function readMethod(routes: readonly RouteName[], name: string, type: string): HookedMethod | undefined {
  const plain = plainName(name);
  if (plain.startsWith('observer.')) {
    const observer = observers.find((one) => `observer.${one.name}` === plain);
    const seen = routes.filter((one) => observersOfRoute(one).some((other) => other === observer));
    return observer && { name: plain, isBefore: observer.isBefore, permissions: permissionsOf(seen) };
  }
  const hooked = routes.filter((one) => one.route.method !== 'GET' && pluginName(one) === plain);
  return hooked.length > 0
    ? { name: plain, isBefore: type === 'before', permissions: permissionsOf(hooked) }
    : undefined;
}

function permissionsOf(routes: readonly RouteName[]): string[] {
  return routes.flatMap(({ route }) => route.access.resources ?? []);
}

/** `plugin.magento.quote.api.x.y` and `plugin.quote.api.x.y` are the same method. */
function plainName(name: string): string {
  return name.replace(/^plugin\.magento\./, 'plugin.');
}

/** The names of all methods that hooks can be put on, in order. */
export function hookedMethods(routes: readonly RouteName[]): string[] {
  const called = routes.filter(({ route }) => route.method !== 'GET').map(pluginName);
  return [...observers.map(({ name }) => `observer.${name}`), ...new Set(called)].sort();
}

const names = new WeakMap<RouteName, string>();

/** `Magento\Catalog\Api\ProductRepositoryInterface` and `save` → `plugin.catalog.api.product_repository.save`. */
export function pluginName(registered: RouteName): string {
  let name = names.get(registered);
  if (name === undefined) {
    const parts = [
      ...registered.serviceClass
        .replace(/Interface$/, '')
        .split('\\')
        .slice(1),
      registered.route.operation,
    ];
    names.set(registered, (name = `plugin.${parts.map(toSnakeCase).join('.')}`));
  }
  return name;
}

/** The observers that see calls of a route. */
export function observersOfRoute({ serviceClass, route }: RouteName): readonly Observer[] {
  const key = `${serviceClass}::${route.operation}`;
  return observers.filter(({ operations }) => operations.includes(key));
}

/** The observers that see a mutation. */
export function observersOfMutation(name: string): readonly Observer[] {
  return observers.filter(({ mutations }) => Object.hasOwn(mutations, name));
}
