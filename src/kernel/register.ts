import type { Contributions } from './call.ts';
import type { ModuleManifest } from './module.ts';
import type { Edition, RegisteredRoute, Registry } from './registry.ts';
import { isAtLeast } from './release.ts';
import { pathParameters, type AnyRoute } from './route.ts';

/** The modules that an edition has. */
export function activeModules(modules: readonly ModuleManifest[], edition: Edition): readonly ModuleManifest[] {
  return modules.filter((one) => !one.edition || one.edition === edition);
}

/** Collects the modules of an edition and release and derives from each route what belongs to it. */
export function buildRegistry(modules: readonly ModuleManifest[], edition: Edition, release: string): Registry {
  const active = activeModules(modules, edition);
  for (const m of active) {
    for (const { type, fields } of m.extends ?? []) Object.assign(type.fields, fields);
  }
  const routes = active.flatMap((m) =>
    (m.routes ?? []).filter((r) => isServed(r, edition, release)).map((r) => register(r, m.name)),
  );
  const byTopic = new Map(routes.flatMap((r) => (r.topic ? [[r.topic, r] as const] : [])));
  return { edition, release, routes, byTopic, contributions: collectContributions(active) };
}

function isServed(route: AnyRoute, edition: Edition, release: string): boolean {
  if (route.edition && route.edition !== edition) return false;
  return !route.release || isAtLeast(release, route.release);
}

function register(route: AnyRoute, module: string): RegisteredRoute {
  const serviceClass = route.serviceClass ?? deriveServiceClass(module, route.service);
  const asynchronous = route.asynchronous ?? route.method !== 'GET';
  const parameters = pathParameters(route.path).map((name) => {
    const type = route.input[name] ?? route.overrides?.[name];
    if (!type)
      throw new Error(`${route.method} ${route.path}: path parameter ${name} is neither an argument nor an override`);
    return { name, type, override: !route.input[name] };
  });
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

/** `catalogProductRepositoryV1` of module Catalog → `Magento\Catalog\Api\ProductRepositoryInterface`. */
function deriveServiceClass(module: string, service: string): string {
  const prefix = module[0]!.toLowerCase() + module.slice(1);
  if (!service.startsWith(prefix)) throw new Error(`${service} does not start with ${prefix}: name its serviceClass`);
  return `Magento\\${module}\\Api\\${service.slice(prefix.length).replace(/V\d+$/, '')}Interface`;
}

function collectContributions(modules: readonly ModuleManifest[]): Contributions {
  const all: Record<string, unknown[]> = {};
  for (const m of modules) {
    for (const [point, values] of Object.entries(m.contributes ?? {}) as [string, unknown[]][]) {
      (all[point] ??= []).push(...values);
    }
  }
  // A point that nobody adds to is an empty list, so that readers need no check.
  return new Proxy(all, { get: (target, point) => target[point as string] ?? [] }) as unknown as Contributions;
}
