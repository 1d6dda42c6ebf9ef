// Runs a program on a Node.js that is new enough: that of the system where it is, otherwise the pinned one, which npm installs only there
// (packages/node). npm itself may run on an older one, and not every npm links the pinned one into node_modules/.bin.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

/** The oldest major version that is preferred to the pinned one: `engines` of packages/node. */
const OWN = 24;
/** The oldest Node.js that runs Souk at all, as major and minor version. */
const OLDEST = [22, 18];

/** Runs Node.js with arguments in place of this process: its signals go there, and it ends as that one ends. */
export function runPinned(args) {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const program = major >= OWN ? undefined : pinnedNode();
  if (!program && (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]))) {
    console.error(
      `souk needs Node.js ${OLDEST.join('.')} or newer, and this is ${process.versions.node}. ` +
        'Install a newer Node.js, or @souk/node beside souk.',
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

/** The pinned program, from the package of this platform that @souk/node depends on. Undefined where none is installed. */
function pinnedNode() {
  const { platform, arch } = process;
  const system = platform === 'win32' ? 'win' : platform;
  const runtime = packageFolder('@souk/node', import.meta.url);
  for (const name of [`node-${system}-${arch}`, `node-bin-${system}-${arch}`]) {
    const folder = runtime && packageFolder(name, join(runtime, 'package.json'));
    const program = folder && join(folder, 'bin', platform === 'win32' ? 'node.exe' : 'node');
    if (program && existsSync(program)) return program;
  }
  return undefined;
}

/** The folder of a package that a file depends on; undefined for one that is not installed. */
function packageFolder(name, from) {
  try {
    return dirname(createRequire(from).resolve(`${name}/package.json`));
  } catch {
    return undefined;
  }
}

/**
 * The environment in which `node` is the pinned one. On Linux its threads share two pools of memory: by itself malloc makes eight for each
 * core, each of which keeps what compiling and collecting have left there (15 MB while importing).
 */
function environment(program) {
  const shared = { MALLOC_ARENA_MAX: '2', ...process.env };
  return program ? { ...shared, PATH: `${dirname(program)}${delimiter}${process.env.PATH ?? ''}` } : shared;
}
