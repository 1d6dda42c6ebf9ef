/** Requests by the number of their bucket of latencies. */
export type Latencies = Record<string, number>;

/** Buckets while the latency doubles: each is a fifth wider than the one before. */
const PER_DOUBLING = 4;
/** The latency at which the first bucket ends, in milliseconds. */
const SHORTEST = 0.25;
/** The last bucket holds all that took longer than four minutes. */
const LAST = 80;

/** Counts a request that took some milliseconds. */
export function countLatency(latencies: Latencies, milliseconds: number): void {
  const bucket = Math.ceil(Math.log2(Math.max(milliseconds, SHORTEST) / SHORTEST) * PER_DOUBLING);
  const key = Math.min(bucket, LAST);
  latencies[key] = (latencies[key] ?? 0) + 1;
}

/** Adds counts of another histogram. */
export function addLatencies(latencies: Latencies, more: Latencies): void {
  for (const [bucket, count] of Object.entries(more)) latencies[bucket] = (latencies[bucket] ?? 0) + count;
}

/** Milliseconds within which a share of the requests were answered; null: there were none. */
export function percentile(latencies: Latencies, share: number): number | null {
  const buckets = Object.entries(latencies)
    .map(([bucket, count]) => [Number(bucket), count] as const)
    .sort(([one], [other]) => one - other);
  const rank = share * buckets.reduce((sum, [, count]) => sum + count, 0);
  let seen = 0;
  for (const [bucket, count] of buckets) {
    seen += count;
    if (seen >= rank) return Number((SHORTEST * 2 ** (bucket / PER_DOUBLING)).toPrecision(3));
  }
  return null;
}
