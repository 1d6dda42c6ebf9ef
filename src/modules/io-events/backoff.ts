const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pauses after the first failure of an event, the second, …; after the last of them it is given up. */
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

/** Requests that fail in a row until a provider is left alone. */
export const BREAKS_AT = 5;
const FIRST_PROBE = 10 * SECOND;
const LONGEST_PROBE = 5 * MINUTE;

/** So that what has failed together does not come back together: up to a tenth more or less. */
const jittered = (milliseconds: number): number => Math.round(milliseconds * (0.9 + 0.2 * Math.random()));

/** Milliseconds until an event is tried again that has failed so often; undefined: it is given up. */
export function pauseAfter(attempts: number): number | undefined {
  const pause = pauses[attempts - 1];
  return pause === undefined ? undefined : jittered(pause);
}

/** Milliseconds until a provider is asked again after so many failures in a row; 0: at once. */
export function breakAfter(failures: number): number {
  if (failures < BREAKS_AT) return 0;
  return jittered(Math.min(FIRST_PROBE * 2 ** Math.min(failures - BREAKS_AT, 16), LONGEST_PROBE));
}
