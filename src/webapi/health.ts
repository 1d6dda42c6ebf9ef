import type { FastifyInstance } from 'fastify';
import { toErrorAnswer } from './errors.ts';
import type { Metrics } from './metrics.ts';

/**
 * Liveness, readiness and metrics, for those who run Souk. `fault` gives what keeps calls from being answered: an error, or
 * words.
 */
export async function healthRoutes(
  app: FastifyInstance,
  options: { fault: () => Promise<unknown>; metrics: Metrics },
): Promise<void> {
  app.get('/health/live', async () => ({ status: 'ok' }));
  app.get('/health/ready', async (_, reply) => {
    const fault = await options.fault();
    if (fault === undefined) return { status: 'ok' };
    const { body, retryAfter = 1 } = toErrorAnswer(fault, false);
    const reason = typeof fault === 'string' ? fault : body.message;
    return reply.code(503).header('retry-after', retryAfter).send({ status: 'not ready', reason });
  });
  app.get('/metrics', async (_, reply) => {
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await options.metrics.text());
  });
}
