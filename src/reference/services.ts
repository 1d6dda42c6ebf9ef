import { isAllowed } from '../access/check.ts';
import type { Caller } from '../kernel/call.ts';
import { platformErrors } from '../kernel/errors.ts';
import type { RegisteredRoute, Registry } from '../kernel/registry.ts';

/**
 * The routes of the named services that the caller may call: `all`, or service names separated by commas. A service that does
 * not exist is refused; one without a route for this caller is refused as the route would be.
 */
export function selectRoutes(registry: Registry, services: string, caller: Caller): RegisteredRoute[] {
  const allowed = (r: RegisteredRoute): boolean => isAllowed(caller, r.route.access);
  if (services === 'all') return registry.routes.filter(allowed);
  const names = services.split(',').map((name) => name.trim());
  return names.flatMap((name) => {
    const ofService = registry.routes.filter((r) => r.route.service === name);
    if (ofService.length === 0) throw platformErrors.unknownService({ service: name });
    const open = ofService.filter(allowed);
    const [first] = ofService;
    if (open.length === 0 && first) {
      const { access } = first.route;
      throw platformErrors.notAuthorized({
        resources: access.kind === 'acl' ? access.resources.join(', ') : access.kind,
      });
    }
    return open;
  });
}
