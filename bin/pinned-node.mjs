// Runs a program on the Node.js that the project pins (package.json, optionalDependencies): npm itself may run on an older one, and
// not every npm links the pinned one into node_modules/.bin.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The oldest Node.js that runs Souk, where the pinned one is not there. */
const OLDEST = 22;

/** Runs the pinned Node.js with arguments in place of this process: its signals go there, and it ends as that one ends. */
export function runPinned(args) {
  const program = pinnedNode();
  if (!program && Number(process.versions.node.split('.')[0]) < OLDEST) {
    const system = `${process.platform} ${process.arch}`;
    console.error(
      `souk needs Node.js ${OLDEST} or newer, and none came with it for ${system}: install it without --omit=optional.`,
    );
    process.exit(1);
  }
  const child = spawn(program ?? process.execPath, args, { stdio: 'inherit', env: environment(program) });
  // A terminal interrupts both by itself; a second interrupt would end a server that is about to end in peace.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // A signal that ends npm ends the shell that it started, which passes nothing on: who has lost that shell is to end as well.
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, 500).unref();
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

/**
 * The pinned program: below a clone, beside an installed package. Undefined on a platform that has none, where the one that npm
 * runs on has to do.
 */
function pinnedNode() {
  const { platform, arch } = process;
  const system = platform === 'win32' ? 'win' : platform;
  for (const place of ['../node_modules', '../..']) {
    for (const name of [`node-${system}-${arch}`, `node-bin-${system}-${arch}`]) {
      const program = `${place}/${name}/bin/${platform === 'win32' ? 'node.exe' : 'node'}`;
      const path = fileURLToPath(new URL(program, import.meta.url));
      if (existsSync(path)) return path;
    }
  }
  return undefined;
}

/**
 * The environment in which `node` is the pinned one. On Linux its threads share two pools of memory: by itself malloc makes eight for each
 * core, each of which keeps what compiling and collecting have left there (15 MB while importing).
 */
function environment(program) {
  const shared = { MALLOC_ARENA_MAX: '2', ...process.env };
  return program ? { ...shared, PATH: `${dirname(program)}${delimiter}${process.env.PATH ?? ''}` } : shared;
}
