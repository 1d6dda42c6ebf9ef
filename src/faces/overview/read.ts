import type { Selectable } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { parseJson } from '../../kernel/json-text.ts';
import type { InstallationMetrics } from '../../kernel/metrics.ts';
import type { Platform } from '../../kernel/platform.ts';
import { addLatencies, percentile, type Latencies } from './latency.ts';
import { dialectOf } from '../../storage/connection.ts';
import type { Overview, OverviewBucket, OverviewGauge, OverviewProcess, OverviewRoute } from './present.ts';
import { addRoutes, type RouteCounts } from './route-counts.ts';
import type { OverviewSampleTable } from './tables.ts';

type Sample = Selectable<OverviewSampleTable>;

/** Routes that an answer names. */
const SHOWN_ROWS = 20;

/** The steps of `step` seconds up to now, and the busiest routes in them. */
export async function readSeries(
  call: Call,
  { now, step, count }: { now: number; step: number; count: number },
): Promise<{ buckets: OverviewBucket[]; routes: OverviewRoute[]; processes: OverviewProcess[] }> {
  const width = step * 1000;
  const first = (Math.floor(now / width) - count + 1) * width;
  const samples = await call.db.selectFrom('overview_sample').selectAll().where('started_at', '>=', first).execute();
  const bySteps = Map.groupBy(samples, ({ started_at }) => Math.floor((started_at - first) / width));
  const routes: RouteCounts = {};
  for (const one of samples) addRoutes(routes, parseJson(one.routes));
  return {
    buckets: Array.from({ length: count }, (_, index) => bucketOf(first + index * width, bySteps.get(index) ?? [])),
    routes: Object.entries(routes)
      .map(([route, [requests, failed]]) => ({ route, requests, failed }))
      .sort((one, other) => other.requests - one.requests)
      .slice(0, SHOWN_ROWS),
    processes: processesOf(samples, now),
  };
}

/** Milliseconds after which a process that has written nothing is gone. */
const SEEN = 30_000;

function processesOf(samples: readonly Sample[], now: number): OverviewProcess[] {
  const recent = samples.filter((one) => one.started_at + one.seconds * 1000 > now - SEEN);
  const latest = new Map(recent.toSorted((a, b) => a.started_at - b.started_at).map((one) => [one.process, one]));
  return [...latest.values()]
    .map(({ process, requests, seconds, cpu, memory, lag }) => ({
      name: process,
      rate: requests / seconds,
      cpu: cpu / 1000 / seconds,
      memory: memory * 1024,
      lag: lag / 1000,
    }))
    .sort((one, other) => one.name.localeCompare(other.name));
}

/** Which database it is, and how long it takes to answer a small query. */
export async function readDatabase({ db }: Call): Promise<Overview['database']> {
  const begun = performance.now();
  await db.selectFrom('overview_sample').select('started_at').limit(1).execute();
  return { kind: dialectOf(db), milliseconds: performance.now() - begun };
}

function bucketOf(at: number, samples: readonly Sample[]): OverviewBucket {
  const latencies: Latencies = {};
  for (const one of samples) addLatencies(latencies, parseJson(one.latencies));
  const sum = (name: 'requests' | 'refused' | 'failed'): number => samples.reduce((total, one) => total + one[name], 0);
  const byProcess = [...Map.groupBy(samples, (one) => one.process).values()];
  /** Each process at its own mean, all of them together. */
  const together = (meanOf: (of: readonly Sample[]) => number): number | null =>
    samples.length === 0 ? null : byProcess.reduce((total, of) => total + meanOf(of), 0);
  return {
    at,
    requests: sum('requests'),
    refused: sum('refused'),
    failed: sum('failed'),
    p50: percentile(latencies, 0.5),
    p95: percentile(latencies, 0.95),
    p99: percentile(latencies, 0.99),
    cpu: together((of) => total(of, 'cpu') / 1000 / total(of, 'seconds')),
    memory: together((of) => (total(of, 'memory') / of.length) * 1024),
    lag: samples.length === 0 ? null : Math.max(...samples.map(({ lag }) => lag)) / 1000,
    processes: byProcess.length,
  };
}

const total = (samples: readonly Sample[], name: 'cpu' | 'seconds' | 'memory'): number =>
  samples.reduce((sum, one) => sum + one[name], 0);

/** The figures of the installation as `/metrics` has them. */
export async function readGauges(
  call: Call,
  platform: Platform,
  installation: readonly InstallationMetrics[],
): Promise<OverviewGauge[]> {
  const read = await Promise.all(
    installation.map(async (one) => {
      const readings = await one.read(call, platform);
      return Object.entries(one.metrics).flatMap(([key, { name }]) => {
        const reading = readings[key] ?? [];
        const values = typeof reading === 'number' ? [{ value: reading, labels: {} }] : reading;
        return values.map(({ value, labels }) => ({ name, labels, value }));
      });
    }),
  );
  return read.flat();
}
