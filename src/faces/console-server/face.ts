import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { admit } from '../../platform/execution/admit.ts';
import { decode } from '../../platform/execution/decode.ts';
import { perform } from '../../platform/execution/life.ts';
import { planOf } from '../../platform/execution/plan.ts';
import type { Face } from '../../kernel/faces.ts';
import { isRecord } from '../../kernel/fields.ts';
import { buildRegistry } from '../../kernel/register.ts';
import type { RegisteredRoute, Registry } from '../../kernel/registry.ts';
import { system } from '../../kernel/system.ts';
import { isVendorModule } from '../../kernel/vendor.ts';
import { consolePages } from './pages.ts';
import { sessionRoutesOf } from './session-routes.ts';

type FaceHost = Parameters<Face>[1];
/** Largest body of a call of the console, in bytes. */
const LARGEST_BODY = 1 << 20;

/** The console: its pages and its own routes; absent if SOUK_CONSOLE is 0. */
export const consoleFace: Face = async (app, host) => {
  const { settings } = host.platform;
  if (!settings.console) return;
  await consolePages(app, host.platform.registry);
  sessionRoutesOf(app, host);
  const { contributions, contributors } = host.platform.registry;
  // Services of the repository are named after the console, those of vendors after their modules.
  const byModule = Map.groupBy(contributions.consoleRoutes, (one) => {
    const module = contributors.get(one);
    return module !== undefined && isVendorModule(module) ? module : 'Console';
  });
  const modules = [...byModule].map(([name, routes]) => ({ name, routes }));
  const registry = buildRegistry(modules, settings.edition, settings.release);
  for (const registered of registry.routes) serve(app, host, registry, registered);
};

/** Has a route of the console lead the life of every call; it is not one of the interface, and has no other forms. */
function serve(app: FastifyInstance, host: FaceHost, registry: Registry, registered: RegisteredRoute): void {
  const plan = planOf(registry, registered);
  const { method, path } = registered.route;
  app.route({
    method,
    url: path,
    bodyLimit: LARGEST_BODY,
    handler: async (request, reply) => {
      const admitted = await admit(
        host.platform,
        { authenticate: () => host.authenticate(request) },
        {
          plan,
          scope: system.scope,
          facts: { method, url: request.url, headers: request.headers, address: request.ip },
          isSecure: request.protocol === 'https',
          response: headOf(reply),
          isGone: () => reply.raw.destroyed,
          reference: request.id,
        },
      );
      const decoded = await decode(admitted, { path: parametersOf(request), rest: sentWith(request) }, 'synchronous');
      const result = await perform(admitted, decoded, (value) => plan.encode(value, undefined));
      return reply
        .header('cache-control', 'no-store')
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(result ?? null));
    },
  });
}

function headOf(reply: FastifyReply) {
  return { setHeader: (name: string, value: string | number) => void reply.header(name, value) };
}

function parametersOf({ params }: FastifyRequest): Record<string, string> {
  return params as Record<string, string>;
}

function sentWith({ query, body }: FastifyRequest): Record<string, unknown> {
  return { ...(isRecord(query) && query), ...(isRecord(body) && !Array.isArray(body) && body) };
}
