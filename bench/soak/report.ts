import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawPicture, MOST_LINES, type PictureLine } from './picture.ts';
import type { ProcessSample, Sample, SoakRecord } from './record.ts';
import { tableRules } from './table-rules.ts';
import type { Point } from './trend.ts';
import type { Finding } from './verdict.ts';

/** What the summary says at its top. */
interface Heading {
  readonly minutes: number;
  readonly rate: number;
  readonly database: string;
  readonly machine: string;
  readonly days: number;
  readonly restarts: number;
}

/** Writes the pictures, the samples and the summary into a folder. */
export function writeReport(folder: string, record: SoakRecord, findings: readonly Finding[], heading: Heading): void {
  const pictures = Object.entries(picturesOf(record)).map(([name, svg]) => {
    writeFileSync(join(folder, `${name}.svg`), svg);
    return `![${name}](${name}.svg)`;
  });
  writeFileSync(join(folder, 'record.json'), JSON.stringify(record));
  const last = record.samples.at(-1);
  const failed = findings.filter(({ isBad }) => isBad);
  const made = Object.entries(last?.made ?? {}).map(([what, count]) => `${count} ${what}`);
  const text = [
    `# Soak of ${heading.minutes} minutes: ${failed.length === 0 ? 'passed' : `failed in ${failed.length} ways`}`,
    '',
    `${heading.database}, ${heading.machine}. ${last?.calls ?? 0} calls at ${heading.rate} a second, ${heading.days.toFixed(1)} days by the shop's clock, ${heading.restarts} restarts of the second process.`,
    `Made: ${made.join(', ')}.`,
    '',
    '| verdict | kind | what | figures |',
    '| ------- | ---- | ---- | ------- |',
    ...[...failed, ...findings.filter(({ isBad }) => !isBad)].map(
      ({ isBad, kind, what, text: figures }) =>
        `| ${isBad ? '**failed**' : 'passed'} | ${kind} | ${cell(what)} | ${cell(figures)} |`,
    ),
    '',
    ...pictures,
    '',
  ];
  writeFileSync(join(folder, 'summary.md'), text.join('\n'));
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

/** What figures of a process are called in pictures. */
const names: Readonly<Record<keyof ProcessSample, string>> = {
  pid: 'process id',
  rssMb: 'resident',
  liveMb: 'live heap',
  delayMs: 'event loop',
  descriptors: 'descriptors',
  resources: 'timers and sockets',
  cpu: 'seconds of processor',
};

function picturesOf(record: SoakRecord): Record<string, string> {
  const { samples, warmUp, retention, latencies } = record;
  const series = (value: (sample: Sample) => number | undefined): Point[] =>
    samples.flatMap((sample): Point[] => {
      const found = value(sample);
      return found === undefined ? [] : [[sample.at, found]];
    });
  const of = (name: string, field: keyof ProcessSample): PictureLine => ({
    name: `${name}, ${names[field]}`,
    points: series(({ processes }) => processes[name]?.[field]),
    trendFrom: name === 'server' ? warmUp : undefined,
  });
  const tables = busiest(samples);
  const rows = (names: readonly string[], trendFrom: number): PictureLine[] =>
    names.slice(0, MOST_LINES).map((name) => ({ name, points: series(({ rows: all }) => all[name]), trendFrom }));
  const folders = Object.keys(samples.at(-1)?.files ?? {});
  const classes = Object.entries(latencies).sort(([a], [b]) => a.localeCompare(b));
  const pictures: Record<string, string> = {
    memory: drawPicture('Memory', 'MB', [
      of('server', 'rssMb'),
      of('server', 'liveMb'),
      of('second', 'rssMb'),
      of('second', 'liveMb'),
    ]),
    'event-loop': drawPicture('Longest delay of the event loop', 'ms', [
      of('server', 'delayMs'),
      of('second', 'delayMs'),
    ]),
    descriptors: drawPicture('Descriptors, timers and sockets', '', [
      of('server', 'descriptors'),
      of('server', 'resources'),
    ]),
    processor: drawPicture('Processor of the first process', '%', [
      { name: 'server', points: busyness(samples), trendFrom: warmUp },
    ]),
    database: drawPicture('Database', 'MB', [
      { name: 'database', points: series(({ databaseMb }) => databaseMb), trendFrom: warmUp },
      { name: 'write-ahead log', points: series(({ walMb }) => walMb), trendFrom: warmUp },
    ]),
    'tables-removed': drawPicture(
      'Tables that retention or removal bounds',
      'rows',
      rows(tables.bounded, warmUp + retention),
    ),
    'tables-kept': drawPicture('Tables of business records', 'rows', rows(tables.kept, warmUp)),
    files: drawPicture(
      'Files below var',
      '',
      folders
        .slice(0, MOST_LINES)
        .map((name) => ({ name, points: series(({ files }) => files[name]), trendFrom: warmUp + retention })),
    ),
  };
  for (let i = 0; i * MOST_LINES < classes.length; i++) {
    const some = classes.slice(i * MOST_LINES, (i + 1) * MOST_LINES);
    const lines = some.map(([name, windows]): PictureLine => ({
      name,
      points: windows.map(({ at, p50 }) => [at, p50]),
      trendFrom: warmUp,
    }));
    pictures[`latencies-${i + 1}`] = drawPicture('Median latency by class of call', 'ms', lines);
  }
  return pictures;
}

/** The tables that have changed most, in two groups. */
function busiest(samples: readonly Sample[]): { bounded: string[]; kept: string[] } {
  const span = (name: string): number => {
    const values = samples.map(({ rows }) => rows[name] ?? 0);
    return Math.max(...values) - Math.min(...values);
  };
  const names = Object.keys(samples.at(-1)?.rows ?? {}).filter((name) => span(name) > 0);
  const sorted = names.sort((a, b) => span(b) - span(a));
  return {
    bounded: sorted.filter((name) => !tableRules[name]),
    kept: sorted.filter((name) => tableRules[name]),
  };
}

/** How much of a core the first process used between samples. */
function busyness(samples: readonly Sample[]): Point[] {
  return samples.slice(1).flatMap(({ at, processes: { server } }, i): Point[] => {
    const before = samples[i]!;
    const old = before.processes.server;
    return server && old ? [[at, (100 * (server.cpu - old.cpu)) / (at - before.at)]] : [];
  });
}
