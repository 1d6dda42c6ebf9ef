import { compileArguments } from '../kernel/arguments.ts';
import type { Call } from '../kernel/call.ts';
import type { DecodeContext } from '../kernel/decode.ts';
import type { Platform } from '../kernel/platform.ts';
import type { RegisteredRoute } from '../kernel/registry.ts';
import { system } from '../kernel/system.ts';

/** Calls a route by its service and operation, with arguments as on the wire; gives what the route answers. */
export type Inside = (
  service: string,
  operation: string,
  input?: Readonly<Record<string, unknown>>,
) => Promise<unknown>;

/**
 * A caller within the process who may do everything, for what fills an installation. Arguments are decoded and checked as those
 * of a request are; a route that writes has a transaction of its own. Of several routes for an operation it takes the first
 * that asks for nothing besides `input`.
 */
export function callInside(platform: Platform): Inside {
  const { registry, services } = platform;
  const context: DecodeContext = { attributeType: (entity, code) => services.eav.attributeType(entity, code) };
  return async (service, operation, input = {}) => {
    const isMeant = ({ route, parameters }: RegisteredRoute): boolean =>
      route.service === service && route.operation === operation && parameters.every(({ name }) => name in input);
    const found = registry.routes.find(isMeant);
    if (!found) throw new Error(`no route for ${service}.${operation} in this edition`);
    const decoded = (await compileArguments(found, registry)({ path: {}, rest: input }, context)) as never;
    const call = platform.newCall(system.caller, system.scope);
    const { route } = found;
    const handle = (own: Call): Promise<unknown> | unknown => route.handle(decoded, own);
    if (route.method === 'GET' || route.transaction === false) return handle(call);
    return call.transaction(async (own) => handle(own));
  };
}
