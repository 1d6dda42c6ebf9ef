import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** A figure of Souk beside that of its ceiling, both of one run: milliseconds, or MB of memory. */
export interface Figure {
  readonly souk: number;
  /** Undefined where nothing stands for itself as a ceiling. */
  readonly ceiling?: number | undefined;
}

/** What was measured of one kind of call or work, here and far away. */
export interface Measured {
  readonly goal: string;
  /** What the ceiling is; undefined: there is none. */
  readonly ceiling?: string | undefined;
  readonly near: Figure;
  readonly far: Figure;
  /** CPU of both sides, near by, in multiples of the ceiling's. */
  readonly cpu?: number | undefined;
  /** Round trips to the database in sequence; of work in batches, for each of its pieces. */
  readonly roundTrips?: number | undefined;
}

/** What one run has measured. */
export interface PostgresResults {
  readonly date: string;
  readonly machine: string;
  /** Milliseconds that a bare statement took, near by and through the relay. */
  readonly roundTrip: { readonly near: number; readonly far: number };
  readonly measured: Readonly<Record<string, Measured>>;
}

const FILE = new URL('../postgres.json', import.meta.url);
const PAGE = new URL('../../docs/performance.md', import.meta.url);
const BEGIN = '<!-- bench/postgres.json -->\n\n';
const END = '\n<!-- end -->';

/** The results of the last run. */
export function readPostgresResults(): PostgresResults {
  return JSON.parse(readFileSync(FILE, 'utf8')) as PostgresResults;
}

/** Writes results to bench/postgres.json, and their table into docs/performance.md. */
export function writePostgresResults(run: Omit<PostgresResults, 'date' | 'machine'>): void {
  const results: PostgresResults = {
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, Node.js ${process.versions.node}, PostgreSQL on the same machine`,
    ...run,
  };
  const text = JSON.stringify(results, (_, value: unknown) => (typeof value === 'number' ? rounded(value) : value), 2);
  writeFileSync(FILE, `${text}\n`);
  const page = readFileSync(PAGE, 'utf8');
  const [from, to] = [page.indexOf(BEGIN) + BEGIN.length, page.indexOf(END)];
  writeFileSync(PAGE, page.slice(0, from) + tableOf(readPostgresResults()) + page.slice(to));
}

/** The part of docs/performance.md that is made of the results; undefined where the page has none. */
export function writtenTable(): string | undefined {
  const page = readFileSync(PAGE, 'utf8');
  const from = page.indexOf(BEGIN);
  return from < 0 ? undefined : page.slice(from + BEGIN.length, page.indexOf(END));
}

/** The results as a table of Markdown, formatted as the formatter does. */
export function tableOf({ date, machine, roundTrip, measured }: PostgresResults): string {
  const heads = ['what', 'goal', 'near', 'ceiling', 'times', 'CPU', 'far', 'ceiling', 'times', 'round trips'];
  const lines = Object.entries(measured).map(([what, { goal, near, far, cpu, roundTrips }]) => [
    what,
    goal,
    shown(near.souk),
    shown(near.ceiling),
    timesOf(near),
    cpu === undefined ? '' : `${shown(cpu)} x`,
    shown(far.souk),
    shown(far.ceiling),
    timesOf(far),
    shown(roundTrips),
  ]);
  const widths = heads.map((head, i) => Math.max(head.length, ...lines.map((line) => line[i]!.length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  const withCeilings = Object.entries(measured).filter(([, one]) => one.ceiling !== undefined);
  const ceilings = Map.groupBy(withCeilings, ([, one]) => one.ceiling);
  return [
    `Of ${date}, on ${machine}. A bare statement took ${shown(roundTrip.near)} ms near by, and ${shown(roundTrip.far)} ms far away.`,
    '',
    line(heads),
    rule,
    ...lines.map(line),
    '',
    'The ceilings:',
    '',
    ...[...ceilings].map(([ceiling, of]) => `- ${of.map(([what]) => what).join('; ')}: ${ceiling}.`),
    '',
  ].join('\n');
}

function timesOf({ souk, ceiling }: Figure): string {
  return ceiling === undefined ? '' : `${shown(souk / ceiling)} x`;
}

function shown(value: number | undefined): string {
  return value === undefined ? '' : String(rounded(value));
}

/** Two significant digits say as much as a figure of a shared machine can; three from 100 on. */
function rounded(value: number): number {
  return Number(value.toPrecision(value >= 100 ? 3 : 2));
}
