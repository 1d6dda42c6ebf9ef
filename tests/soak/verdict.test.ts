import { describe, expect, it } from 'vitest';
import type { ProcessSample, Sample, SoakRecord } from '../../bench/soak/record.ts';
import { judge, outgrows, type Finding } from '../../bench/soak/verdict.ts';
import { median, trendOf, type Point } from '../../bench/soak/trend.ts';
import * as fc from '../support/properties.ts';

const SECONDS = 3600;
const INTERVAL = 10;

/** Noise that is the same in every run, from -1 to 1. */
function noise(i: number): number {
  const mixed = Math.imul(i + 1, 0x9e3779b1) ^ (Math.imul(i + 1, 0x85ebca6b) >>> 13);
  return ((mixed >>> 0) / 2 ** 32) * 2 - 1;
}

/** What differs from a healthy run at a moment: `part` goes from 0 to 1. */
interface Change {
  readonly server?: (part: number) => Partial<ProcessSample>;
  readonly rows?: (part: number) => Record<string, number>;
  readonly files?: (part: number) => Record<string, number>;
  readonly made?: (part: number) => Record<string, number>;
}

/** An hour in which nothing leaks: everything is noisy, and tables go up and down with their retention. */
function hour(change: Change = {}, over: Partial<SoakRecord> = {}): SoakRecord {
  const samples = Array.from({ length: SECONDS / INTERVAL }, (_, i): Sample => {
    const at = i * INTERVAL;
    const part = at / SECONDS;
    const made = { orders: Math.round(2000 * part), carts: Math.round(3000 * part), ...change.made?.(part) };
    return {
      at,
      processes: {
        server: {
          pid: 1,
          rssMb: 260 + 12 * noise(i),
          liveMb: 85 + 2 * noise(i + 7000),
          delayMs: 20,
          descriptors: Math.round(60 + 5 * noise(i + 100)),
          resources: Math.round(70 + 20 * noise(i + 300)),
          cpu: 900 * part,
          ...change.server?.(part),
        },
      },
      databaseMb: 30 + 20 * part,
      walMb: 4 + noise(i + 900),
      rows: {
        audit_entry: 900 + Math.round(200 * noise(i + 4000)),
        sales_order: 19 + made.orders,
        store: 3,
        ...change.rows?.(part),
      },
      files: { media: 300, ...change.files?.(part) },
      made,
      calls: Math.round(70_000 * part),
    };
  });
  return {
    seconds: SECONDS,
    warmUp: SECONDS / 4,
    retention: SECONDS / 12,
    samples,
    latencies: { search: latencies((_, i) => 6 + noise(i)) },
    yardstick: samples.map(({ at }, i) => [at, 1 + 0.1 * noise(i + 50)]),
    unexpected: {},
    books: [{ what: 'orders that exist once', count: 2000, wrong: [], wrongCount: 0 }],
    ...over,
  };
}

function latencies(p50: (part: number, i: number) => number): SoakRecord['latencies'][string] {
  return Array.from({ length: 40 }, (_, i) => ({ at: (i * SECONDS) / 40, count: 30, p50: p50(i / 40, i), p99: 60 }));
}

const bad = (record: SoakRecord): Pick<Finding, 'kind' | 'what'>[] =>
  judge(record).flatMap(({ isBad, kind, what }) => (isBad ? [{ kind, what }] : []));

describe('the verdict passes', () => {
  it('a healthy hour', () => {
    expect(bad(hour())).toEqual([]);
    expect(judge(hour()).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['memory', 'descriptors', 'table', 'files', 'latency', 'answers', 'books']),
    );
  });

  it('caches that fill up and stay full', () => {
    const filling = (part: number): number => 85 + 30 * (1 - Math.exp(-12 * part));
    expect(bad(hour({ server: (part) => ({ liveMb: filling(part), rssMb: 180 + filling(part) }) }))).toEqual([]);
  });

  it('a table that is full after its retention, and one that empties by steps', () => {
    const rows = (part: number): Record<string, number> => ({
      change: Math.min(4000, part * 48_000),
      operation: Math.round(3000 * ((part * 12) % 1)),
    });
    expect(bad(hour({ rows }))).toEqual([]);
  });

  it('latencies that grow because the machine has become slower', () => {
    const slower = (part: number): number => 10 + 30 * part;
    const yardstick = hour().samples.map(({ at }): Point => [at, slower(at / SECONDS)]);
    expect(bad(hour({}, { latencies: { search: latencies(slower) }, yardstick }))).toEqual([]);
  });
});

describe('the verdict fails', () => {
  it('a leak of a fifth of the live heap within an hour, under noise', () => {
    expect(bad(hour({ server: (part) => ({ liveMb: 85 + 20 * part + 2 * noise(part * 360) }) }))).toEqual([
      { kind: 'memory', what: 'live heap (MB) of the server' },
    ]);
  });

  it('resident memory that grows outside of the heap', () => {
    expect(bad(hour({ server: (part) => ({ rssMb: 260 + 120 * part }) }))).toEqual([
      { kind: 'memory', what: 'resident memory (MB) of the server' },
    ]);
  });

  it('descriptors and timers that are never given back', () => {
    const server = (part: number): Partial<ProcessSample> => ({
      descriptors: Math.round(60 + 60 * part),
      resources: Math.round(70 + 200 * part),
    });
    expect(bad(hour({ server })).map(({ what }) => what)).toEqual([
      'open descriptors of the server',
      'timers and sockets of the server',
    ]);
  });

  it('a table that nothing shortens, also one that nobody has listed', () => {
    const rows = (part: number): Record<string, number> => ({ brand_new_table: Math.round(3000 * part) });
    expect(bad(hour({ rows }))).toEqual([{ kind: 'table', what: 'brand_new_table' }]);
  });

  it('a business table with more rows than were made', () => {
    const rows = (part: number): Record<string, number> => ({ sales_order: 19 + Math.round(2600 * part) });
    expect(bad(hour({ rows }))).toEqual([{ kind: 'table', what: 'sales_order' }]);
  });

  it('files that are left behind', () => {
    expect(bad(hour({ files: (part) => ({ tmp: Math.round(500 * part) }) }))).toEqual([
      { kind: 'files', what: 'files in tmp' },
    ]);
  });

  it('a class of calls that becomes slower on a machine that does not', () => {
    expect(bad(hour({}, { latencies: { search: latencies((part) => 10 + 30 * part) } }))).toEqual([
      { kind: 'latency', what: 'search' },
    ]);
  });

  it('answers that should not have been, and wrong books, however short the run was', () => {
    const books = [{ what: 'orders that exist once', count: 9, wrong: ['a is lost'], wrongCount: 1 }];
    const record = hour({}, { seconds: 60, samples: [], unexpected: { 'GET /x answered 500': 2 }, books });
    expect(bad(record)).toEqual([
      { kind: 'answers', what: 'GET /x answered 500' },
      { kind: 'books', what: 'orders that exist once' },
    ]);
  });
});

describe('a trend', () => {
  it('is the line that was drawn, whatever a fifth of the points say', () => {
    const line = fc.record({
      slope: fc.double({ min: -5, max: 5, noNaN: true }),
      offset: fc.double({ min: -100, max: 100, noNaN: true }),
      outliers: fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 8, maxLength: 8 }),
    });
    fc.assert(
      fc.property(line, ({ slope, offset, outliers }) => {
        const points = Array.from({ length: 40 }, (_, i): Point => [
          i,
          i % 5 === 2 ? outliers[(i - 2) / 5]! : offset + slope * i,
        ]);
        const trend = trendOf(points)!;
        // The median of the slopes lies among those of the true pairs' neighbours; without outliers it is theirs.
        const clean = trendOf(points.filter((_, i) => i % 5 !== 2))!;
        expect(clean.hourly / 3600).toBeCloseTo(slope, 6);
        expect(clean.begin).toBeCloseTo(offset, 6);
        const good = points.filter((_, i) => i % 5 !== 2).map(([, value]) => value);
        expect(trend.begin).toBeGreaterThan(Math.min(...good) - (Math.max(...good) - Math.min(...good)) - 1);
        expect(trend.begin).toBeLessThan(Math.max(...good) + (Math.max(...good) - Math.min(...good)) + 1);
      }),
      { numRuns: 50 },
    );
  });

  it('is hardly ever seen in noise', () => {
    const seen = Array.from({ length: 200 }, (_, run) =>
      trendOf(Array.from({ length: 60 }, (_, i): Point => [i, noise(run * 1000 + i)])),
    ).filter((trend) => trend?.isRising);
    expect(seen.length).toBeLessThan(12);
  });

  it('of constant values does not rise, and of few there is none', () => {
    expect(trendOf(Array.from({ length: 50 }, (_, i): Point => [i, 7]))).toMatchObject({
      begin: 7,
      end: 7,
      isRising: false,
    });
    expect(
      trendOf([
        [0, 1],
        [1, 2],
      ]),
    ).toBeUndefined();
    expect(
      outgrows(
        [
          [0, 1],
          [1, 2],
        ],
        { part: 0, amount: 0 },
      ),
    ).toBeUndefined();
    expect(median([])).toBe(0);
  });
});
