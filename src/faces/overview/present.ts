/** Figures of all processes of the installation for one step of the span. */
export interface OverviewBucket {
  /** Begin, in milliseconds since 1970. */
  readonly at: number;
  readonly requests: number;
  /** Answered with 4xx. */
  readonly refused: number;
  /** Answered with 5xx. */
  readonly failed: number;
  /** Milliseconds within which half, 95 and 99 of 100 requests were answered, at most a fifth too high; null: there were none. */
  readonly p50: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
  /** Processor cores in use by all processes; null: nothing was measured. */
  readonly cpu: number | null;
  /** Resident memory of all processes in bytes; null: nothing was measured. */
  readonly memory: number | null;
  /** Longest delay of an event loop in milliseconds; null: nothing was measured. */
  readonly lag: number | null;
  /** Processes that were alive. */
  readonly processes: number;
}

/** A route, or a group of them, over the whole span. */
export interface OverviewRoute {
  readonly route: string;
  readonly requests: number;
  readonly failed: number;
}

/** A process of the installation as it was last seen. */
export interface OverviewProcess {
  /** Machine and process id. */
  readonly name: string;
  /** Requests a second. */
  readonly rate: number;
  /** Processor cores in use. */
  readonly cpu: number;
  /** Resident memory in bytes. */
  readonly memory: number;
  /** Longest delay of its event loop in milliseconds. */
  readonly lag: number;
}

/** A figure of the installation as it is now, by the name that it has in `/metrics`. */
export interface OverviewGauge {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The answer of `GET /_/console/overview`. */
export interface Overview {
  readonly span: string;
  /** Seconds of a bucket. */
  readonly step: number;
  /** Oldest first, without gaps; the last one is still being filled. */
  readonly buckets: readonly OverviewBucket[];
  /** The busiest, first the one with the most requests. */
  readonly routes: readonly OverviewRoute[];
  readonly gauges: readonly OverviewGauge[];
  /** The processes that were seen within the last half minute. */
  readonly processes: readonly OverviewProcess[];
  /** Which database it is, and how long a small query takes in milliseconds. */
  readonly database: { readonly kind: 'sqlite' | 'postgres'; readonly milliseconds: number };
}
