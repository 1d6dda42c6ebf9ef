/**
 * The arithmetic of a rate limit: units of a window may be spent at once or spread, and are refilled evenly (generic cell rate
 * algorithm). The state of a key is one moment: when it is full again.
 */
export interface RateLimit {
  /** Units per window. */
  readonly limit: number;
  /** Length of the window in milliseconds. */
  readonly window: number;
}

/** The state of a key. */
export interface LimitStanding {
  /** Units that may be spent now. */
  readonly remaining: number;
  /** Milliseconds until the key is full again. */
  readonly reset: number;
  /** Milliseconds until the requested cost fits; 0: it fits now. */
  readonly wait: number;
}

/** Milliseconds after which one unit is refilled. */
export function intervalOf({ limit, window }: RateLimit): number {
  return window / limit;
}

/** The new state after spending `cost` at `now`; `full`: the state before. */
export function spend(rate: RateLimit, full: number, now: number, cost: number): number {
  return Math.max(full, now) + cost * intervalOf(rate);
}

/** The standing of a key with the state `full` at `now`, for a request of `cost`. */
export function standingOf(rate: RateLimit, full: number, now: number, cost: number): LimitStanding {
  const interval = intervalOf(rate);
  const spent = Math.max(full - now, 0);
  // A tenth compensates for rounded moments.
  const remaining = Math.max(Math.floor((rate.window - spent) / interval + 0.1), 0);
  return {
    remaining,
    reset: spent,
    wait: remaining >= cost ? 0 : Math.max(spent + cost * interval - rate.window, 1),
  };
}
