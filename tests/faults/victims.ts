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
      const accepted = new Map<number, string>();
      const victim: Victim = {
        mark,
        accepted,
        kill: async () => {
          running.delete(victim);
          // Once everything it said has been read.
          const closed = new Promise((resolve) => child.once('close', resolve));
          child.kill('SIGKILL');
          await closed;
        },
      };
      running.add(victim);
      await untilReady(child, (bulk, uuid) => accepted.set(bulk, uuid));
      return victim;
    },
    async end() {
      for (const victim of running) await victim.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function untilReady(child: ChildProcess, accepted: (bulk: number, uuid: string) => void): Promise<void> {
  let rest = '';
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`ended with ${code} before it was ready`)));
    child.stdout!.on('data', (data: Buffer) => {
      const lines = (rest + data.toString()).split('\n');
      rest = lines.pop()!;
      for (const line of lines) {
        if (line === 'ready') resolve();
        const [, bulk, uuid] = /^accepted (\d+) (\S+)$/.exec(line) ?? [];
        if (uuid) accepted(Number(bulk), uuid);
      }
    });
  });
}
