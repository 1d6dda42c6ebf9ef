import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { cpuSeconds, residentMb } from '../support.ts';
import type { Ledger } from './ledger.ts';
import type { ProcessSample, Sample } from './record.ts';
import type { Servers } from './servers.ts';
import type { Store } from './stores.ts';

/** Where samples are taken from. */
interface Sources {
  readonly servers: Servers;
  readonly store: Store;
  readonly ledger: Ledger;
  readonly var: string;
  /** The folder in which the processes say what only they know. */
  readonly probes: string;
}

/** Looks at everything once; `at`: seconds since the load began. */
export async function takeSample(
  { servers, store, ledger, var: folder, probes }: Sources,
  at: number,
): Promise<Sample> {
  const [first, second] = [servers.first(), servers.second()];
  const processes: Record<string, ProcessSample> = {};
  const server = look(first.pid, probes);
  if (server) processes.server = server;
  const other = second.pid === first.pid ? undefined : look(second.pid, probes);
  if (other) processes.second = other;
  const { databaseMb, walMb, rows } = await store.look();
  return {
    at,
    processes,
    databaseMb,
    walMb,
    rows,
    files: filesBelow(folder),
    made: { ...ledger.made, seconds: Math.round(at) },
    calls: ledger.calls,
  };
}

/** What a process is like; undefined for one that has just ended, or has said nothing yet. */
function look(pid: number, probes: string): ProcessSample | undefined {
  try {
    const probe = JSON.parse(readFileSync(join(probes, `${pid}.json`), 'utf8')) as {
      liveMb?: number;
      delayMs: number;
      resources: number;
    };
    return {
      pid,
      ...probe,
      rssMb: residentMb(pid),
      descriptors: readdirSync(`/proc/${pid}/fd`).length,
      cpu: cpuSeconds(pid),
    };
  } catch {
    return undefined;
  }
}

/** Files by folder below the folder of written data, without the database. */
function filesBelow(folder: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const [top = '', ...below] = path.slice(folder.length + 1).split('/');
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) continue;
    const name = below.length > 0 ? top : 'var';
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
