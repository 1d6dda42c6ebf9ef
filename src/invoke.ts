import type { Call } from './kernel/call.ts';
import type { Registry } from './kernel/registry.ts';

/**
 * Calls a route's handler by service and operation, as an asynchronous operation would, but at once and in the given call.
 * `input` has to be decoded already. For what drives the platform from inside: imports, demo data.
 */
export async function invoke(
  registry: Registry,
  call: Call,
  service: string,
  operation: string,
  input: Record<string, unknown>,
): Promise<unknown> {
  const found = registry.routes.find((r) => r.route.service === service && r.route.operation === operation);
  if (!found) throw new Error(`no route for ${service}.${operation} in this edition`);
  return found.route.handle(input as never, call);
}
