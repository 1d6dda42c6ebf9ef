import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Installation } from '../operations/setups.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A process to be killed, and what it said it has accepted. */
export interface Victim {
  readonly mark: string;
  /** uuids of the accepted bulks, by number. */
  readonly accepted: Map<number, string>;
  /** Resolves when it has executed something. */
  readonly executed: Promise<void>;
  kill(): Promise<void>;
}

/** Starts processes of `consumer-process.ts`, bundled so that they start quickly. */
export interface Victims {
  start(installation: Installation, mark: string, ...tasks: ('accept' | 'consume')[]): Promise<Victim>;
  /** Kills those that still run, and removes the bundle. */
  end(): Promise<void>;
}

export async function prepareVictims(): Promise<Victims> {
  mkdirSync(join(root, 'dist'), { recursive: true });
  const folder = mkdtempSync(join(root, 'dist/victims-'));
  const script = join(folder, 'consumer-process.mjs');
  await build({
    entryPoints: [join(root, 'tests/faults/consumer-process.ts')],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'warning',
  });
  const running = new Set<Victim>();
  return {
    async start({ databaseUrl, amqpUrl }, mark, ...tasks) {
      const args = [script, databaseUrl, amqpUrl ?? '-', mark, ...tasks];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      // Of one that has ended by itself, too.
      const closed = new Promise((resolve) => child.once('close', resolve));
      const accepted = new Map<number, string>();
      const executed = Promise.withResolvers<void>();
      const victim: Victim = {
        mark,
        accepted,
        executed: executed.promise,
        kill: async () => {
          running.delete(victim);
          child.kill('SIGKILL');
          // Once everything it said has been read.
          await closed;
        },
      };
      running.add(victim);
      await untilReady(child, (line) => {
        if (line === 'executed') executed.resolve();
        const [, bulk, uuid] = /^accepted (\d+) (\S+)$/.exec(line) ?? [];
        if (uuid) accepted.set(Number(bulk), uuid);
      });
      return victim;
    },
    async end() {
      for (const victim of running) await victim.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves when a process says that it is ready; `heard` gets every line, then and later. */
function untilReady(child: ChildProcess, heard: (line: string) => void): Promise<void> {
  let rest = '';
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`ended with ${code} before it was ready`)));
    child.stdout!.on('data', (data: Buffer) => {
      const lines = (rest + data.toString()).split('\n');
      rest = lines.pop()!;
      for (const line of lines) {
        if (line === 'ready') resolve();
        heard(line);
      }
    });
  });
}
