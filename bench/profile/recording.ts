import { existsSync, readFileSync, rmSync } from 'node:fs';
import type { Profiler } from 'node:inspector/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { cpuSeconds, startBench, threadCpuSeconds, type Bench } from '../support.ts';

/** What the preloaded part of a server writes. */
export interface Recording {
  readonly profile: Profiler.Profile;
  /** Seconds of CPU of the main thread within commits. */
  readonly commitCpu: number;
}

/** What a measured piece of work took, sample by sample. */
export interface Profile extends Recording {
  /** Seconds of CPU of the main thread, and of all others: collection of garbage, compilation, files. */
  readonly mainCpu: number;
  readonly otherCpu: number;
  /** The source file of a line of the program. */
  fileOf(line: number): string;
}

/** A server that can be profiled. */
export interface ProfiledBench extends Bench {
  /** Runs `work` and gives the profile of the server meanwhile. */
  profile(work: () => Promise<void>): Promise<Profile>;
}

/** Starts a server whose statements have names, on a new folder. */
export async function startProfiled(): Promise<ProfiledBench> {
  const preload = fileURLToPath(new URL('preload.ts', import.meta.url));
  const file = join(process.env['TMPDIR'] ?? '/tmp', `souk-profile-${process.pid}.json`);
  const env = { NODE_OPTIONS: `--import ${preload}`, PROFILE_FILE: file };
  const bench = await startBench(undefined, [], env);
  const toggle = (): boolean => process.kill(bench.pid, 'SIGUSR2');
  return {
    ...bench,
    async profile(work) {
      toggle();
      // The profiler is there before the next request is.
      await pause(200);
      const [all, main] = [cpuSeconds(bench.pid), threadCpuSeconds(bench.pid, bench.pid)];
      await work();
      const mainCpu = threadCpuSeconds(bench.pid, bench.pid) - main;
      const otherCpu = cpuSeconds(bench.pid) - all - mainCpu;
      toggle();
      const recording = await readWhenWhole(file);
      return { ...recording, mainCpu, otherCpu, fileOf: filesOfProgram() };
    },
  };
}

async function readWhenWhole(file: string): Promise<Recording> {
  for (;;) {
    await pause(100);
    if (!existsSync(file)) continue;
    try {
      const recording = JSON.parse(readFileSync(file, 'utf8')) as Recording;
      rmSync(file);
      return recording;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
}

/** Which source file a line of dist/souk.mjs comes from: the bundler writes its name above it. */
function filesOfProgram(): (line: number) => string {
  const lines = readFileSync(new URL('../../dist/souk.mjs', import.meta.url), 'utf8').split('\n');
  let file = '';
  const files = lines.map((line) => (file = /^ *\/\/ ((?:src|node_modules|packages)\/\S+)$/.exec(line)?.[1] ?? file));
  return (line) => files[line] ?? '';
}
