import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { authenticate } from '../platform/access/authenticate.ts';
import { ensureFirstAdmin } from '../platform/access/users.ts';
import { writeSettings } from '../faces/control/configuration.ts';
import { signBySessionCookie } from '../faces/console-server/session-cookie.ts';
import { controlPlane } from '../faces/control/plugin.ts';
import { seedDemo } from '../faces/demo/seed.ts';
import { acceptOperations } from '../platform/operation-queue/accept.ts';
import { brokerOf } from '../platform/operation-queue/brokers.ts';
import { createConsumer, type Consumer } from '../platform/operation-queue/consumer.ts';
import { queueFigures } from '../platform/operation-queue/status.ts';
import { AsyncResponse } from '../platform/operation-queue/types.ts';
import { createRequestLimiter, type RequestLimiter } from '../platform/limits/requests.ts';
import { readWholeMails } from '../platform/mail/archive.ts';
import { startMarketplace } from '../faces/marketplace/server.ts';
import { answerPeers } from './processes/member.ts';
import type { Peers } from './processes/peers.ts';
import { overviewRoutes } from '../faces/overview/face.ts';
import { startOverview } from '../faces/overview/recorder.ts';
import { startErrorCounter } from '../faces/inspector/error-groups.ts';
import { startRecorder } from '../faces/inspector/recorder.ts';
import { docsPages } from '../faces/reference/docs-pages.ts';
import { createSchemaRoute, referencePages } from '../faces/reference/plugin.ts';
import { startPage } from '../faces/reference/start-page.ts';
import type { Souk } from './souk.ts';
import { startFileWorker } from '../storage/files/media.ts';
import { mediaPages } from '../faces/media/pages.ts';
import { requestGate, type RequestGate } from '../faces/webapi/request-gate.ts';
import { snapshotErrors } from '../storage/snapshots.ts';
import { drainOf, drainTogether } from '../faces/webapi/drain.ts';
import { createWebApi } from '../faces/webapi/app.ts';
import { healthRoutes, metricsRoute } from '../faces/webapi/health.ts';
import type { ModuleManifest, Worker } from '../kernel/module.ts';
import type { Platform } from '../kernel/platform.ts';
import { inModuleAtOnce, isVendorModule } from '../kernel/vendor.ts';
import { servedDeclarations } from '../faces/graphql/released.ts';
import { addressOf } from '../faces/webapi/listener.ts';
import type { MeasuredGraphQL } from '../faces/graphql/measured.ts';
import { createMetrics, createProcessMetrics, type ProcessMetrics } from '../faces/webapi/metrics.ts';
import type { WebApiDependencies } from '../faces/webapi/dependencies.ts';

/** A server that listens. */
export interface Server {
  /** `http://host:port` */
  readonly address: string;
  /**
   * Lets running requests and operations finish, then ends. For `grace` milliseconds before that, the server still takes new
   * requests but reports that it is not ready, so that a load balancer stops sending them in time.
   */
  stop(grace?: number): Promise<void>;
}

/** Which part a server has among the processes of its machine. */
interface ServerOptions {
  /** Whether operations are executed in this process. */
  readonly consumer: boolean;
  /** The processes that serve together with this one. */
  readonly peers: Peers;
}

/** Serves the platform. */
export async function startServer(souk: Souk, { consumer: consumes, peers }: ServerOptions): Promise<Server> {
  const { platform } = souk;
  const broker = brokerOf(platform);
  const counted = createProcessMetrics({ storage: souk.storage, tracing: platform.tracing });
  const installation = souk.modules.flatMap((one) => one.metrics ?? []);
  const metrics = createMetrics({
    platform,
    storage: souk.storage,
    installation,
    processes: () => peers.ask('metrics', undefined),
  });
  const consumer = consumes ? createConsumer(platform) : undefined;
  answerPeers(peers, souk, consumer);
  peers.answer('metrics', () => counted.text());
  const identify: WebApiDependencies['authenticate'] = (request) => authenticate(platform, request);
  const limits = shareLimits(createRequestLimiter(platform.config), peers);
  /** The phase of the server that keeps it from being ready. */
  let state: string | undefined = 'The server is starting.';
  const fault = async (): Promise<unknown> => state ?? (await databaseFault(souk));
  const guards = souk.modules.flatMap(({ name, guards: factories = [] }) =>
    factories.map((guard) => inModuleAtOnce(name, 'when it makes its guard', () => guard(platform))),
  );
  const gate = { authenticate: identify, guards, limiter: limits.limiter };
  const declarations = servedDeclarations(
    souk.modules.flatMap(({ graphql = [] }) => graphql),
    { ...platform.registry, storefrontPackage: platform.settings.storefrontPackage },
  );
  const overview = startOverview(platform);
  const recorder = startRecorder(platform);
  const errors = startErrorCounter(platform);
  const count: ProcessMetrics['request'] = (labels, seconds) => {
    counted.request(labels, seconds);
    overview.request(labels, seconds);
  };
  // The overview names operations in place of the one route that they share.
  const countGraphQL = ({ method, path, status, ...labels }: MeasuredGraphQL, seconds: number): void => {
    counted.request({ method, route: path, status }, seconds);
    counted.graphql({ path, ...labels }, seconds);
    overview.request({ method, route: `${path} ${labels.operation}`, status: overviewStatus(status, labels) }, seconds);
  };
  const serveMetrics = (app: FastifyInstance): Promise<void> =>
    metricsRoute(app, { metrics, token: platform.settings.metricsToken });
  const app = await createWebApi(platform, {
    ...gate,
    accept: (acceptance) => acceptOperations(platform, acceptance),
    schema: createSchemaRoute(platform, AsyncResponse),
    watch: recorder.watch,
    metrics: { request: count },
    failed: errors.note,
    faces: [
      // Loaded by servers only, so that commands start sooner.
      async (app) =>
        (await import('../faces/graphql/plugin.ts')).graphqlRoutes(app, {
          platform,
          gate,
          declarations,
          services: souk.modules.flatMap(({ graphqlServices = [] }) => graphqlServices),
          watch: recorder.watch,
          measured: countGraphQL,
          failed: errors.note,
        }),
      (app) => healthRoutes(app, { fault }),
      ...(platform.settings.metricsPort === 0 ? [serveMetrics] : []),
      (app) => mediaPages(app, souk.files, platform),
      ofCurrentValues(platform, [
        (app) => referencePages(app, { platform, acceptance: AsyncResponse, authenticate: identify }),
        (app) => overviewRoutes(app, { platform, authenticate: identify, installation }),
        docsPages,
        (app) => startPage(app, platform),
        ...souk.modules
          .flatMap(({ faces = [] }) => faces)
          .map((face) => (app: FastifyInstance) => face(app, { platform, authenticate: identify })),
        ...(platform.settings.controlPlane ? [(app: FastifyInstance) => control(app, souk, peers)] : []),
      ]),
    ],
  });
  const { settings } = platform;
  if (settings.controlPlane) answerHolding(peers, souk, requestGate(app.server), consumer);
  // Before every face, so that all of them see the request as signed.
  if (settings.console) {
    app.server.prependListener('request', (request: IncomingMessage) => signBySessionCookie(request, settings));
  }
  const ownDrain = drainOf(app.server);
  await app.listen({ host: settings.host, port: settings.port });
  const { port } = app.server.address() as { port: number };
  const address = addressOf(settings.host, port);
  souk.setAddress(address);
  const marketplace = await startMarketplace(platform, { fault, limiter: limits.limiter, metrics: counted });
  const metricsServer = await startMetricsServer(platform, serveMetrics);
  const drain = drainTogether([ownDrain, marketplace.drain]);
  await broker.start();
  consumer?.start();
  const workers = [
    startFileWorker(platform, souk.files),
    ...souk.modules.flatMap((one) => startWorkers(one, platform)),
  ];
  state = undefined;
  return {
    address,
    stop: async (grace = 0) => {
      state = 'The server is stopping.';
      const others = Promise.all(
        [consumer, overview, recorder, errors, ...workers].map(async (one) => await one?.stop()),
      );
      drain.begin();
      await sleep(grace);
      await peers.leave();
      await drain.stopListening();
      await drain.finish();
      await app.close();
      await marketplace.close();
      await metricsServer?.close();
      limits.stop();
      await others;
      await broker.close();
    },
  };
}

/** Status of a GraphQL request in the overview: clients get errors with status 200. */
function overviewStatus(status: number, { result, categories }: Pick<MeasuredGraphQL, 'result' | 'categories'>) {
  if (status >= 400 || result === 'complete') return status;
  return categories.includes('internal') ? 500 : 400;
}

/** Serves the metrics on their own port, if one is set. */
async function startMetricsServer(
  { settings }: Platform,
  serve: (app: FastifyInstance) => Promise<void>,
): Promise<FastifyInstance | undefined> {
  if (settings.metricsPort === 0) return undefined;
  const { fastify } = await import('fastify');
  const app = fastify();
  await app.register(serve);
  await app.listen({ host: settings.host, port: settings.metricsPort });
  return app;
}

/** Starts the workers of a module. One of a vendor's module that fails to start is logged; the server goes on without it. */
function startWorkers({ name, workers = [] }: ModuleManifest, platform: Platform): Worker[] {
  return workers.flatMap((start) => {
    try {
      return [start(platform)];
    } catch (error) {
      if (!isVendorModule(name)) throw error;
      platform.log.error({ err: error, module: name }, 'a worker of the module does not start');
      return [];
    }
  });
}

type ServedFace = (app: FastifyInstance) => Promise<void>;

/** Has faces answer by cached values that are current; files of the program need none. */
function ofCurrentValues({ caches }: Platform, faces: readonly ServedFace[]): ServedFace {
  return async (app) => {
    app.addHook('onRequest', async ({ routeOptions }) => {
      if (!routeOptions.config.isFile) await caches.refresh();
    });
    for (const face of faces) await app.register(face);
  };
}

/** Interval at which the processes of a machine exchange their counts, in milliseconds. */
const TELLING = 200;

/** Makes the limits of requests hold for the processes of this machine together. */
function shareLimits(limiter: RequestLimiter, peers: Peers): { limiter: RequestLimiter; stop(): void } {
  peers.answer('spent', ({ from, spent }) => {
    if (from !== process.pid) limiter.add(spent);
  });
  const timer = setInterval(() => {
    const spent = limiter.take();
    if (spent.length > 0) void peers.ask('spent', { from: process.pid, spent });
  }, TELLING).unref();
  return { limiter, stop: () => clearInterval(timer) };
}

/** How long running changes may take before a snapshot, in milliseconds; shorter than the patience of peers. */
const HOLD_PATIENCE = 4000;

/** Lets the peers hold back this process, so that no change runs while a snapshot is taken or restored. */
function answerHolding(peers: Peers, souk: Souk, gate: RequestGate, consumer: Consumer | undefined): void {
  let resumes = false;
  peers.answer('hold', async () => {
    if (!(await gate.close(HOLD_PATIENCE))) return false;
    resumes ||= consumer?.isPaused === false;
    await consumer?.pause();
    return true;
  });
  peers.answer('release', async () => {
    await souk.platform.caches.refresh();
    if (resumes) consumer?.resume();
    resumes = false;
    gate.open();
  });
}

/** Runs work while no process of the server changes anything. Throws a retriable error where changes do not end. */
async function whileHeld<T>(peers: Peers, work: () => Promise<T>): Promise<T> {
  const held = await peers.ask('hold', undefined);
  try {
    if (held.includes(false)) throw snapshotErrors.busy();
    return await work();
  } finally {
    await peers.ask('release', undefined);
  }
}

/** The fault of the database; undefined when it works. */
export async function databaseFault({ storage, platform }: Souk): Promise<unknown> {
  const fault = await storage.fault(platform.settings.readyTimeout * 1000);
  if (fault !== undefined) platform.log.warn({ err: fault }, 'not ready');
  return fault;
}

function control(app: FastifyInstance, souk: Souk, peers: Peers): Promise<void> {
  const { settings } = souk.platform;
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work);
    last = next.catch(() => {});
    return next;
  };
  return controlPlane(app, settings.controlToken, {
    setClock: async (moment) => void (await peers.ask('clock', moment?.toISOString() ?? null)),
    now: () => souk.clock.now(),
    reset: async () => {
      await peers.ask('pause', undefined);
      await souk.reset();
      await ensureFirstAdmin(souk.systemCall(), settings.adminUser, settings.adminPassword);
      await peers.ask('resume', undefined);
    },
    snapshots: {
      take: (name) => inTurn(() => whileHeld(peers, () => souk.snapshots.take(name))),
      restore: (name) => inTurn(() => whileHeld(peers, () => souk.snapshots.restore(name))),
      list: () => souk.snapshots.list(),
      remove: (name) => inTurn(() => souk.snapshots.remove(name)),
    },
    mails: (filter) => readWholeMails(souk.systemCall(), filter),
    seed: () => seedDemo(souk.platform),
    pause: async () => void (await peers.ask('pause', undefined)),
    resume: async () => void (await peers.ask('resume', undefined)),
    configure: (changes) => writeSettings(souk.systemCall(), changes),
    queue: () => queueFigures(souk.systemCall()),
  });
}
