import { mayCall } from '../../platform/access/check.ts';
import type { Caller, ConfigurationReader } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
import type { RegisteredRoute, Registry } from '../../kernel/registry.ts';

/**
 * The routes of the named services that the caller may call: `all`, or service names separated by commas. A service that does
 * not exist is refused; one without a route for this caller has nothing to show.
 */
export function selectRoutes(
  { registry, config }: { registry: Registry; config: ConfigurationReader },
  services: string,
  caller: Caller,
): RegisteredRoute[] {
  const allowed = (r: RegisteredRoute): boolean => mayCall(caller, r.route, config);
  if (services === 'all') return registry.routes.filter(allowed);
  const names = services.split(',').map((name) => name.trim());
  return names.flatMap((name) => {
    const ofService = registry.routes.filter((r) => r.route.service === name);
    if (ofService.length === 0) throw platformErrors.unknownService({ service: name });
    return ofService.filter(allowed);
  });
}
