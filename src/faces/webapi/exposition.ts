// Metrics in Prometheus' text format: https://prometheus.io/docs/instrumenting/exposition_formats/

type Labels = Readonly<Record<string, string>>;

/** What the comment lines of a metric say. */
interface MetricHead {
  readonly name: string;
  readonly description: string;
  readonly unit?: string;
}

/** The measurements of one series of a histogram. */
interface Distribution {
  /** The number of measurements in each bucket; the last one has those above all bounds. */
  readonly buckets: number[];
  count: number;
  sum: number;
}

/** A histogram of one process. */
interface Histogram {
  record(value: number, labels?: Labels): void;
  text(): string;
}

/** The text of a counter or a gauge; empty without readings. */
export function metricText(
  kind: 'counter' | 'gauge',
  head: MetricHead,
  readings: Iterable<{ readonly value: number; readonly labels?: Labels }>,
): string {
  const name = kind === 'counter' && !head.name.endsWith('_total') ? `${head.name}_total` : head.name;
  let lines = '';
  for (const { value, labels = {} } of readings) {
    const text = labelText(labels);
    lines += `${name}${text && `{${text}}`} ${value}\n`;
  }
  return lines && headText({ ...head, name }, kind) + lines;
}

/** The comment lines of a metric. */
export function headText({ name, description, unit }: MetricHead, kind: string): string {
  return `# HELP ${name} ${description}\n${unit === undefined ? '' : `# UNIT ${name} ${unit}\n`}# TYPE ${name} ${kind}\n`;
}

/** A series of a histogram without measurements. */
export function emptyDistribution(bounds: readonly number[]): Distribution {
  return { buckets: Array<number>(bounds.length + 1).fill(0), count: 0, sum: 0 };
}

/** Adds a measurement. */
export function measure(distribution: Distribution, bounds: readonly number[], value: number): void {
  const bucket = bounds.findIndex((bound) => value <= bound);
  const at = bucket < 0 ? bounds.length : bucket;
  distribution.buckets[at] = (distribution.buckets[at] ?? 0) + 1;
  distribution.count += 1;
  distribution.sum += value;
}

/** The lines of a series of a histogram. `labels`: in the text format, without braces. */
export function distributionText(
  name: string,
  labels: string,
  bounds: readonly number[],
  { buckets, count, sum }: Distribution,
): string {
  const own = labels && `{${labels}}`;
  let text = `${name}_count${own} ${count}\n${name}_sum${own} ${sum}\n`;
  let within = 0;
  buckets.forEach((number, i) => {
    within += number;
    text += `${name}_bucket{${labels && `${labels},`}le="${bounds[i] ?? '+Inf'}"} ${within}\n`;
  });
  return text;
}

/** Creates a histogram. `bounds`: the greatest value of each bucket; a last one has all others. */
export function createHistogram(head: MetricHead, bounds: readonly number[]): Histogram {
  const series = new Map<string, Distribution>();
  return {
    record(value, labels = {}) {
      const key = labelText(labels);
      let one = series.get(key);
      if (!one) series.set(key, (one = emptyDistribution(bounds)));
      measure(one, bounds, value);
    },
    text() {
      let lines = '';
      for (const [labels, one] of series) lines += distributionText(head.name, labels, bounds, one);
      return lines && headText(head, 'histogram') + lines;
    },
  };
}

/** Labels in the text format, without braces. */
function labelText(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${needsEscape.test(value) ? escaped(value) : value}"`)
    .join(',');
}

const needsEscape = /[\\\n"]/;

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');
}
