/** What one process of the server was like at a moment. */
export interface ProcessSample {
  readonly pid: number;
  readonly rssMb: number;
  /** What lives on the heap, right after a collection; undefined before the first. */
  readonly liveMb?: number;
  /** The longest delay of the event loop since the sample before, in milliseconds. */
  readonly delayMs: number;
  readonly descriptors: number;
  /** Timers, sockets and such that the event loop knows. */
  readonly resources: number;
  /** Processor time since the process began, in seconds. */
  readonly cpu: number;
}

/** Everything that is looked at together. */
export interface Sample {
  /** Seconds since the load began. */
  readonly at: number;
  /** By name: `server`, which lives all the time, and `second`, which is restarted. */
  readonly processes: Readonly<Record<string, ProcessSample>>;
  readonly databaseMb: number;
  readonly walMb: number;
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>;
  /** Files by folder below `var`, without the database. */
  readonly files: Readonly<Record<string, number>>;
  /** What the load has made so far, by kind. */
  readonly made: Readonly<Record<string, number>>;
  /** Calls that were answered so far. */
  readonly calls: number;
}

/** Calls of a class that were answered within one window of time. */
export interface LatencyWindow {
  readonly at: number;
  readonly count: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/** One thing that the books say of the whole run. */
export interface BookEntry {
  readonly what: string;
  /** How many of it were looked at. */
  readonly count: number;
  /** What is lost, doubled or wrong, in words; few of many. */
  readonly wrong: readonly string[];
  readonly wrongCount: number;
}

/** A whole run, as the verdict sees it. */
export interface SoakRecord {
  readonly seconds: number;
  /** Seconds that are not judged: caches fill. */
  readonly warmUp: number;
  /** Seconds of the run after which the shortened retention removes what was made. */
  readonly retention: number;
  readonly samples: readonly Sample[];
  readonly latencies: Readonly<Record<string, readonly LatencyWindow[]>>;
  /** Milliseconds of a fixed piece of work beside the servers: how fast the machine was. */
  readonly yardstick: readonly (readonly [at: number, ms: number])[];
  /** Answers that should not have been, with how often. */
  readonly unexpected: Readonly<Record<string, number>>;
  readonly books: readonly BookEntry[];
}
