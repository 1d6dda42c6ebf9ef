import type { Contributions } from './call.ts';
import { composeTypes } from './compose-types.ts';
import { isPathOf, pathsOf } from './entity.ts';
import type { ModuleManifest } from './module.ts';
import type { Edition, RegisteredRoute, Registry } from './registry.ts';
import { isAtLeast } from './release.ts';
import { pathParameters, type AnyRoute, type ForcedValues } from './route.ts';
import { namespaceOf } from './vendor.ts';

/** The modules of an edition. */
export function activeModules(modules: readonly ModuleManifest[], edition: Edition): readonly ModuleManifest[] {
  return modules.filter((one) => !one.edition || one.edition === edition);
}

/** Collects the modules of an edition and release, and derives the names of their routes. */
export function buildRegistry(modules: readonly ModuleManifest[], edition: Edition, release: string): Registry {
  const active = activeModules(modules, edition);
  const compose = composeTypes(active);
  const routes = active.flatMap((m) =>
    (m.routes ?? []).filter((r) => isServed(r, edition, release)).map((r) => register(compose(r), m.name, release)),
  );
  const byTopic = new Map(routes.flatMap((r) => (r.topic ? [[r.topic, r] as const] : [])));
  const forced: Partial<ForcedValues> = {};
  for (const m of active) Object.assign(forced, m.forced);
  return { edition, release, routes, byTopic, ...collectContributions(active), forced };
}

function isServed(route: AnyRoute, edition: Edition, release: string): boolean {
  if (route.edition && route.edition !== edition) return false;
  return !route.release || isAtLeast(release, route.release);
}

/** First release with asynchronous and bulk DELETE. */
const DELETE_ASYNCHRONOUS = '2.4.0';

function register(route: AnyRoute, module: string, release: string): RegisteredRoute {
  const serviceClass = route.serviceClass ?? deriveServiceClass(module, route.service);
  const isTaken = route.method === 'DELETE' ? isAtLeast(release, DELETE_ASYNCHRONOUS) : route.method !== 'GET';
  const asynchronous = isTaken && route.asynchronous !== false;
  const parameters = pathParameters(route.path).map((name) => {
    const type = route.input[name] ?? route.overrides?.[name];
    if (!type)
      throw new Error(`${route.method} ${route.path}: path parameter ${name} is neither an argument nor an override`);
    return { name, type, override: !route.input[name] };
  });
  for (const path of route.entity ? pathsOf(route.entity) : []) {
    if (!isPathOf(route.input, path)) throw new Error(`${route.method} ${route.path}: ${path} names no argument`);
  }
  return {
    route,
    module,
    serviceClass,
    parameters,
    topic: asynchronous
      ? `async.${serviceClass.replaceAll('\\', '.')}.${route.operation}.${route.method}`.toLowerCase()
      : undefined,
    bulkPath: asynchronous
      ? route.path.replace(/:(\w)(\w*)/g, (_, a: string, b: string) => `by${a.toUpperCase()}${b}`)
      : undefined,
  };
}

/**
 * `catalogProductRepositoryV1` of module Catalog → `Magento\Catalog\Api\ProductRepositoryInterface`. A service may name another
 * interface module: `inventoryApiSourceRepositoryV1` → `Magento\InventoryApi\Api\SourceRepositoryInterface`.
 */
function deriveServiceClass(module: string, service: string): string {
  const [, owner, name] = /^(\w+?Api)([A-Z]\w*?)V\d+$/.exec(service) ?? [];
  if (owner) return `Magento\\${owner.charAt(0).toUpperCase()}${owner.slice(1)}\\Api\\${name}Interface`;
  const ownName = module.replace('_', '');
  const prefix = ownName.charAt(0).toLowerCase() + ownName.slice(1);
  if (!service.startsWith(prefix)) throw new Error(`${service} does not start with ${prefix}: name its serviceClass`);
  return `${namespaceOf(module)}\\Api\\${service.slice(prefix.length).replace(/V\d+$/, '')}Interface`;
}

function collectContributions(modules: readonly ModuleManifest[]): Pick<Registry, 'contributions' | 'contributors'> {
  const all: Record<string, unknown[]> = {};
  const contributors = new Map<unknown, string>();
  for (const m of modules) {
    for (const [point, values = []] of Object.entries<readonly unknown[] | undefined>(m.contributes ?? {})) {
      (all[point] ??= []).push(...values);
      for (const value of values) contributors.set(value, m.name);
    }
  }
  // A point without contributions is an empty list, so that readers need no check.
  const contributions = new Proxy(all, {
    get: (target, point) => target[point as string] ?? [],
  }) as unknown as Contributions;
  return { contributions, contributors };
}
