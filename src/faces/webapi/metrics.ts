import { constants, PerformanceObserver } from 'node:perf_hooks';
import type { Call } from '../../kernel/call.ts';
import type { InstallationMetrics } from '../../kernel/metrics.ts';
import type { Platform } from '../../kernel/platform.ts';
import { system } from '../../kernel/system.ts';
import type { Tracing } from '../../kernel/tracing.ts';
import type { Storage } from '../../storage/database.ts';
import { createHistogram, metricText } from './exposition.ts';
import { createGraphQLTimes, type GraphQLLabels } from './graphql-times.ts';
import { createRequestTimes, type RequestLabels } from './request-times.ts';
import { sumExpositions } from './sum-expositions.ts';

/** The metrics of one process. */
export interface ProcessMetrics {
  /** Counts a completed request. */
  request(labels: RequestLabels, seconds: number): void;
  /** Counts a completed GraphQL request. */
  graphql(labels: GraphQLLabels, seconds: number): void;
  /** The metrics in Prometheus' text format. */
  text(): Promise<string>;
}

/** The platform's metrics in Prometheus' text format, served at `/metrics`. */
export interface Metrics {
  text(): Promise<string>;
}

/** The sources of the platform's metrics. */
interface MetricsSources {
  readonly platform: Platform;
  readonly storage: Pick<Storage, 'replicas'>;
  /** The metrics of modules. */
  readonly installation: readonly InstallationMetrics[];
  /** The metrics of each process of this server. */
  processes(): Promise<readonly string[]>;
}

/** Creates the metrics of this process; `storage`: the source of its reads; undefined: they are not counted. */
export function createProcessMetrics({
  storage,
  tracing,
}: {
  readonly storage?: Pick<Storage, 'replicas'>;
  readonly tracing?: Tracing | undefined;
} = {}): ProcessMetrics {
  const requests = createRequestTimes();
  const graphql = createGraphQLTimes();
  const runtime = watchRuntime();
  return {
    request: requests.count,
    graphql: graphql.count,
    text: async () =>
      requests.text() +
      graphql.text() +
      (storage ? readsText(storage) : '') +
      (tracing ? spansText(tracing) : '') +
      memoryText() +
      runtime(),
  };
}

function memoryText(): string {
  const name = 'souk_process_resident_memory_bytes';
  const description = 'Resident memory of all processes of the server';
  return metricText('gauge', { name, description, unit: 'By' }, [{ value: process.memoryUsage.rss() }]);
}

/** Counts spans by their outcome. */
function spansText(tracing: Tracing): string {
  const description =
    'Spans by outcome: sent; dropped, because the queue was full; failed, because the collector did not accept them';
  const readings = Object.entries(tracing.counts()).map(([outcome, value]) => ({ value, labels: { outcome } }));
  return metricText('counter', { name: 'souk_trace_spans', description }, readings);
}

/** Counts the reads that replicas may serve, by server. */
function readsText(storage: Pick<Storage, 'replicas'>): string {
  const description = 'Statements that replicas may answer, by the one that did, or why the primary had to';
  const readings = (storage.replicas()?.answered ?? []).map(({ by, count }) => ({ value: count, labels: { by } }));
  return metricText('counter', { name: 'souk_replica_reads', description }, readings);
}

/** The lag of each replica, and whether it is in use. */
function replicasText(storage: Pick<Storage, 'replicas'>): string {
  const replicas = storage.replicas()?.replicas ?? [];
  const lag = {
    name: 'souk_replica_lag_seconds',
    description: 'How far a replica is behind, as this process sees it',
    unit: 's',
  };
  const used = { name: 'souk_replica_used', description: '1: reads go to a replica; 0: it is left out' };
  const lags = replicas.flatMap((one) =>
    one.lag === undefined ? [] : [{ value: one.lag, labels: { replica: one.name } }],
  );
  const uses = replicas.map(({ name, isUsed }) => ({ value: Number(isUsed), labels: { replica: name } }));
  return metricText('gauge', lag, lags) + metricText('gauge', used, uses);
}

/** Time between two measurements of the event loop's delay, in milliseconds. */
const lookForDelay = 100;
const kindsOfCollection: Readonly<Record<number, string>> = {
  [constants.NODE_PERFORMANCE_GC_MINOR]: 'minor',
  [constants.NODE_PERFORMANCE_GC_MAJOR]: 'major',
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: 'incremental',
  [constants.NODE_PERFORMANCE_GC_WEAKCB]: 'weak',
};

/** Measures the delay of the event loop, and its pauses for garbage collection; returns the writer of their text. */
function watchRuntime(): () => string {
  const delays = createHistogram(
    {
      name: 'souk_event_loop_delay_seconds',
      description: 'How late work begins that is due, looked at ten times a second',
      unit: 's',
    },
    [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  );
  let due = performance.now() + lookForDelay;
  setInterval(() => {
    delays.record(Math.max(0, performance.now() - due) / 1000);
    due = performance.now() + lookForDelay;
  }, lookForDelay).unref();
  const collections = createHistogram(
    {
      name: 'souk_garbage_collection_duration_seconds',
      description: 'Time that the process stood for the collection of garbage',
      unit: 's',
    },
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1],
  );
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { detail: { kind: number } })[]) {
      collections.record(entry.duration / 1000, { kind: kindsOfCollection[entry.detail.kind] ?? 'other' });
    }
  }).observe({ entryTypes: ['gc'] });
  return () => delays.text() + collections.text();
}

/** Creates the metrics of the platform. */
export function createMetrics({ platform, storage, installation, processes }: MetricsSources): Metrics {
  const call = platform.newCall(system.caller, system.scope);
  return {
    async text() {
      // Without the metrics that cannot be read, such as while the database is away: the others are needed then.
      const modules = await Promise.allSettled(installation.map((one) => moduleText(one, call, platform)));
      const texts = modules.map((one) => (one.status === 'fulfilled' ? one.value : ''));
      return sumExpositions(await processes()) + replicasText(storage) + texts.join('');
    },
  };
}

/** The metrics of a module, which it reads together. */
async function moduleText({ metrics, read }: InstallationMetrics, call: Call, platform: Platform): Promise<string> {
  const readings = await read(call, platform);
  return Object.entries(metrics)
    .map(([key, { kind, ...head }]) => {
      const reading = readings[key] ?? [];
      return metricText(kind, head, typeof reading === 'number' ? [{ value: reading }] : reading);
    })
    .join('');
}
