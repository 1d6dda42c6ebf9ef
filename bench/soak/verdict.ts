import type { LatencyWindow, ProcessSample, Sample, SoakRecord } from './record.ts';
import { tableRules } from './table-rules.ts';
import { median, peaksOf, quantile, trendOf, type Point, type Trend } from './trend.ts';

/** What the soak says of one thing. */
export interface Finding {
  readonly kind: 'memory' | 'descriptors' | 'table' | 'files' | 'latency' | 'answers' | 'books';
  readonly what: string;
  readonly isBad: boolean;
  readonly text: string;
}

/** How much may be gained after the warm-up before a steady rise counts: a part of the level, and an amount in the unit. */
interface Allowance {
  readonly part: number;
  readonly amount: number;
}
const allowances = {
  live: { part: 0.06, amount: 4 },
  rss: { part: 0.12, amount: 20 },
  descriptors: { part: 0.1, amount: 8 },
  resources: { part: 0.25, amount: 20 },
  rows: { part: 0.15, amount: 40 },
  files: { part: 0.1, amount: 5 },
  wal: { part: 1, amount: 16 },
} satisfies Record<string, Allowance>;

/** A median latency may become so many times what it was, and so many milliseconds more. */
const drift = { times: 1.75, ms: 8 };
/** A run too short for a trend is judged by its books and answers alone. */
const SHORTEST = 300;

/** The findings of a run; it failed where one of them is bad. */
export function judge(record: SoakRecord): Finding[] {
  const longEnough = record.seconds >= SHORTEST;
  return [
    ...(longEnough ? [...memory(record), ...tables(record), ...files(record), ...latencies(record)] : []),
    ...answers(record),
    ...books(record),
  ];
}

/** Whether a series keeps rising by more than is allowed: over the whole of it, and in its second half by its share of that. */
export function outgrows(series: readonly Point[], { part, amount }: Allowance): Trend | undefined {
  const whole = trendOf(series);
  const late = trendOf(series.slice(series.length >> 1));
  if (!whole?.isRising || !late) return undefined;
  const allowed = part * median(series.map(([, value]) => value)) + amount;
  // What fills up slows down: a rise that has nearly ended is no leak.
  const isEnding = late.end - late.begin < (whole.end - whole.begin) / 4;
  return whole.end - whole.begin > allowed && !isEnding ? whole : undefined;
}

function memory(record: SoakRecord): Finding[] {
  const samples = after(record, record.warmUp);
  const one = (
    kind: 'memory' | 'descriptors',
    what: string,
    allowance: Allowance,
    value: (sample: ProcessSample) => number | undefined,
  ): Finding =>
    growth(
      kind,
      `${what} of the server`,
      samples.flatMap(({ at, processes: { server } }): Point[] => {
        const found = server && value(server);
        return found === undefined ? [] : [[at, found]];
      }),
      allowance,
    );
  return [
    one('memory', 'live heap (MB)', allowances.live, ({ liveMb }) => liveMb),
    one('memory', 'resident memory (MB)', allowances.rss, ({ rssMb }) => rssMb),
    one('descriptors', 'open descriptors', allowances.descriptors, ({ descriptors }) => descriptors),
    one('descriptors', 'timers and sockets', allowances.resources, ({ resources }) => resources),
    growth(
      'files',
      'write-ahead log (MB)',
      samples.map(({ at, walMb }) => [at, walMb]),
      allowances.wal,
    ),
  ];
}

function growth(kind: Finding['kind'], what: string, series: readonly Point[], allowance: Allowance): Finding {
  const bad = outgrows(series, allowance);
  const trend = bad ?? trendOf(series);
  const text = trend
    ? `${shown(trend.begin)} to ${shown(trend.end)} after the warm-up (${signed(trend.hourly)} an hour)`
    : `${series.length} measurements: too few for a trend`;
  return { kind, what, isBad: bad !== undefined, text };
}

/**
 * Tables of business records may grow with what the load has made, by a bounded number of rows each. Every other table has to stay
 * as it is once its retention has come round: a table that nobody thought of is found because it is in no list.
 */
function tables(record: SoakRecord): Finding[] {
  const names = Object.keys(record.samples.at(-1)?.rows ?? {});
  return names.flatMap((name): Finding[] => {
    const rule = tableRules[name];
    if (rule) return recordTable(record, name, rule);
    const samples = after(record, record.warmUp + record.retention);
    const rows = samples.map(({ at, rows: all }): Point => [at, all[name] ?? 0]);
    const series = peaksOf(rows, record.retention / 2);
    const finding = growth('table', name, series, allowances.rows);
    return finding.isBad || isBusy(record, name) ? [finding] : [];
  });
}

/** Whether a table of no list has changed at all; the others are not worth a line. */
function isBusy({ samples }: SoakRecord, name: string): boolean {
  return new Set(samples.map(({ rows }) => rows[name] ?? 0)).size > 1;
}

function recordTable({ samples }: SoakRecord, name: string, rule: { per: string; atMost: number }): Finding[] {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last) return [];
  const rows = (last.rows[name] ?? 0) - (first.rows[name] ?? 0);
  const made = (last.made[rule.per] ?? 0) - (first.made[rule.per] ?? 0);
  if (rows <= 0) return [];
  const isBad = rows > rule.atMost * made + allowances.rows.amount;
  return [
    {
      kind: 'table',
      what: name,
      isBad,
      text: `${rows} rows more with ${made} ${rule.per}${isBad ? `: at most ${rule.atMost} each are explained` : ''}`,
    },
  ];
}

function files(record: SoakRecord): Finding[] {
  const samples = after(record, record.warmUp + record.retention);
  const folders = Object.keys(record.samples.at(-1)?.files ?? {});
  return folders.map((folder) =>
    growth(
      'files',
      `files in ${folder}`,
      samples.map(({ at, files: count }): Point => [at, count[folder] ?? 0]),
      allowances.files,
    ),
  );
}

function latencies({ latencies: classes, warmUp, yardstick }: SoakRecord): Finding[] {
  const slower = timesSlower(yardstick.filter(([at]) => at >= warmUp));
  return Object.entries(classes).flatMap(([what, windows]): Finding[] => {
    const judged = windows.filter(({ at, count }) => at >= warmUp && count >= 5);
    const series = judged.map(({ at, p50 }): Point => [at, p50]);
    const trend = trendOf(series);
    if (!trend) return [];
    const isBad =
      trend.isRising &&
      trend.end > trend.begin * drift.times * Math.max(1, slower) &&
      trend.end - trend.begin > drift.ms;
    const worst = quantile(
      judged.map(({ p99 }: LatencyWindow) => p99),
      0.5,
    );
    const text = `median ${shown(trend.begin)} to ${shown(trend.end)} ms, p99 ${shown(worst)} ms`;
    return [{ kind: 'latency', what, isBad, text }];
  });
}

/** How many times slower the machine itself has become: others may use it. */
function timesSlower(yardstick: readonly Point[]): number {
  const trend = trendOf(yardstick);
  return trend && trend.begin > 0 ? trend.end / trend.begin : 1;
}

function answers({ unexpected }: SoakRecord): Finding[] {
  const found = Object.entries(unexpected);
  if (found.length === 0) return [{ kind: 'answers', what: 'answers', isBad: false, text: 'all as they should be' }];
  return found.map(([what, count]) => ({ kind: 'answers', what, isBad: true, text: `${count} times` }));
}

function books({ books: entries }: SoakRecord): Finding[] {
  return entries.map(({ what, count, wrong, wrongCount }) => ({
    kind: 'books',
    what,
    isBad: wrongCount > 0,
    text: wrongCount > 0 ? `${wrongCount} of ${count} wrong: ${wrong.join('; ')}` : `${count}, all right`,
  }));
}

function after({ samples }: SoakRecord, seconds: number): Sample[] {
  return samples.filter(({ at }) => at >= seconds);
}

/** A figure of three digits or so. */
export function shown(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2);
}

function signed(value: number): string {
  return `${value < 0 ? '' : '+'}${shown(value)}`;
}
