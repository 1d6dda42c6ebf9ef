import { join } from 'node:path';
import { mkdirSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { authenticate } from './access/authenticate.ts';
import { ensureFirstAdmin } from './access/users.ts';
import { controlPlane } from './control/plugin.ts';
import { seedDemo } from './demo/seed.ts';
import { acceptOperations } from './operations/accept.ts';
import { createConsumer, type Consumer } from './operations/consumer.ts';
import { queueFigures } from './operations/status.ts';
import { AsyncResponse } from './operations/types.ts';
import { createSchemaRoute, referencePages } from './reference/plugin.ts';
import type { Souk } from './souk.ts';
import { createWebApi } from './webapi/app.ts';
import { captchaGuard } from './webapi/captcha.ts';
import { healthRoutes } from './webapi/health.ts';
import { createMetrics } from './webapi/metrics.ts';
import type { WebApiParts } from './webapi/parts.ts';

/** A server that listens. */
export interface Server {
  /** `http://host:port` */
  readonly address: string;
  /** Lets requests and operations that run finish, then ends both. */
  stop(): Promise<void>;
}

/** Serves the platform, with the consumer in this process unless told otherwise. */
export async function startServer(souk: Souk, options: { consumer: boolean }): Promise<Server> {
  const { platform } = souk;
  const metrics = createMetrics(() => queueFigures(souk.systemCall()));
  const consumer = options.consumer
    ? createConsumer(platform, { onExecuted: (outcome, count) => metrics.operations(outcome, count) })
    : undefined;
  const identify = (request: {
    method: string;
    url: string;
    headers: WebApiHeaders;
  }): ReturnType<typeof authenticate> => authenticate(platform, request);
  let ready = false;
  const app = await createWebApi(platform, {
    authenticate: identify,
    accept: (acceptance) => acceptOperations(platform, acceptance),
    schema: createSchemaRoute(platform, AsyncResponse),
    attributeType: (entity, code) => platform.services.eav.attributeType(entity, code),
    forced: {
      customer_id: (call) => (call.caller.type === 'customer' ? call.caller.id : null),
      // Known once there are customers and carts.
      customer_group_id: () => null,
      customer_website_id: () => null,
      customer_store_id: () => null,
      cart_id: () => null,
    },
    guards: [captchaGuard()],
    metrics,
    faces: [
      (app) => healthRoutes(app, { metrics, ready: async () => ready && (await canRead(souk)) }),
      (app) =>
        referencePages(app, { platform, acceptance: AsyncResponse, authenticate: (request) => identify(request) }),
      (app) => mediaFiles(app, join(platform.settings.varFolder, 'media')),
      ...(platform.settings.controlPlane ? [(app: FastifyInstance) => control(app, souk, consumer)] : []),
    ],
  });
  await app.listen({ host: platform.settings.host, port: platform.settings.port });
  const { port } = app.server.address() as { port: number };
  const address = `http://${platform.settings.host.includes(':') ? `[${platform.settings.host}]` : platform.settings.host}:${port}`;
  souk.setAddress(address);
  consumer?.start();
  ready = true;
  return {
    address,
    stop: async () => {
      ready = false;
      await Promise.all([app.close(), consumer?.stop()]);
    },
  };
}

type WebApiHeaders = Parameters<WebApiParts['authenticate']>[0]['headers'];

async function canRead(souk: Souk): Promise<boolean> {
  try {
    await queueFigures(souk.systemCall());
    return true;
  } catch (error) {
    souk.platform.log.warn({ err: error }, 'the database does not answer');
    return false;
  }
}

/** Product pictures and other files under `/media`. */
async function mediaFiles(app: FastifyInstance, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await app.register(fastifyStatic, {
    root: folder,
    prefix: '/media/',
    index: false,
    maxAge: '1d',
    decorateReply: false,
  });
}

function control(app: FastifyInstance, souk: Souk, consumer: Consumer | undefined): Promise<void> {
  const { settings } = souk.platform;
  return controlPlane(app, {
    clock: souk.clock,
    reset: async () => {
      await consumer?.pause();
      await souk.reset();
      await ensureFirstAdmin(souk.systemCall(), settings.adminUser, settings.adminPassword);
      consumer?.resume();
    },
    seed: () => seedDemo(souk.platform),
    pause: () => consumer?.pause(),
    resume: () => consumer?.resume(),
    queue: () => queueFigures(souk.systemCall()),
  });
}
