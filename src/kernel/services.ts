import type { Services } from './call.ts';
import type { ModuleManifest, ServiceDependencies } from './module.ts';
import { activeModules } from './register.ts';
import type { Edition } from './registry.ts';
import { inModuleAtOnce } from './vendor.ts';

/**
 * Checks that each module of an edition comes after the modules whose services it needs. Throws with the first module that does not, the
 * reason and the remedy.
 */
export function checkNeeds(modules: readonly ModuleManifest[], edition: Edition): void {
  const active = activeModules(modules, edition);
  const offered = new Set<string>();
  for (const one of active) {
    const missing = one.needs?.find((service) => !offered.has(service));
    if (missing) throw new Error(missingService(one, missing, modules, active));
    for (const service of Object.keys(one.services ?? {})) offered.add(service);
  }
}

function missingService(
  { name }: ModuleManifest,
  service: keyof Services,
  modules: readonly ModuleManifest[],
  active: readonly ModuleManifest[],
): string {
  const need = `the module ${name} needs the service ${service}`;
  const owner = modules.find(({ services }) => services && service in services);
  if (!owner) return `${need}, which no module offers: add the module that offers it to the list, before ${name}`;
  if (active.includes(owner)) {
    return `${need} of the module ${owner.name}, which starts later: move ${owner.name} before ${name} in the list of modules`;
  }
  return `${need} of the module ${owner.name}, which only the ${owner.edition} edition has: add that edition to the manifest of ${name}`;
}

/** Makes the services of each module, in order, and adds them to those in `dependencies`, which the next modules see. */
export function makeServices(modules: readonly ModuleManifest[], dependencies: ServiceDependencies): void {
  for (const { name: module, services = {} } of modules) {
    for (const [name, make] of Object.entries(services)) {
      const service = inModuleAtOnce(module, `when it makes its service ${name}`, () => make(dependencies));
      Object.assign(dependencies.services, { [name]: service });
    }
  }
}
