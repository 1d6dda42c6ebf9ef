import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

/** Liveness, readiness and metrics, for those who run Souk. `ready` answers whether calls and the consumer work. */
export async function healthRoutes(
  app: FastifyInstance,
  options: { ready: () => Promise<boolean>; metrics: Metrics },
): Promise<void> {
  app.get('/health/live', async () => ({ status: 'ok' }));
  app.get('/health/ready', async (_, reply) => {
    const ready = await options.ready();
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'not ready' });
  });
  app.get('/metrics', async (_, reply) =>
    reply.type('text/plain; version=0.0.4; charset=utf-8').send(await options.metrics.text()),
  );
}
