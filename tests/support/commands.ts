import { AsyncLocalStorage } from 'node:async_hooks';
import type { Parts } from './built.ts';

/** What became of a command. */
export interface CommandOutcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const caught = new AsyncLocalStorage<{ stdout: string; stderr: string }>();
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a command of the program in this process, one after the other: each has the process's exit status and its output to itself.
 */
export function runCommand(parts: Parts, env: NodeJS.ProcessEnv, args: readonly string[]): Promise<CommandOutcome> {
  const run = last.then(async () => {
    const written = { stdout: '', stderr: '' };
    const { exitCode } = process;
    const umask = process.umask();
    const undo = [
      catchOutput(process.stdout, 'write', 'stdout', ''),
      catchOutput(process.stderr, 'write', 'stderr', ''),
      catchOutput(console, 'log', 'stdout', '\n'),
      catchOutput(console, 'error', 'stderr', '\n'),
    ];
    process.exitCode = undefined;
    try {
      await caught.run(written, () => parts.runProgram(parts.modules, { args, env }));
      return { code: Number(process.exitCode ?? 0), ...written };
    } finally {
      undo.forEach((one) => one());
      process.exitCode = exitCode;
      process.umask(umask);
    }
  });
  last = run.catch(() => undefined);
  return run;
}

type Writes = (text: unknown, ...more: unknown[]) => unknown;

/** Has what a command writes kept, and what else is written pass; gives what undoes that. */
function catchOutput(target: object, name: string, stream: 'stdout' | 'stderr', end: string): () => void {
  const methods = target as Record<string, Writes>;
  const original = methods[name]!;
  methods[name] = function (this: unknown, text: unknown, ...more: unknown[]): unknown {
    const written = caught.getStore();
    if (!written) return Reflect.apply(original, this, [text, ...more]);
    written[stream] += (text instanceof Uint8Array ? Buffer.from(text).toString() : String(text)) + end;
    return true;
  };
  return () => void (methods[name] = original);
}
