import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import type { Profiler } from 'node:inspector/promises';
import { SourceMap, type SourceMapPayload } from 'node:module';
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
  /** The source file of a place of the program, whose line and column count from 0. */
  fileOf(line: number, column: number): string;
}

/** A server that can be profiled. */
export interface ProfiledBench extends Bench {
  /** Runs `work` and gives the profile of the server meanwhile. */
  profile(work: () => Promise<void>): Promise<Profile>;
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const program = `${root}dist/souk.mjs`;

/** Starts a server whose statements have names, on a new folder. */
export async function startProfiled(): Promise<ProfiledBench> {
  execFileSync(process.execPath, [`${root}scripts/build.mjs`], { env: { ...process.env, SOURCE_MAP: '1' } });
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

/** Which source file a place of dist/souk.mjs comes from. */
function filesOfProgram(): Profile['fileOf'] {
  const map = new SourceMap(JSON.parse(readFileSync(`${program}.map`, 'utf8')) as SourceMapPayload);
  return (line, column) => {
    const entry = map.findEntry(line, column);
    return 'originalSource' in entry ? entry.originalSource.replace(/^(\.\.\/)+/, '') : '';
  };
}
