#!/usr/bin/env node
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { createModule, ownVersion } from './create.ts';
import { namesOf, type ModuleNames } from './names.ts';

const help = `Creates a module for Souk in a new folder.

Usage: npm create souk-module <name> [-- options]

  <name>               name of the npm package, such as @acme/loyalty or acme-loyalty;
                       the module is then Acme_Loyalty, in the folder loyalty or acme-loyalty

Options:
  --module <name>      another name of the module: Acme_Loyalty
  --from <folder>      install souk and @souk/kit from packed files (npm pack) in this folder
  --version            print the version
  --help               print this help`;

const options = {
  module: { type: 'string' },
  from: { type: 'string' },
  version: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help) return print(help);
  if (values.version) return print(ownVersion());
  const [name, ...others] = positionals;
  if (others.length > 0) throw new Error(`"${others.join(' ')}" is too much: give one name`);
  const names = name === undefined ? await askForNames(values.module) : namesOf(name, values.module);
  createModule(names, values.from);
  print(`The module ${names.moduleName} is in the folder ${names.folder}. Next:

  cd ${names.folder}
  npm install
  npm test`);
}

/** Asks for the name of the package until it is a valid one. Throws outside of a terminal. */
async function askForNames(moduleName: string | undefined): Promise<ModuleNames> {
  if (!process.stdin.isTTY) throw new Error('a name is missing, such as @acme/loyalty; --help has more');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  // The end of the input, such as by Ctrl+D, ends the question.
  const ended = new Promise<never>((_, reject) => terminal.once('close', () => reject(new Error('no name was given'))));
  try {
    for (;;) {
      const answer = await Promise.race([terminal.question('Name of the package, such as @acme/loyalty: '), ended]);
      try {
        return namesOf(answer.trim(), moduleName);
      } catch (error) {
        print(messageOf(error));
      }
    }
  } finally {
    ended.catch(() => undefined);
    terminal.close();
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

try {
  await run();
} catch (error) {
  process.stderr.write(`create-souk-module: ${messageOf(error)}\n`);
  process.exitCode = 1;
}
