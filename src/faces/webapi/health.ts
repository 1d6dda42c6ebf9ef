import type { FastifyInstance } from 'fastify';
import { hasBearer } from './bearer.ts';
import { toErrorResponse } from './errors.ts';
import type { Metrics } from './metrics.ts';

/** Routes for liveness and readiness. `fault` returns the reason why calls cannot be served: an error, or a text. */
export async function healthRoutes(app: FastifyInstance, options: { fault: () => Promise<unknown> }): Promise<void> {
  app.get('/health/live', async () => ({ status: 'ok' }));
  app.get('/health/ready', async (_, reply) => {
    const fault = await options.fault();
    if (fault === undefined) return { status: 'ok' };
    const { body, retryAfter = 1 } = toErrorResponse(fault, false);
    const reason = typeof fault === 'string' ? fault : body.message;
    return reply.code(503).header('retry-after', retryAfter).send({ status: 'not ready', reason });
  });
}

/** The route of the metrics; a request needs `token` as its bearer token, unless that is empty. */
export async function metricsRoute(app: FastifyInstance, options: { metrics: Metrics; token: string }): Promise<void> {
  app.get('/metrics', async (request, reply) => {
    if (options.token !== '' && !hasBearer(request.raw, options.token)) {
      return reply
        .code(401)
        .header('www-authenticate', 'Bearer')
        .send({ message: 'The token of the metrics is missing.' });
    }
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await options.metrics.text());
  });
}
