import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isAllowed, refusal } from '../../platform/access/check.ts';
import { followersOf } from '../../platform/change-log/followers.ts';
import { platformErrors } from '../../kernel/errors.ts';
import type { Face } from '../../kernel/faces.ts';
import type { InstallationMetrics } from '../../kernel/metrics.ts';
import { acl } from '../../kernel/route.ts';
import { system } from '../../kernel/system.ts';
import type { Overview } from './present.ts';
import { readDatabase, readGauges, readSeries } from './read.ts';

/** The spans that can be asked for: the seconds of a step, and how many there are. */
const spans: Readonly<Record<string, { readonly step: number; readonly count: number }>> = {
  '15m': { step: 10, count: 90 },
  '1h': { step: 30, count: 120 },
  '24h': { step: 600, count: 144 },
};

const access = acl('Magento_Backend::dashboard');
/** How often a stream tells how things are, in milliseconds. */
const BEAT = 5000;

type OverviewRequest = FastifyRequest<{ Querystring: { span?: string } }>;

/**
 * `GET /_/console/overview`: how much was asked of the installation and how it fared, over a `span` of 15m, 1h or 24h (15m unless
 * given), with its figures of now. With `Accept: text/event-stream` it is told again every five seconds, until the caller may not
 * see it any more. Throws 401, and 400 for another span.
 */
export async function overviewRoutes(
  app: FastifyInstance,
  { platform, authenticate, installation }: Parameters<Face>[1] & { installation: readonly InstallationMetrics[] },
): Promise<void> {
  const check = async (request: FastifyRequest): Promise<void> => {
    const caller = await authenticate(request);
    const isStaff = caller.type === 'admin' || caller.type === 'integration';
    if (!isStaff || !isAllowed(caller, access)) throw refusal(access, caller);
  };
  const read = async (span: string, shape: (typeof spans)[string]): Promise<Overview> => {
    const call = platform.newCall(system.caller, system.scope);
    const [series, gauges, database] = await Promise.all([
      readSeries(call, { ...shape, now: Date.now() }),
      readGauges(call, platform, installation),
      readDatabase(call),
    ]);
    return { span, step: shape.step, ...series, gauges, database };
  };
  async function* beats(
    request: OverviewRequest,
    first: Overview,
    again: () => Promise<Overview>,
    closed: AbortSignal,
  ) {
    yield eventOf(first);
    const ended = AbortSignal.any([closed, followersOf(platform).stopping]);
    while (!ended.aborted) {
      await pause(BEAT, undefined, { signal: ended, ref: false }).catch(() => {});
      if (ended.aborted) return;
      await check(request);
      yield eventOf(await again());
    }
  }
  app.get('/_/console/overview', async (request: OverviewRequest, reply) => {
    await check(request);
    const { span = '15m' } = request.query;
    const shape = Object.hasOwn(spans, span) ? spans[span] : undefined;
    if (!shape) throw platformErrors.wrongType({ value: String(span), type: Object.keys(spans).join('|') });
    reply.header('cache-control', 'no-store');
    const again = (): Promise<Overview> => read(span, shape);
    const first = await again();
    if (request.headers.accept?.includes('text/event-stream') !== true) return first;
    const closed = new AbortController();
    const events = Readable.from(beats(request, first, again, closed.signal));
    events.once('close', () => closed.abort());
    events.once('error', () => {});
    return reply.header('x-accel-buffering', 'no').type('text/event-stream; charset=utf-8').send(events);
  });
}

function eventOf(overview: Overview): string {
  return `event: overview\ndata: ${JSON.stringify(overview)}\n\n`;
}
