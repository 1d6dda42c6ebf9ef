const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * Pauses after the first failure of an event, the second, and so on; after the last one the event becomes a dead
 * letter.
 */
const pauses = [
  5 * SECOND,
  30 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/** Consecutive failed requests after which deliveries to a provider are paused. */
export const BREAKS_AT = 5;
const FIRST_PROBE = 10 * SECOND;
const LONGEST_PROBE = 5 * MINUTE;

/** Jitter of up to 10 percent either way, so that events that failed together are not retried together. */
const jittered = (milliseconds: number): number => Math.round(milliseconds * (0.9 + 0.2 * Math.random()));

/** Delay before the next attempt, in milliseconds; undefined when no attempts remain. */
export function pauseAfter(attempts: number): number | undefined {
  const pause = pauses[attempts - 1];
  return pause === undefined ? undefined : jittered(pause);
}

/** Pause of a provider after consecutive failures, in milliseconds; 0: none. */
export function breakAfter(failures: number): number {
  if (failures < BREAKS_AT) return 0;
  return jittered(Math.min(FIRST_PROBE * 2 ** Math.min(failures - BREAKS_AT, 16), LONGEST_PROBE));
}
