import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { call, end, firstAddress } from '../support.ts';

/** A server process that calls can go to. */
export interface Target {
  readonly base: string;
  readonly pid: number;
  /** Whether it was told to end, or killed: answers may be missing. */
  isGone(): boolean;
}

/** The processes of the shop under load. */
export interface Servers {
  /** It serves and executes operations, from the beginning to the end. */
  first(): Target;
  /** It serves beside the first; while it is restarted, that is the first. */
  second(): Target;
  /** Ends the second, in order or by a kill, and starts another in its place. */
  restartSecond(isKilled: boolean): Promise<void>;
  /** Moves the clocks of all processes to so many milliseconds ahead of the machine's. */
  moveClock(ahead: number): Promise<void>;
  /** Processes that ended without being told to. */
  crashes(): readonly string[];
  stop(): Promise<void>;
}

/** Where the servers keep what they write, and what else they are told. */
interface ServersPlace {
  readonly var: string;
  readonly results: string;
  readonly env: Readonly<Record<string, string>>;
  /** Seconds between two samples. */
  readonly interval: number;
}

/** Starts both processes on one database, the first with the demo. */
export async function startServers(place: ServersPlace): Promise<Servers> {
  const probes = join(place.results, 'probes');
  mkdirSync(probes, { recursive: true });
  const log = createWriteStream(join(place.results, 'server.log'));
  let ahead = 0;
  const crashed: string[] = [];
  const start = async (args: readonly string[], port: string): Promise<Target & { readonly child: ChildProcess }> => {
    const env = {
      ...process.env,
      SOUK_SHUTDOWN_GRACE: '0',
      ...place.env,
      PORT: port,
      SOUK_CONTROL: '1',
      SOUK_VAR: place.var,
      SOUK_ADMIN_PASSWORD: 'Admin123!',
      SOUK_LOG: 'warn',
      SOAK_PROBE: probes,
      SOAK_SAMPLE_SECONDS: String(place.interval),
      NODE_OPTIONS: `--import=${new URL('probe.mjs', import.meta.url).href}`,
    };
    const child = spawn('bin/souk', ['serve', ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stderr.pipe(log, { end: false });
    let isGone = false;
    child.once('exit', (code, signal) => {
      if (!isGone) crashed.push(`process ${child.pid} ended with ${signal ?? code}`);
      isGone = true;
    });
    const kill = child.kill.bind(child);
    child.kill = (signal) => ((isGone = true), kill(signal));
    const base = await firstAddress(child);
    await setClock(base, ahead);
    return { base, pid: child.pid!, isGone: () => isGone, child };
  };
  const first = await start(['--demo'], '0');
  let second = await start(['--no-consumer'], '0');
  let up = true;
  return {
    first: () => first,
    second: () => (up ? second : first),
    async restartSecond(isKilled) {
      up = false;
      // What is under way ends first, as behind a proxy that takes a server out; a kill comes without warning.
      if (isKilled) {
        const ended = new Promise((resolve) => second.child.once('exit', resolve));
        second.child.kill('SIGKILL');
        await ended;
      } else {
        await pause(500);
        await end(second.child);
      }
      second = await start(['--no-consumer'], '0');
      up = true;
    },
    async moveClock(milliseconds) {
      ahead = milliseconds;
      await setClock(first.base, ahead);
      const target = second;
      try {
        if (up) await setClock(target.base, ahead);
      } catch (error) {
        // One that was killed meanwhile has a successor, which is told when it starts.
        if (!target.isGone()) throw error;
      }
    },
    crashes: () => crashed,
    async stop() {
      up = false;
      await Promise.all([first, second].filter((one) => !one.isGone()).map(({ child }) => end(child)));
      log.end();
    },
  };
}

async function setClock(base: string, ahead: number): Promise<void> {
  if (ahead === 0) return;
  await call(base, 'PUT', '/_/clock', undefined, { now: new Date(Date.now() + ahead).toISOString() });
}
