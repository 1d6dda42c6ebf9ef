import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { row } from './support.ts';

/** Where the ratios of the short form are kept; docs/performance.md quotes them. */
const FILE = new URL('results.json', import.meta.url);

/** A measured ratio grows by chance, more so in the short form; above this it is said to have got worse. */
const TOLERANCE = 1.25;

/** What was measured on one machine on one day: costs as multiples of a ceiling of the same run, less being better. */
interface Results {
  readonly date: string;
  readonly machine: string;
  readonly ratios: Readonly<Record<string, number>>;
}

const measured = new Map<string, number>();

/** Prints a ratio and keeps it for the results. `cost`: how many times as much as the ceiling. */
export function ratio(what: string, cost: number, ceiling: string, note = ''): void {
  if (!Number.isFinite(cost) || cost <= 0) throw new Error(`${what}: ${cost} is no ratio`);
  measured.set(what, cost);
  row(what, `${cost.toFixed(2)} x ${ceiling}`, note);
}

/** Writes what was measured over the results that are kept; parts that did not run keep theirs. */
export function writeResults(): void {
  const ratios = Object.fromEntries([...measured].map(([what, cost]) => [what, Number(cost.toFixed(2))]));
  const results: Results = {
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, Node.js ${process.versions.node}, ${process.platform}`,
    ratios: { ...readResults()?.ratios, ...ratios },
  };
  writeFileSync(FILE, `${JSON.stringify(results, undefined, 2)}\n`);
}

/** Prints which ratios are worse than those that are kept. */
export function printWorse(): void {
  const kept = readResults();
  if (!kept) return;
  const worse = [...measured].filter(([what, cost]) => cost > (kept.ratios[what] ?? Infinity) * TOLERANCE);
  console.log(`\nworse than on ${kept.date} (${kept.machine})`);
  if (worse.length === 0) console.log('nothing');
  for (const [what, cost] of worse) row(what, cost.toFixed(2), `was ${kept.ratios[what]}`);
}

function readResults(): Results | undefined {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8')) as Results;
  } catch {
    return undefined;
  }
}
