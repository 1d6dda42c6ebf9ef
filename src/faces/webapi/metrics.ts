import { constants, PerformanceObserver } from 'node:perf_hooks';
import type { MeterProvider } from '@opentelemetry/sdk-metrics';
import type { InstallationMetrics } from '../../kernel/metrics.ts';
import type { Platform } from '../../kernel/platform.ts';
import { system } from '../../kernel/system.ts';
import type { Storage } from '../../storage/database.ts';
import { createRequestTimes, type RequestLabels } from './request-times.ts';
import { sumExpositions } from './sum-expositions.ts';

type Meter = ReturnType<MeterProvider['getMeter']>;

/** The metrics of one process. */
export interface ProcessMetrics {
  /** Counts a completed request. */
  request(labels: RequestLabels, seconds: number): void;
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

/** Creates the metrics of this process; `storage`: the source of its reads. */
export async function createProcessMetrics(storage?: Pick<Storage, 'replicas'>): Promise<ProcessMetrics> {
  const { meter, text } = await createMeter();
  if (storage?.replicas()) observeReads(meter, storage);
  const requests = createRequestTimes();
  meter
    .createObservableGauge('souk_process_resident_memory_bytes', {
      description: 'Resident memory of all processes of the server',
      unit: 'By',
    })
    .addCallback((result) => result.observe(process.memoryUsage.rss()));
  watchRuntime(meter);
  return { request: requests.count, text: async () => requests.text() + (await text()) };
}

/** Counts the reads that replicas may serve, by server. */
function observeReads(meter: Meter, storage: Pick<Storage, 'replicas'>): void {
  meter
    .createObservableCounter('souk_replica_reads', {
      description: 'Statements that replicas may answer, by the one that did, or why the primary had to',
    })
    .addCallback((result) => {
      for (const { by, count } of storage.replicas()?.answered ?? []) result.observe(count, { by });
    });
}

/** The lag of each replica, and whether it is in use. */
function observeReplicas(meter: Meter, storage: Pick<Storage, 'replicas'>): void {
  if (!storage.replicas()) return;
  meter
    .createObservableGauge('souk_replica_lag_seconds', {
      description: 'How far a replica is behind, as this process sees it',
      unit: 's',
    })
    .addCallback((result) => {
      for (const { name, lag } of storage.replicas()?.replicas ?? []) {
        if (lag !== undefined) result.observe(lag, { replica: name });
      }
    });
  meter
    .createObservableGauge('souk_replica_used', { description: '1: reads go to a replica; 0: it is left out' })
    .addCallback((result) => {
      for (const { name, isUsed } of storage.replicas()?.replicas ?? [])
        result.observe(Number(isUsed), { replica: name });
    });
}

/** Time between two measurements of the event loop's delay, in milliseconds. */
const lookForDelay = 100;
const kindsOfCollection: Readonly<Record<number, string>> = {
  [constants.NODE_PERFORMANCE_GC_MINOR]: 'minor',
  [constants.NODE_PERFORMANCE_GC_MAJOR]: 'major',
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: 'incremental',
  [constants.NODE_PERFORMANCE_GC_WEAKCB]: 'weak',
};

/** Measures the delay of the event loop, and its pauses for garbage collection. */
function watchRuntime(meter: Meter): void {
  const delays = meter.createHistogram('souk_event_loop_delay_seconds', {
    description: 'How late work begins that is due, looked at ten times a second',
    unit: 's',
    advice: { explicitBucketBoundaries: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] },
  });
  let due = performance.now() + lookForDelay;
  setInterval(() => {
    delays.record(Math.max(0, performance.now() - due) / 1000);
    due = performance.now() + lookForDelay;
  }, lookForDelay).unref();
  const collections = meter.createHistogram('souk_garbage_collection_duration_seconds', {
    description: 'Time that the process stood for the collection of garbage',
    unit: 's',
    advice: { explicitBucketBoundaries: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1] },
  });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { detail: { kind: number } })[]) {
      collections.record(entry.duration / 1000, { kind: kindsOfCollection[entry.detail.kind] ?? 'other' });
    }
  }).observe({ entryTypes: ['gc'] });
}

/** Creates the metrics of the platform. */
export async function createMetrics({ platform, storage, installation, processes }: MetricsSources): Promise<Metrics> {
  const { meter, text } = await createMeter();
  observeReplicas(meter, storage);
  for (const one of installation) observeModule(meter, one, platform);
  return { text: async () => sumExpositions(await processes()) + (await text()) };
}

async function createMeter(): Promise<{ meter: Meter; text(): Promise<string> }> {
  // Loaded by servers only, so that commands start sooner.
  const { PrometheusExporter, PrometheusSerializer } = await import('@opentelemetry/exporter-prometheus');
  const { MeterProvider } = await import('@opentelemetry/sdk-metrics');
  const exporter = new PrometheusExporter({ preventServerStart: true });
  const provider = new MeterProvider({ readers: [exporter] });
  // Adds nothing that a scrape adds itself: no prefix, time stamps, constant labels, target or scope.
  const serializer = new PrometheusSerializer('', false, undefined, true, true);
  return {
    meter: provider.getMeter('souk'),
    text: async () => serializer.serialize((await exporter.collect()).resourceMetrics),
  };
}

/** Reads the metrics of a module together, at each scrape. */
function observeModule(meter: Meter, { metrics, read }: InstallationMetrics, platform: Platform): void {
  const call = platform.newCall(system.caller, system.scope);
  const instruments = Object.entries(metrics).map(([key, { name, kind, description, unit }]) => {
    const create = kind === 'counter' ? 'createObservableCounter' : 'createObservableGauge';
    return { key, instrument: meter[create](name, { description, ...(unit && { unit }) }) };
  });
  meter.addBatchObservableCallback(
    async (observer) => {
      const readings = await read(call, platform);
      for (const { key, instrument } of instruments) {
        const reading = readings[key] ?? [];
        for (const { value, labels } of typeof reading === 'number' ? [{ value: reading, labels: {} }] : reading) {
          observer.observe(instrument, value, labels);
        }
      }
    },
    instruments.map(({ instrument }) => instrument),
  );
}
