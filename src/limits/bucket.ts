/**
 * The arithmetic of a limit: so many in a window, at once or spread, after which they come back evenly (generic cell rate
 * algorithm). What is kept of a key is one moment: when all that was spent will have come back.
 */
export interface RateLimit {
  /** How many fit into a window. */
  readonly limit: number;
  /** Length of the window in milliseconds. */
  readonly window: number;
}

/** Where a key stands. */
export interface LimitStanding {
  /** How many may follow at once. */
  readonly remaining: number;
  /** Milliseconds until everything has come back. */
  readonly reset: number;
  /** Milliseconds until as much as was asked for fits; 0: it fits now. */
  readonly wait: number;
}

/** Milliseconds after which one comes back. */
export function intervalOf({ limit, window }: RateLimit): number {
  return window / limit;
}

/** The moment that is kept after spending `cost` at `now`, when `full` was kept before. */
export function spend(rate: RateLimit, full: number, now: number, cost: number): number {
  return Math.max(full, now) + cost * intervalOf(rate);
}

/** Where a key stands at `now` for which `full` is kept and of which `cost` is asked. */
export function standingOf(rate: RateLimit, full: number, now: number, cost: number): LimitStanding {
  const interval = intervalOf(rate);
  const spent = Math.max(full - now, 0);
  // A tenth against what rounding of moments leaves over.
  const remaining = Math.max(Math.floor((rate.window - spent) / interval + 0.1), 0);
  return {
    remaining,
    reset: spent,
    wait: remaining >= cost ? 0 : Math.max(spent + cost * interval - rate.window, 1),
  };
}
