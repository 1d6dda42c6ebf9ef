import type { Call } from './call.ts';
import type { Platform } from './platform.ts';

/** A figure of the installation, in the terms of Prometheus. */
interface Metric {
  /** `souk_…`, with the unit at its end. */
  readonly name: string;
  /** A counter only grows. */
  readonly kind: 'counter' | 'gauge';
  readonly description: string;
  readonly unit?: string;
}

/** The value of a metric, or one for each of its labels; undefined: there is none now. */
type Reading =
  number | readonly { readonly value: number; readonly labels: Readonly<Record<string, string>> }[] | undefined;

/**
 * Figures that a module reads together when the metrics are asked for. They are of the whole installation: the same whichever
 * process is asked. What a process counts by itself is none of them.
 */
export interface InstallationMetrics {
  readonly metrics: Readonly<Record<string, Metric>>;
  /** The readings, by the names that the metrics have in `metrics`. */
  read(call: Call, platform: Platform): Promise<Readonly<Record<string, Reading>>>;
}

/** Declares metrics and how they are read; a metric without a reading is a compile error. */
export function installationMetrics<N extends string>(
  metrics: Readonly<Record<N, Metric>>,
  read: (call: Call, platform: Platform) => Promise<Readonly<Record<NoInfer<N>, Reading>>>,
): InstallationMetrics {
  return { metrics, read };
}
