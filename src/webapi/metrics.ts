import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';

/** Figures of the operations queue, read when the metrics are asked for. */
export interface QueueFigures {
  /** Open operations. */
  readonly depth: number;
  /** Age of the oldest open operation in seconds; 0 when there is none. */
  readonly oldestSeconds: number;
}

/** The platform's metrics in Prometheus' text format, served at `/metrics`. */
export interface Metrics {
  /** Counts an answered request; `route` is the declared path, so that the number of series stays bounded. */
  request(labels: { method: string; route: string; status: number }, seconds: number): void;
  /** Counts executed operations by outcome (`complete`, `retriably_failed`, `failed`). */
  operations(outcome: string, count: number): void;
  text(): Promise<string>;
}

/** Creates the metrics; `queue` is asked at each collection. */
export function createMetrics(queue: () => Promise<QueueFigures>): Metrics {
  const exporter = new PrometheusExporter({ preventServerStart: true });
  const provider = new MeterProvider({ readers: [exporter] });
  const meter = provider.getMeter('souk');
  const requests = meter.createHistogram('souk_http_request_duration_seconds', {
    description: 'Time from the first byte of a request to its answer',
    unit: 's',
    advice: {
      explicitBucketBoundaries: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    },
  });
  const executed = meter.createCounter('souk_operations_executed_total', {
    description: 'Executed operations by outcome',
  });
  const depth = meter.createObservableGauge('souk_queue_depth', { description: 'Open operations' });
  const oldest = meter.createObservableGauge('souk_queue_oldest_seconds', {
    description: 'Age of the oldest open operation',
    unit: 's',
  });
  meter.addBatchObservableCallback(
    async (observer) => {
      const figures = await queue();
      observer.observe(depth, figures.depth);
      observer.observe(oldest, figures.oldestSeconds);
    },
    [depth, oldest],
  );
  meter
    .createObservableGauge('souk_process_resident_memory_bytes', { description: 'Resident memory', unit: 'By' })
    .addCallback((result) => result.observe(process.memoryUsage.rss()));
  // No prefix, no time stamps, no constant labels, neither target nor scope: nothing that a scrape does not add itself.
  const serializer = new PrometheusSerializer('', false, undefined, true, true);
  return {
    request: (labels, seconds) => requests.record(seconds, labels),
    operations: (outcome, count) => executed.add(count, { outcome }),
    text: async () => serializer.serialize((await exporter.collect()).resourceMetrics),
  };
}
