// Runs a script on the Node.js that the project pins (package.json, optionalDependencies): node scripts/pinned-node.mjs <arguments>
// npm itself may run on an older one, and not every npm links the pinned one into node_modules/.bin.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const child = spawn(pinnedNode() ?? process.execPath, process.argv.slice(2), { stdio: 'inherit', env: environment() });
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

/** The pinned program; undefined on a platform that has none, where the one that npm runs on has to do. */
function pinnedNode() {
  const { platform, arch } = process;
  const system = platform === 'win32' ? 'win' : platform;
  for (const name of [`node-${system}-${arch}`, `node-bin-${system}-${arch}`]) {
    const program = `../node_modules/${name}/bin/${platform === 'win32' ? 'node.exe' : 'node'}`;
    const path = fileURLToPath(new URL(program, import.meta.url));
    if (existsSync(path)) return path;
  }
  return undefined;
}

/** The environment in which `node` is the pinned one. */
function environment() {
  const program = pinnedNode();
  if (!program) return process.env;
  return { ...process.env, PATH: `${dirname(program)}${delimiter}${process.env.PATH ?? ''}` };
}
