import { writeFileSync } from 'node:fs';
import { Session, type Profiler } from 'node:inspector/promises';
import { createRequire } from 'node:module';
import type Sqlite from 'better-sqlite3';
import type { Recording } from './recording.ts';

// Loaded into a server before its own code. At SIGUSR2 it starts to sample the main thread; at the next one it writes what was
// sampled to the file that PROFILE_FILE names.

/** Microseconds between two samples. */
const INTERVAL = 1000;
/** Characters of a statement that name it. */
const NAME_LENGTH = 110;

type Method = (this: unknown, ...values: unknown[]) => unknown;

let session: Session | undefined;
/** Seconds of CPU that commits took: their samples also count the time for which the disk lets them wait. */
let commitCpu = 0;
let commitBegun = 0;

process.on('SIGUSR2', () => void toggle());

async function toggle(): Promise<void> {
  if (!session) {
    session = new Session();
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: INTERVAL });
    commitBegun = commitCpu;
    await session.post('Profiler.start');
    return;
  }
  const { profile }: { profile: Profiler.Profile } = await session.post('Profiler.stop');
  session.disconnect();
  session = undefined;
  const recording: Recording = { profile, commitCpu: commitCpu - commitBegun };
  writeFileSync(process.env['PROFILE_FILE']!, JSON.stringify(recording));
}

/** The library that the program loads: the one beside it, not that of `node_modules`. */
const library = '../../dist/libraries/better-sqlite3/lib/index.js';

nameStatements();

/** Gives each prepared statement functions of its own, whose names the profiler shows: `SQL: ` and the text. */
function nameStatements(): void {
  const { prototype } = createRequire(import.meta.url)(library) as typeof Sqlite;
  const database = prototype as unknown as Record<'prepare', Method>;
  const { prepare } = database;
  database.prepare = function (text, ...more) {
    const statement = prepare.call(this, text, ...more) as Record<'run' | 'all', Method>;
    const isCommit = text === 'commit';
    const label = `SQL: ${String(text).replace(/\s+/g, ' ').slice(0, NAME_LENGTH)}`;
    for (const method of ['run', 'all'] as const) {
      const own = named(label, statement[method]);
      Object.defineProperty(statement, method, { value: isCommit ? timed(own) : own });
    }
    return statement;
  };
}

/** A method that is called `label`. The profiler shows the name that stands in the source, so there has to be a source. */
function named(label: string, method: Method): Method {
  // oxlint-disable-next-line no-implied-eval, no-new-func -- see above; nothing in it comes from outside of the program
  const make = new Function(
    'method',
    `return ({${JSON.stringify(label)}(...values){return method.apply(this,values)}})`,
  );
  return (make(method) as Record<string, Method>)[label]!;
}

const sleeper = new Int32Array(new SharedArrayBuffer(4));

/** The kernel counts a thread's time when it is interrupted or sleeps: what came before must not count as the commit's. */
function letTimeBeCounted(): void {
  Atomics.wait(sleeper, 0, 0, 0.01);
}

function timed(method: Method): Method {
  return function (...values) {
    letTimeBeCounted();
    const before = process.threadCpuUsage();
    const result = method.apply(this, values);
    const { user, system } = process.threadCpuUsage(before);
    commitCpu += (user + system) / 1e6;
    return result;
  };
}
