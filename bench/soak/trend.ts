/** A measurement at a moment: seconds since the start, and a value in its own unit. */
export type Point = readonly [at: number, value: number];

/** How a series of measurements has moved. */
export interface Trend {
  /** The fitted line at the first and at the last moment. */
  readonly begin: number;
  readonly end: number;
  /** Change an hour, in the unit of the values. */
  readonly hourly: number;
  /** Whether so steady a rise is hardly chance: one in a hundred. */
  readonly isRising: boolean;
}

/** More points make a fit no better, but its pairs many. */
const MOST = 240;
/** The standard normal deviate that chance exceeds once in a hundred times. */
const RARE = 2.33;

/** The middle of the values; 0 where there are none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length === 0) return 0;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The value below which a part (0 to 1) of the values lies; 0 where there are none. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

/**
 * The trend of a series by the median of the slopes of all pairs (Theil and Sen), which a few outliers do not bend, with the test of
 * Mann and Kendall. Undefined for fewer than four points.
 */
export function trendOf(series: readonly Point[]): Trend | undefined {
  const points = thinned(series);
  if (points.length < 4) return undefined;
  const slopes: number[] = [];
  let signs = 0;
  for (const [i, [at, value]] of points.entries()) {
    for (const [later, other] of points.slice(i + 1)) {
      if (later > at) slopes.push((other - value) / (later - at));
      signs += Math.sign(other - value);
    }
  }
  const slope = median(slopes);
  const offset = median(points.map(([at, value]) => value - slope * at));
  return {
    begin: offset + slope * points[0]![0],
    end: offset + slope * points.at(-1)![0],
    hourly: slope * 3600,
    isRising: slope > 0 && deviate(signs, points) > RARE,
  };
}

/** How far the sum of signs lies from what chance gives, in standard deviations; equal values make it less sure. */
function deviate(signs: number, points: readonly Point[]): number {
  const pairs = (n: number): number => n * (n - 1) * (2 * n + 5);
  const ties = Map.groupBy(points, ([, value]) => value).values();
  const tied = [...ties].reduce((sum, { length }) => sum + pairs(length), 0);
  const variance = (pairs(points.length) - tied) / 18;
  return variance <= 0 ? 0 : (Math.abs(signs) - 1) / Math.sqrt(variance);
}

/** Medians of neighbours, so that there are few enough. */
function thinned(series: readonly Point[]): Point[] {
  const size = Math.ceil(series.length / MOST);
  if (size <= 1) return [...series];
  return Array.from({ length: Math.ceil(series.length / size) }, (_, i) => {
    const group = series.slice(i * size, (i + 1) * size);
    return [median(group.map(([at]) => at)), median(group.map(([, value]) => value))];
  });
}

/** The highest value of each stretch of so many seconds: what is removed by steps goes up and down between them. */
export function peaksOf(series: readonly Point[], seconds: number): Point[] {
  const stretches = Map.groupBy(series, ([at]) => Math.floor(at / seconds));
  return [...stretches.values()].map((points) => [points[0]![0], Math.max(...points.map(([, value]) => value))]);
}
