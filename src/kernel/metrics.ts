import type { Call } from './call.ts';
import type { Platform } from './platform.ts';

/** A metric of the installation, in Prometheus terms. */
interface Metric {
  /** `souk_…`, with the unit at the end. */
  readonly name: string;
  /** A counter only grows. */
  readonly kind: 'counter' | 'gauge';
  readonly description: string;
  readonly unit?: string;
}

/** The value of a metric, or one per label; undefined: currently none. */
type Reading =
  number | readonly { readonly value: number; readonly labels: Readonly<Record<string, string>> }[] | undefined;

/**
 * Metrics that a module reads together on request. They describe the whole installation, so every process returns the same
 * values; counters of a single process do not belong here.
 */
export interface InstallationMetrics {
  readonly metrics: Readonly<Record<string, Metric>>;
  /** Returns the readings, by the names in `metrics`. */
  read(call: Call, platform: Platform): Promise<Readonly<Record<string, Reading>>>;
}

/** Declares metrics with their reader; a metric without a reading is a compile error. */
export function installationMetrics<N extends string>(
  metrics: Readonly<Record<N, Metric>>,
  read: (call: Call, platform: Platform) => Promise<Readonly<Record<NoInfer<N>, Reading>>>,
): InstallationMetrics {
  return { metrics, read };
}
