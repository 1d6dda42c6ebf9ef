import { constants, PerformanceObserver } from 'node:perf_hooks';
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import { addUp } from './exposition.ts';

/** Figures of the whole installation, read when the metrics are asked for: the same whichever process is asked. */
export interface InstallationFigures {
  /** Open operations. */
  readonly depth: number;
  /** Age of the oldest open operation in seconds; 0 when there is none. */
  readonly oldestSeconds: number;
  /** Attempts at operations by all consumers, by outcome: `complete`, `failed`, `retriably_failed`, `retried`. */
  readonly executed: ReadonlyMap<string, number>;
  /** What waits to leave the process (mails), by topic. */
  readonly outbox: readonly { readonly topic: string; readonly entries: number; readonly oldestSeconds: number }[];
  /** What a message broker holds; undefined where there is none or it is out of reach. */
  readonly broker?: { readonly messages: number; readonly consumers: number; readonly deadLetters: number };
}

type Meter = ReturnType<MeterProvider['getMeter']>;

/** What one process counts. */
export interface ProcessMetrics {
  /** Counts an answered request; `route` is the declared path, so that the number of series stays bounded. */
  request(labels: { method: string; route: string; status: number }, seconds: number): void;
  /** What it has counted, in Prometheus' text format. */
  text(): Promise<string>;
}

/** The platform's metrics in Prometheus' text format, served at `/metrics`. */
export interface Metrics {
  text(): Promise<string>;
}

/** Where the platform's metrics come from. */
export interface MetricsSources {
  installation(): Promise<InstallationFigures>;
  /** What each process of this server has counted. */
  processes(): Promise<readonly string[]>;
}

/** Creates the metrics of this process. */
export function createProcessMetrics(): ProcessMetrics {
  const { meter, text } = createMeter();
  const requests = meter.createHistogram('souk_http_request_duration_seconds', {
    description: 'Time from the first byte of a request to its answer',
    unit: 's',
    advice: {
      explicitBucketBoundaries: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    },
  });
  meter
    .createObservableGauge('souk_process_resident_memory_bytes', {
      description: 'Resident memory of all processes of the server',
      unit: 'By',
    })
    .addCallback((result) => result.observe(process.memoryUsage.rss()));
  watchRuntime(meter);
  return { request: (labels, seconds) => requests.record(seconds, labels), text };
}

/** How often it is looked how late the event loop is, in milliseconds. */
const lookForDelay = 100;
const kindsOfCollection: Readonly<Record<number, string>> = {
  [constants.NODE_PERFORMANCE_GC_MINOR]: 'minor',
  [constants.NODE_PERFORMANCE_GC_MAJOR]: 'major',
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: 'incremental',
  [constants.NODE_PERFORMANCE_GC_WEAKCB]: 'weak',
};

/** Counts how late the event loop comes to what is due, and how long it stands for garbage. */
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
export function createMetrics({ installation, processes }: MetricsSources): Metrics {
  const { meter, text } = createMeter();
  observeInstallation(meter, installation);
  return { text: async () => addUp(await processes()) + (await text()) };
}

function createMeter(): { meter: Meter; text(): Promise<string> } {
  const exporter = new PrometheusExporter({ preventServerStart: true });
  const provider = new MeterProvider({ readers: [exporter] });
  // No prefix, no time stamps, no constant labels, neither target nor scope: nothing that a scrape does not add itself.
  const serializer = new PrometheusSerializer('', false, undefined, true, true);
  return {
    meter: provider.getMeter('souk'),
    text: async () => serializer.serialize((await exporter.collect()).resourceMetrics),
  };
}

function observeInstallation(meter: Meter, installation: () => Promise<InstallationFigures>): void {
  const depth = meter.createObservableGauge('souk_queue_depth', { description: 'Open operations' });
  const oldest = meter.createObservableGauge('souk_queue_oldest_seconds', {
    description: 'Age of the oldest open operation',
    unit: 's',
  });
  const executed = meter.createObservableCounter('souk_operations_executed_total', {
    description: 'Executed operations by outcome, of all consumers of the installation',
  });
  const entries = meter.createObservableGauge('souk_outbox_entries', {
    description: 'What waits to leave the process, mails among it',
  });
  const age = meter.createObservableGauge('souk_outbox_oldest_seconds', {
    description: 'How long the oldest of that has waited',
    unit: 's',
  });
  const messages = meter.createObservableGauge('souk_broker_messages', {
    description: 'Messages that wait in the message broker',
  });
  const consumers = meter.createObservableGauge('souk_broker_consumers', {
    description: 'Consumers that the message broker delivers to',
  });
  const deadLetters = meter.createObservableGauge('souk_broker_dead_letters', {
    description: 'Messages that could not be read',
  });
  meter.addBatchObservableCallback(
    async (observer) => {
      const figures = await installation();
      observer.observe(depth, figures.depth);
      observer.observe(oldest, figures.oldestSeconds);
      for (const [outcome, count] of figures.executed) observer.observe(executed, count, { outcome });
      const idle = { topic: 'mail', entries: 0, oldestSeconds: 0 };
      for (const one of figures.outbox.some(({ topic }) => topic === idle.topic)
        ? figures.outbox
        : [idle, ...figures.outbox]) {
        observer.observe(entries, one.entries, { topic: one.topic });
        observer.observe(age, one.oldestSeconds, { topic: one.topic });
      }
      if (!figures.broker) return;
      observer.observe(messages, figures.broker.messages);
      observer.observe(consumers, figures.broker.consumers);
      observer.observe(deadLetters, figures.broker.deadLetters);
    },
    [depth, oldest, executed, entries, age, messages, consumers, deadLetters],
  );
}
