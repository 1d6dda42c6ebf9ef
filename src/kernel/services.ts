import type { ModuleManifest, ServiceDependencies } from './module.ts';

/** Makes the services of each module, in order, and adds them to those in `dependencies`, which the next modules see. */
export function makeServices(modules: readonly ModuleManifest[], dependencies: ServiceDependencies): void {
  for (const { services = {} } of modules) {
    for (const [name, make] of Object.entries(services)) {
      Object.assign(dependencies.services, { [name]: make(dependencies) });
    }
  }
}
