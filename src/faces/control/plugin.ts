import type { FastifyInstance } from 'fastify';
import type { Snapshots } from '../../storage/snapshots.ts';
import { parseTime, readUtcTime } from '../../kernel/time.ts';
import { anyText } from '../../kernel/any-text.ts';
import { isSentSettings, type SentSettings } from './configuration.ts';
import { controlRefusal } from './guard.ts';
import { mailRoutes, type ReadMails } from './mails.ts';

interface Named {
  Params: { name: string };
}

/** The operations of the control plane on a running server. */
interface Controls {
  /** Sets the clock; undefined: back to the machine's time. */
  setClock(moment: Date | undefined): Promise<void>;
  now(): Date;
  /** Empties the installation and installs it afresh. */
  reset(): Promise<void>;
  readonly snapshots: Snapshots;
  readonly mails: ReadMails;
  /** Fills in the demo. */
  seed(): Promise<{ products: number; categories: number; customers: number; orders: number }>;
  /** Stops executing operations, including running ones; accepted operations stay open. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Writes platform configuration, all of it or none. */
  configure(settings: SentSettings): Promise<void>;
  queue(): Promise<{ depth: number; oldestSeconds: number }>;
}

/**
 * The control plane under `/_/`, for those who test integrations: reset, seed, configure, hold the queue, set the clock. Absent unless
 * SOUK_CONTROL is 1; it answers callers with its token, and programs of this machine.
 */
export async function controlPlane(app: FastifyInstance, token: string, controls: Controls): Promise<void> {
  app.addHook('onRequest', async (request, reply) => {
    const refusal = controlRefusal(request.raw, token);
    if (refusal) return reply.code(refusal.status).send({ message: refusal.message });
  });
  app.post('/_/reset', async () => {
    await controls.reset();
    return { reset: true };
  });
  app.get('/_/snapshot', async () => ({ snapshots: await controls.snapshots.list() }));
  app.post<Named>('/_/snapshot/:name', async ({ params: { name } }) => {
    await controls.snapshots.take(name);
    return { snapshot: name };
  });
  app.post<Named>('/_/restore/:name', async ({ params: { name } }) => {
    await controls.snapshots.restore(name);
    return { restored: name };
  });
  app.delete<Named>('/_/snapshot/:name', async ({ params: { name } }) => {
    await controls.snapshots.remove(name);
    return { deleted: name };
  });
  mailRoutes(app, controls.mails);
  app.post('/_/seed', async () => controls.seed());
  app.post('/_/queue/pause', async () => {
    await controls.pause();
    return { paused: true };
  });
  app.post('/_/queue/resume', async () => {
    await controls.resume();
    return { paused: false };
  });
  app.put('/_/configuration', async (request, reply) => {
    if (!isSentSettings(request.body)) {
      return reply.code(400).send({ message: 'Send {"settings": {"<path>": "<value>" or null}}.' });
    }
    await controls.configure(request.body);
    return { configured: true };
  });
  app.get('/_/queue', async () => controls.queue());
  app.put<{ Body: { now?: unknown } | null }>('/_/clock', async (request, reply) => {
    const now = request.body?.now;
    const text = now ? anyText(now) : undefined;
    const time = text === undefined ? undefined : readUtcTime(text);
    if (text !== undefined && time === undefined) return reply.code(400).send({ message: `"${text}" is no time` });
    await controls.setClock(time === undefined ? undefined : parseTime(time));
    return { now: controls.now().toISOString() };
  });
}
