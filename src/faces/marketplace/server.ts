import { cut } from '../../kernel/cut-text.ts';
import type { Worker } from '../../kernel/module.ts';
import type { Platform, Settings } from '../../kernel/platform.ts';
import { startRepeating } from '../../kernel/repeating.ts';
import { system } from '../../kernel/system.ts';
import { drainOf, drainTogether, type Drain } from '../webapi/drain.ts';
import { healthRoutes } from '../webapi/health.ts';
import { addressOf, listenerOptions, plainAddress } from '../webapi/listener.ts';
import { faceHeaders, strictTransport } from '../webapi/security-headers.ts';
import { healthPaths, respond, type SubmissionService } from './respond.ts';
import { environments, type Environment } from './environments.ts';
import { forgetExpired } from './tokens.ts';

/** The servers of the environments that are on; none where no port is set. */
interface MarketplaceServer {
  /** Their end, to be gone through before `close`. */
  readonly drain: Drain;
  close(): Promise<void>;
}

/** Dependencies from the composition root. */
interface MarketplaceDependencies extends Pick<SubmissionService, 'limiter' | 'metrics'> {
  /** Why calls cannot be served: an error or a text; undefined: they can. */
  fault(): Promise<unknown>;
}

/** Milliseconds between two looks for tokens that have expired. */
const SWEEP = 60_000;

/** An environment that has a port. */
interface ServedEnvironment {
  readonly environment: Environment;
  readonly port: number;
  /** `http://host:port` */
  readonly address: string;
}

/** The environments that have a port. */
export function servedEnvironments({
  host,
  marketplacePorts,
}: Pick<Settings, 'host' | 'marketplacePorts'>): ServedEnvironment[] {
  return environments.flatMap((environment) => {
    const port = marketplacePorts[environment];
    return port === 0 ? [] : [{ environment, port, address: addressOf(host, port) }];
  });
}

/** Serves the package-submission interface: each environment that has a port, at that port. */
export async function startMarketplace(
  platform: Platform,
  dependencies: MarketplaceDependencies,
): Promise<MarketplaceServer> {
  const on = servedEnvironments(platform.settings);
  const servers = await Promise.all(
    on.map(async ({ environment, port }) => {
      const app = await createApp(platform, environment, dependencies);
      const drain = drainOf(app.server);
      await app.listen({ host: platform.settings.host, port });
      return { app, drain };
    }),
  );
  const sweeping = on.length > 0 ? startSweeping(platform) : undefined;
  return {
    drain: drainTogether(servers.map(({ drain }) => drain)),
    async close() {
      await Promise.all(servers.map(({ app }) => app.close()));
      await sweeping?.stop();
    },
  };
}

/** The server of one environment, before it listens. */
async function createApp(
  platform: Platform,
  environment: Environment,
  { fault, limiter, metrics }: MarketplaceDependencies,
) {
  const { settings } = platform;
  const { fastify } = await import('fastify');
  const app = fastify({
    ...(await listenerOptions(platform)),
    // The server finds its own routes, because a path that cannot be decoded also has to be 404.
    rewriteUrl: ({ url = '' }) => (healthPaths.has(pathOf(url)) ? url : '/'),
  });
  const service: SubmissionService = { platform, environment, limiter, metrics };
  app.server.on('checkContinue', (request, response) => app.server.emit('request', request, response));
  app.addHook('onRequest', faceHeaders(settings, ''));
  app.addHook('onRequest', (request, reply, done) => {
    const { raw, method } = request;
    const path = pathOf(request.originalUrl);
    if (healthPaths.has(path) && (method === 'GET' || method === 'HEAD')) {
      done();
      return;
    }
    // As soon as it is there: the order of checks is ours, and the body is read when it is asked for.
    reply.hijack();
    const transport = strictTransport(settings, request.protocol === 'https');
    if (transport) reply.raw.setHeader('strict-transport-security', transport);
    const address = plainAddress(request.ip);
    const startedAt = performance.now();
    void respond(service, { request: raw, response: reply.raw, method, path, id: request.id, address, startedAt });
  });
  await app.register((routes) => healthRoutes(routes, { fault }));
  return app;
}

/** The path of a request without its query. */
function pathOf(url: string): string {
  return cut(url, '?')[0];
}

/** Has expired tokens deleted now and then, so that no call waits for it. */
function startSweeping(platform: Platform): Worker {
  return startRepeating({
    interval: SWEEP,
    turn: () => forgetExpired(platform.newCall(system.caller, system.scope)),
    failed: (error) => platform.log.warn({ err: error }, 'expired session tokens were not deleted'),
  });
}
